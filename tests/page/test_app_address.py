"""The page and its address in a real browser: saved, shared, offline, invalid, and without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import finaltable as ft
from tests.visiting import NINE, PHONE, PRIZES, STACKS, Visitor, path_of, seat, typed, written

pytestmark = pytest.mark.slow


def test_tables_are_saved_on_the_device_and_opened_again(visit: Visitor) -> None:
    page = visit("/table", NINE)
    page.get_by_role("button", name="Saved tables").click()
    typed(page, "Name of this table", "Sunday final")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto("/table")
    page.get_by_role("button", name="Saved tables").click()
    page.get_by_role("button", name="Sunday final", exact=True).click()
    expect(page.locator(".oval .seat:not(.out)")).to_have_count(9)


def test_saved_tables_stay_until_they_are_deleted(visit: Visitor) -> None:
    page = visit("/table", NINE, locale="en-IN")
    kept = [{"name": f"Table {i}", "query": NINE, "at": i} for i in range(100)]
    page.evaluate("(tables) => localStorage.setItem('finaltable.tables', JSON.stringify(tables))", kept)
    page.get_by_role("button", name="Saved tables").click()
    dialog = page.get_by_role("dialog")
    save = dialog.get_by_role("button", name="Save", exact=True)
    for _ in range(2):  # unnamed: neither replaces the other
        save.click()
    names = dialog.locator("li b")
    expect(names).to_have_count(102)
    assert names.all_inner_texts()[:2] == ["Table of 9 (2)", "Table of 9"]
    assert names.all_inner_texts()[-1] == "Table 99"
    typed(page, "Name of this table", "Table 7")
    save.click()
    expect(dialog.locator(".toast")).to_contain_text("“Table 7” replaces the table of that name.")
    dialog.locator(".toast").get_by_role("button", name="Undo").click()
    dialog.get_by_role("button", name="Delete Table 99").click()
    expect(names).to_have_count(101)
    dialog.locator(".toast").get_by_role("button", name="Undo").click()
    expect(names).to_have_count(102)
    tables = page.evaluate("JSON.parse(localStorage.getItem('finaltable.tables'))")
    assert {one["name"]: one["at"] for one in tables if one["name"] in ("Table 7", "Table 99")} == {
        "Table 7": 7,
        "Table 99": 99,
    }


def test_with_full_storage_the_page_shows_a_message_and_keeps_all_tables(visit: Visitor) -> None:
    page = visit("/table", NINE, locale="en-ZA")
    page.get_by_role("button", name="Saved tables").click()
    dialog = page.get_by_role("dialog")
    save = dialog.get_by_role("button", name="Save", exact=True)
    save.click()
    expect(dialog.locator("li b")).to_have_count(1)
    page.evaluate("""() => {
        let piece = "x".repeat(1 << 22);
        for (let i = 0; piece.length; i++)
            try { localStorage.setItem(`filled ${i}`, piece); } catch { piece = piece.slice(0, piece.length >> 1); }
    }""")
    typed(page, "Name of this table", "One more")
    save.click()
    expect(dialog.locator(".toast")).to_contain_text("There is no room left here. All your tables are still saved")
    expect(dialog.locator("li b")).to_have_text(["Table of 9"])
    page.reload()
    page.get_by_role("button", name="Saved tables").click()
    expect(dialog.locator("li b")).to_have_text(["Table of 9"])


def test_two_windows_do_not_lose_each_others_tables(visit: Visitor) -> None:
    pages = [visit("/table", NINE, locale="en-SG") for _ in range(2)]
    for page in pages:
        page.get_by_role("button", name="Saved tables").click()
    for page, name in zip(pages, ("first", "second"), strict=True):
        typed(page, "Name of this table", name)
        page.get_by_role("button", name="Save", exact=True).click()
    for page in pages:
        expect(page.get_by_role("dialog").locator("li b")).to_have_text(["second", "first"])


def test_sharing_offers_the_address_and_its_qr_code(visit: Visitor) -> None:
    page = visit("/value", NINE)
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as picture:
        page.get_by_role("button", name=re.compile("Save the picture|Send the picture")).click()
    assert picture.value.suggested_filename == "finaltable.png"
    page.get_by_role("button", name="Link").click()
    shared = "t=3:4125.3380.2910.2400.1985.1470.1455.910.615*2:1520.1014.725.540.406.303.228.172.132EUR"
    assert page.get_by_role("textbox", name="Address").input_value() == f"{visit.served.address}/value?{shared}"
    modules = page.locator("svg.qr").get_attribute("viewBox")
    assert modules == "-4 -4 45 45"  # 37 modules and the quiet zone


def test_a_shared_address_is_short_and_does_not_contain_who_i_am(visit: Visitor) -> None:
    page = visit("/deal", NINE + "&leave=5000&last_longer=10&last_longer_players=Bo,Cy&fixed=0+90000", **PHONE)
    expect(page.locator(".stay")).to_contain_text("Gus, your view")
    before = page.locator("button.dr .sh").all_inner_texts()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Link").click()
    address = page.get_by_role("textbox", name="Address")
    shared = address.input_value()
    assert not re.search("me=|Gus|blinds|button", shared)
    page.get_by_label("with names").check()
    expect(address).to_have_value(re.compile("name=Gus"))
    page.goto(shared)
    expect(page.locator(".stay")).to_contain_text("What Player 1 gets")
    expect(page.locator("main")).not_to_contain_text("Your view")
    assert page.locator("button.dr .sh").all_inner_texts() == before
    for wrong in ("t=3:1.2*", "t=99:1.2*0:3", "t=1:1.2*0:5XYZ", "t=" + "9" * 900):
        visit.go(page, "/deal", wrong)
        expect(page.locator("main")).to_contain_text("No table yet")


def test_more_opens_screens_without_a_tab_and_keeps_the_current_screen(visit: Visitor) -> None:
    page = visit("/deal", NINE, **PHONE)
    more = page.get_by_role("button", name="More")
    more.tap()
    sheet = page.get_by_role("dialog", name="More")
    expect(sheet).to_be_visible()
    assert "/deal?" in page.url
    assert sheet.get_by_role("link").all_inner_texts() == [
        *("Push or fold\nCharts for every seat", "Review\nWhat yesterday's tournament cost"),
        *(
            "Train\nSpots, scored by the money you lose",
            "Tournament\nWhich model is nearest",
            "How it works\nHands that play themselves",
            "First page",
            "API",
        ),
    ]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    more.tap()
    sheet.get_by_role("link", name="How it works").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("One hand, the DCM way")
    expect(sheet).to_have_count(0)
    more.tap()
    sheet.get_by_role("button", name="Saved, 0").tap()
    expect(page.get_by_role("dialog", name="Saved tables")).to_be_visible()
    page.go_back()  # closes the dialog; the screen stays
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert "/how?" in page.url
    page.go_back()
    page.wait_for_url("**/deal?**")
    expect(page.locator("button.dr .sh")).to_have_count(9)


def test_no_keystroke_is_lost_offline(visit: Visitor) -> None:
    page = visit("/table", NINE)
    page.get_by_role("navigation").first.get_by_role("link", name="Value").click()
    expect(page.locator("li.vr")).to_have_count(10)
    page.context.set_offline(True)
    page.get_by_role("navigation").first.get_by_role("link", name="Table").click()
    seat(page, "Ana").click()
    typed(page, "Chips", "9m")
    page.get_by_role("navigation").first.get_by_role("link", name="Value").click()
    expect(page.get_by_text("No network.").first).to_be_visible()
    page.context.set_offline(False)
    value = ft.icm([9000000, *STACKS[1:]], PRIZES).equities[0]
    expect(page.locator("li.vr").nth(1)).to_contain_text(f"{value:,.0f}", timeout=15000)


def test_on_a_slow_network_the_last_answer_stays_and_no_keystroke_is_lost(visit: Visitor) -> None:
    page = visit("/deal", NINE, **PHONE)
    shares = page.locator("button.dr .sh")
    expect(shares).to_have_count(9)
    before = shares.all_inner_texts()
    line = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 1500, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", slow)
    field = page.get_by_label("Left for the winner", exact=True)
    field.press_sequentially("20000", delay=30)
    expect(page.locator(".late")).to_be_visible()
    assert shares.all_inner_texts() == before
    expect(field).to_have_value("20000")
    expect(page.locator("main")).to_contain_text("€484,000 now, €20,000 for the winner", timeout=20_000)
    assert shares.all_inner_texts() != before
    expect(page.locator(".late")).to_have_count(0)


def test_markup_in_a_name_stays_text(visit: Visitor) -> None:
    page = visit("/value", NINE.replace("Ana", "<img src=x onerror=alert(1)>"))
    expect(page.locator("li.vr").nth(1)).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0


def test_numbers_in_an_address_can_have_many_formats(visit: Visitor) -> None:
    query = (
        "name=Ana&stack=4.125m&name=Bo&stack=3,380,000&name=Ivo&stack=615k&payouts=€152,000 €101,400&bounties=20 10 40"
    )
    value = f"{ft.icm([4125000, 3380000, 615000], [152000, 101400]).equities[0]:,.0f}"
    page = visit("/value", query)
    expect(page.locator("li.vr").nth(1)).to_contain_text(value)
    expect(page.get_by_role("region", name="Bounties expected")).to_be_visible()


def test_without_javascript_the_page_shows_an_alternative(visit: Visitor) -> None:
    page = visit.context({"java_script_enabled": False, **PHONE}).new_page()
    for path in ("/", "/deal?" + NINE):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(
            "This page needs JavaScript; without it, use the finaltable command"
        )
    page.get_by_role("link", name="documentation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The API")
    page.close()


def test_a_screen_without_a_table_offers_a_new_one_a_list_or_an_example(visit: Visitor) -> None:
    page = visit("/value", **PHONE)
    page.get_by_role("button", name="New table").tap()
    expect(page.get_by_role("dialog")).to_contain_text("How many are left?")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open an example").tap()
    expect(page.locator("li.vr")).to_have_count(10)
    visit.go(page, "/nash")
    page.get_by_role("button", name="Open an example").tap()
    expect(page.locator(".rib .rs")).to_have_count(4)
    visit.go(page, "/nash", "name=A&stack=5&name=B&stack=6&payouts=5")
    page.get_by_role("main").get_by_role("link", name="Set up the table").tap()
    expect(page.get_by_label("Big blind", exact=True)).to_be_visible()


ODD = {
    "name=A&stack=5": "No table yet",
    "name=A&stack=-5&name=B&stack=6&payouts=5": "A needs chips",
    "name=A&stack=5&name=A&stack=6&payouts=5": "Two players are called A",
    "name=A&stack=5&name=B&stack=6": "Write at least one prize",
    "name=A&stack=5&name=B&stack=6&payouts=5+4+3": "There are 3 prizes for 2 players",
    "&".join(f"name=P{i}&stack={i + 1}" for i in range(11)) + "&payouts=5": "1 player more than the 10 seats",
}


@pytest.mark.parametrize("query", ODD)
def test_an_invalid_table_shows_a_message(visit: Visitor, query: str) -> None:
    page = visit("/value", query)
    expect(page.locator(".note").first).to_contain_text(ODD[query])


def test_unusable_fields_of_an_address_are_listed_and_can_be_removed(visit: Visitor) -> None:
    page = visit("/value", NINE.replace("button=Cy", "button=Zoe") + "&utm_source=mail&equity=lots")
    note = page.get_by_role("alert")
    expect(note).to_contain_text(
        "The address contains button=Zoe, utm_source=mail, equity=lots. This page cannot use that"
    )
    expect(page.locator("li.vr")).to_have_count(10)
    page.get_by_role("navigation").first.get_by_role("link", name="Table").click()
    seat(page, "Hana").click()
    page.get_by_role("button", name="Button here").click()
    expect(note).to_contain_text("The address contains utm_source=mail, equity=lots.")
    note.get_by_role("button", name="Remove").click()
    expect(note).to_have_count(0)
    assert "utm" not in page.url
    assert "button=Hana&me=Gus" in page.url


def test_prizes_in_percent_of_a_pool_are_parsed_from_an_address(visit: Visitor) -> None:
    page = visit(
        "/value", "name=A&stack=5k&name=B&stack=4k&name=C&stack=1k&payouts=50%25+30%25+20%25&pool=€9k&blinds=1k/2k"
    )
    value = ft.icm([5, 4, 1], [4500, 2700, 1800]).equities[0]
    expect(page.locator("li.vr").nth(1)).to_contain_text(f"€{value:,.0f}")
    expect(page.get_by_role("alert")).to_have_count(0)
    link = page.get_by_role("link", name="Table").first.get_attribute("href")
    assert link
    assert "blinds=1000/2000" in link


ODD_FIELDS = (
    "blinds=x/y/z&ante=q&big_blind_ante=-1&button=Z&me=Z&hero=Z&all_in=A,A,,Z&hand=X&range=%25&equity=x&between=9",
    "hero=A&all_in=A,B,C&blinds=5000/10000&button=A&hand=AsAs&choose=zzz&leave=x&unit=0&node=z&locked=a=b=c;;&models=x",
    "__proto__=x&constructor=y&hero=B&all_in=C&equity=-5&bounties=x+-3+1e999&bounty_share=7&heads=zz&lang=zz&lang=de",
)


@pytest.mark.parametrize("stacks", [(1000, 500, 100), ("9" * 40, 0, "NaN"), ("0.0000001", "2b", 3)])
def test_no_address_makes_a_screen_fail(visit: Visitor, stacks: tuple[object, ...]) -> None:
    people = "&".join(f"name={name}&stack={stack}" for name, stack in zip("ABC", stacks, strict=True))
    for fields in ODD_FIELDS:
        query = f"{people}&payouts=€900000000000+0.01&{fields}"
        page = visit("/how", query)
        for screen in ("home", "table", "value", "deal", "decide", "nash", "how"):
            assert page.request.get(written(path_of(screen), query)).status == 200
            visit.walk(page, screen, query)
            assert page.locator("main").inner_text().strip()
            assert page.locator("main", has_text="Something went wrong").count() == 0
