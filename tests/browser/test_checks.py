"""The measures themselves: each finds what is wrong with a page made for it, and no more."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from browser.checks import measured, shifted
from browser.guard import Guard
from browser.waiting import until

GOOD = """
<h1>Table</h1>
<p style="color: #595959">as grey as may be on white</p>
<button style="min-width: 44px; min-height: 44px">Bet</button>
<div style="background: #0b3d2e; color: #eee">felt <b>ivory</b></div>
<label style="display: block; height: 44px; width: 80px"><input type="checkbox">Odds</label>
"""
BAD = {
    "is there 2 times": '<p id="a">a</p><p id="a">b</p>',
    "there are 2 h1": "<h1>another</h1>",
    "the page overflows": '<div style="width: 500px; height: 1px">wide</div>',
    "scrolls sideways": '<div style="width: 90px; overflow: auto">'
    '<p style="width: 99px">x</p></div>',
    "is cut off": '<div style="width: 90px; overflow: hidden; white-space: nowrap">'
    "longer than ninety pixels are</div>",
    "stands out": '<button style="width: 60px; height: 60px; white-space: nowrap; padding: 0">'
    "longer than its button</button>",
    "a contrast of 4.48": '<p style="color: #777">too grey by a hair</p>',
    "a contrast of 1.": '<p style="background: linear-gradient(#000, #fff)">on white</p>'
    '<p style="opacity: .2">faded</p>',
    "is 30 by 30 px": '<button style="width: 30px; height: 30px; padding: 0">x</button>',
}


def faults(browser: Browser, html: str) -> list[str]:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        page = context.new_page()
        page.set_content(f"<!doctype html><html><body style='background: #fff'>{html}")
        return measured(page, targets=True)
    finally:
        context.close()


def test_a_good_page_has_no_fault(browser: Browser) -> None:
    assert faults(browser, GOOD) == []


@pytest.mark.parametrize("fault", BAD)
def test_what_is_wrong_is_told(browser: Browser, fault: str) -> None:
    told = faults(browser, GOOD + BAD[fault])
    assert told and all(fault in line for line in told), told


def test_what_moves_by_itself_is_noticed(browser: Browser) -> None:
    context = browser.new_context()
    try:
        guard = Guard(context)
        page = context.new_page()
        page.goto("data:text/html,<body><p id=a></p><p>below, and pushed down</p>")
        until(page, "watched.loaded < Infinity")
        assert shifted(page) == 0
        page.evaluate("document.getElementById('a').style.height = '200px'")
        until(page, "watched.shifts.length > 0")
        assert shifted(page) > 0
        guard.check()
    finally:
        context.close()


def test_complaints_of_a_page_are_heard(browser: Browser) -> None:
    context = browser.new_context()
    try:
        guard = Guard(context)
        page = context.new_page()
        with guard.expecting("known"):
            page.evaluate("console.error('a known thing')")
        assert not guard.complaints
        bad = "<meta http-equiv=content-security-policy content=\"script-src 'none'\">"
        page.route(
            "http://bad.test/",
            lambda route: route.fulfill(body=bad + "<script>1</script>", content_type="text/html"),
        )
        page.goto("http://bad.test/")
        page.evaluate("console.error('a new thing')")
        page.evaluate("setTimeout(() => { throw new Error('thrown') })")
        said = {"a new thing", "thrown", "content policy"}
        until(page, lambda: all(one in " ".join(guard.complaints) for one in said))
        with pytest.raises(AssertionError, match="a new thing"):
            guard.check()
    finally:
        context.close()
