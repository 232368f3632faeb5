"""The screens: what each page shows, drawn from what is committed.

A page is drawn whole when it is asked for; from then on its elements come by the socket, each whole
and by its id, when the stream that it is drawn from has changed.
"""
