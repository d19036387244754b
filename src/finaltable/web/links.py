"""Links besides the API: the sheet to sign and the CSV of the deal in an address, a pasted list, a QR code."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import segno
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, JSONResponse, Response

from finaltable.asking.bounty_fields import BountiesText
from finaltable.asking.common_fields import PrizesText
from finaltable.asking.declare import Run, fields_of, read_fields
from finaltable.asking.given_table import read_table
from finaltable.asking.kinds import FLAG, Known
from finaltable.deals.deal import Deal
from finaltable.deals.question import DealQuestion, DealShown
from finaltable.deals.report import deal_csv
from finaltable.errors import InputError, MissingError, Verbatim
from finaltable.table.files import WrittenTable
from finaltable.table.paste import read_pasted
from finaltable.web.api import keep_bounds
from finaltable.web.guard import HEADERS
from finaltable.web.limits import LimitError
from finaltable.web.workers import Job

LONGEST_CODE = 2_000  # bytes of an address that a QR code holds legibly
PAGE_NAMES = {"bounty_terms": "deal_heads", "round": "unit"}  # what the page calls fields in its addresses
APART = ("close_stacks", "samples", "seed", "max_seconds", "sheet", "chat", "csv")  # fields not in an address
Link = Callable[[QueryParams, Job], Response]


def sheet(query: QueryParams, job: Job) -> Response:
    """Return the deal as a page to print and sign."""
    found, shown, currency = agreed(query, job)
    text = shown.page(found, currency)
    return HTMLResponse(text, headers={"content-security-policy": policy_with_style(text)})


def csv(query: QueryParams, job: Job) -> Response:
    """Return the deal as CSV."""
    headers = {"content-disposition": 'attachment; filename="deal.csv"'}
    return Response(deal_csv(agreed(query, job)[0], for_spreadsheet=True), media_type="text/csv", headers=headers)


def pasted(query: QueryParams, job: Job) -> Response:
    """Return a pasted list as the query of an address."""
    found = read_pasted(query.get("paste", ""))
    if len(found.stacks) > job.limits.players:
        rule = f"must hold at most {job.limits.players:,} players on this server"
        count = Verbatim(f"{len(found.stacks):,}")
        raise LimitError("paste", rule, count, code="paste_too_long", facts={"most": job.limits.players})
    rows = zip(found.names, found.stacks, strict=True)
    pairs = [pair for name, stack in rows for pair in (("name", name), ("stack", stack))]
    lists = {"payouts": " ".join(found.payouts), "bounties": " ".join(found.bounties)}
    return JSONResponse({"query": urlencode([*pairs, *((name, text) for name, text in lists.items() if text)])})


def code(query: QueryParams, _job: Job) -> Response:
    """Return the QR code of an address."""
    address = query.get("to", "")
    if not address.startswith(("http://", "https://")):
        raise InputError("to", "must be an address that begins with http:// or https://", address, code="wrong_format")
    if (size := len(address.encode("utf-8", "surrogatepass"))) > LONGEST_CODE:
        rule = f"must be at most {LONGEST_CODE:,} bytes long in UTF-8"
        raise InputError("to", rule, Verbatim(f"{size:,}"), code="too_long")
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="l").save(drawn, kind="svg", scale=4, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


LINKS: dict[str, Link] = {"/sheet": sheet, "/deal.csv": csv, "/pasted": pasted, "/qr.svg": code}


def agreed(query: QueryParams, job: Job) -> tuple[Deal, DealShown, str]:
    """Compute the deal of an address; return it with its options and the currency.

    Fields are text, as on a command line; fields of other screens are ignored.
    """
    for name, text in query.items():
        job.limits.check_text(name, text)
    table, currency = read_table(DealQuestion, players_of(query, job), texts_of(query, PrizesText, BountiesText))
    job.limits.check_table(table.stacks, table.payouts)
    values = read_fields(DealQuestion, texts_of(query, DealQuestion), Known(table.names), text=True)
    keep_bounds(DealQuestion, values, job.limits)
    shown = DealShown(**read_fields(DealShown, texts_of(query, DealShown), Known(table.names), text=True))
    asked = DealQuestion(table=table, currency=currency, **values)
    return asked.ask(Run(job.checkpoint, 1)), shown, currency


def players_of(query: QueryParams, job: Job) -> WrittenTable:
    """Return the players of an address: a name and a stack each, in order."""
    names, stacks = query.getlist("name"), query.getlist("stack")
    count = max(len(names), len(stacks))
    job.limits.check_count("stacks", count, job.limits.players)
    names += [""] * (count - len(names))
    stacks += [""] * (count - len(stacks))
    rows = [(i, name.strip(), stack) for i, (name, stack) in enumerate(zip(names, stacks, strict=True))]
    rows = [(i, name, stack) for i, name, stack in rows if name or stack.strip()]
    for i, _, stack in rows or [(0, "", "")]:
        if not stack.strip():
            raise MissingError(f"stacks[{i}]", "must be given: the chips of each player")
    return WrittenTable(
        tuple(stack for *_, stack in rows),
        names=tuple(name or f"Player {i + 1}" for i, name, _ in rows),
        where=tuple(f"stacks[{i}]" for i, *_ in rows),
    )


def texts_of(query: QueryParams, *groups: type) -> dict[str, Any]:
    """Return the fields of an address that belong to these groups; a flag is present if it is not the default."""
    found: dict[str, Any] = {}
    for field in (field for group in groups for field in fields_of(group).values() if field.name not in APART):
        flag = field.kind is FLAG
        name = f"no_{field.name}" if flag and field.default else field.name
        if text := (query.get(name) or query.get(PAGE_NAMES.get(name, name), "")).strip():
            found[field.name] = not field.default if flag else text
    return found


def policy_with_style(text: str) -> str:
    """Return a content security policy that allows the style in this page, by its hash."""
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style
    mark = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    return HEADERS["content-security-policy"].replace("style-src 'self'", f"style-src 'sha256-{mark}'")
