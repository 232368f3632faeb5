def starts(place, tables, events): pass
