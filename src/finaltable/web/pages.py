"""The pages: one form, four views of it, all of the state in the address."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import io
import re
from functools import cache, cached_property, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

import segno
from fastapi import APIRouter, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from finaltable import __version__
from finaltable.asking import find_question
from finaltable.asking.bounties import BountiesText
from finaltable.asking.shared import PrizesText
from finaltable.deals.report import deal_csv
from finaltable.errors import InputError, Verbatim
from finaltable.web.api import QUESTIONS
from finaltable.web.assets import ASK_FIRST, Assets
from finaltable.web.begun import BegunPage, Halves, PageResponse
from finaltable.web.described import describe
from finaltable.web.forms import Form, element_of, inputs_of, page_inputs, page_words
from finaltable.web.guard import HEADERS
from finaltable.web.install import manifest, service_worker
from finaltable.web.limits import Limits
from finaltable.web.packing import takes_gzip
from finaltable.web.problems import problem
from finaltable.web.solves import Solves
from finaltable.web.views import VIEWS, View, read_deal
from finaltable.web.workers import Job, WorkerPool, too_large


class Page(NamedTuple):
    """One page: its address, its title, and the question whose fields it shows."""

    path: str
    title: str
    question: str


PAGES = {
    "value": Page("/", "Value", "compare"),
    "deal": Page("/deal", "Deal", "deal"),
    "decide": Page("/decide", "Decision", "decide"),
    "how": Page("/how", "How it works", "tree"),
}
NOTHING = View()
HERE = "<!--here-->"  # where an answer comes; nothing that is typed stays markup
WAITING = '<p class="quiet waiting">Working …</p>\n'  # until something stands behind it
READ = ["GET", "HEAD"]
# Screens that show the same without JavaScript; files are reviewed by the command there.
SAME = dict.fromkeys(("/table", "/value", "/nash", "/review", "/train"), "value")
LONGEST_CODE = 2_000  # bytes of an address that a QR code holds legibly
SECTION_6 = [("SB", "1000"), ("BB", "1000"), ("CO", "2000"), ("BTN", "3000")]
NINE = {"Ana": "4.125m", "Bo": "3.38m", "Cy": "2.91m", "Di": "2.4m", "Eve": "1.985m", "Fil": "1.47m", "Gus": "1.455m"}
EXAMPLES: list[tuple[str, list[tuple[str, str]], dict[str, str]]] = [
    ("The paper's first table", [("Ana", "1000"), ("Bo", "500"), ("Cy", "100")], {"payouts": "100 50"}),
    (
        "Section 6 of the paper",
        SECTION_6,
        {
            "payouts": "50 30 20",
            "hero": "BB",
            "all_in": "SB",
            "button": "BTN",
            "blinds": "100/200",
            "equity": "40%",
        },
    ),
    (
        "The same with bounties",
        SECTION_6,
        {
            "payouts": "50 30 20",
            "bounties": "20 20 10 40",
            "hero": "BB",
            "all_in": "SB",
            "button": "BTN",
            "blinds": "100/200",
            "equity": "40%",
        },
    ),
    (
        "A nine-handed final",
        [*NINE.items(), ("Hana", "910k"), ("Ivo", "615k")],
        {"payouts": "€152,000 €101,400 €72,500 €54,000 €40,600 €30,300 €22,800 €17,200 €13,200", "leave": "10k"},
    ),
]


def make_pages(workers: WorkerPool, solves: Solves) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter(include_in_schema=False)
    site = Site(workers, solves)
    for name, page in PAGES.items():
        router.add_api_route(page.path, site.page(name, page.path), methods=READ, response_class=HTMLResponse)
    for path, name in SAME.items():
        router.add_api_route(path, site.page(name, path), methods=READ, response_class=HTMLResponse)
    router.add_api_route("/pasted", site.pasted, methods=READ)
    router.add_api_route("/sheet", site.sheet, methods=READ, response_class=HTMLResponse)
    router.add_api_route("/deal.csv", site.csv, methods=READ, response_class=PlainTextResponse)
    router.add_api_route("/docs", site.docs, methods=READ, response_class=HTMLResponse)
    router.add_api_route("/static/{mark}/{name:path}", site.assets.answer, methods=READ)
    router.add_api_route("/sw.js", site.worker, methods=READ)
    router.add_api_route("/manifest.webmanifest", site.manifest, methods=READ)
    router.add_api_route("/favicon.ico", site.assets.icon, methods=READ)
    router.add_api_route("/qr.svg", site.code, methods=READ)
    router.add_api_route("/health", site.health, methods=READ)
    return router


class Site:
    """Renders the pages."""

    def __init__(self, workers: WorkerPool, solves: Solves) -> None:
        self.workers, self.solves = workers, solves
        self.limits: Limits = workers.limits
        self.environment = Environment(
            loader=PackageLoader("finaltable.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.assets = Assets()
        self.environment.globals |= {
            "version": __version__,
            "pages": PAGES,
            "examples": [(title, urlencode([*pairs(rows), *fields.items()])) for title, rows, fields in EXAMPLES],
            "asset": self.assets.address,
            "root": "/",
        }

    def page(self, name: str, path: str) -> Any:
        """Return the route of a page; with JavaScript, the screen of that path takes its place."""
        screen = path.strip("/") or "home"

        async def answer(request: Request) -> Response:
            response = await self.show(name, screen, request)
            words = self.assets.words(request.headers.get("accept-language", ""))
            # The script would ask for its words only once it runs.
            response.headers["link"] = f"<{self.assets.address(words)}>; rel=preload; as=fetch; crossorigin"
            return response

        return answer

    async def show(self, name: str, screen: str, request: Request) -> Response:
        """Compute and render; an error is shown on the page, beside its field."""
        query = request.scope["query_string"]
        if not query:
            return HTMLResponse(self.blank(name, screen))
        return await self.workers.run_or_begin(
            request,
            lambda job: self.compute(name, screen, self.read(query), job),
            partial(BegunPage, tell=partial(self.refusal, name), packs=takes_gzip(request)),
        )

    @cache  # noqa: B019 (there is one of them)
    def blank(self, name: str, screen: str) -> str:
        """Return a page on which nothing was typed; it is always the same."""
        form = self.read(b"")
        return self.around(name, screen, form, self.results(name, form, NOTHING, None), None)

    def read(self, query: bytes) -> Form:
        """Return what was typed."""
        return Form(QueryParams(query.decode("latin-1")), self.limits)

    def compute(self, name: str, screen: str, form: Form, job: Job) -> Response:
        """Compute and render, in a worker. Once what was typed is checked, the page is offered without its answer."""
        view, error = View(), form.error
        job.on_working = lambda: job.offer(self.halves(name, screen, form))
        try:
            if error is None and not form.is_empty:
                view = VIEWS[name](form, job)
        except InputError as wrong:
            error = wrong
        except MemoryError:
            error = too_large()
        return self.render(name, screen, form, view, error)

    def render(
        self,
        name: str,
        screen: str,
        form: Form,
        view: View,
        error: InputError | None,
    ) -> Response:
        """Return a page."""
        results = self.results(name, form, view, error)
        page = PageResponse(self.around(name, screen, form, results, error), 200 if error is None else 422)
        page.results = results
        return page

    def halves(self, name: str, screen: str, form: Form) -> Halves:
        """Return a page without its answer."""
        first, last = self.around(name, screen, form, WAITING + HERE, None).split(HERE)
        return Halves(first, last)

    def refusal(self, name: str, error: InputError) -> str:
        """Return what stands in the place of an answer that was not found in time."""
        return self.results(name, Form(QueryParams()), NOTHING, error)

    def results(self, name: str, form: Form, view: View, error: InputError | None) -> str:
        """Return the part of a page that is its answer."""
        return self.environment.get_template("results.html").render(
            page=name, form=form, view=view, data=view.data, error=told(error)
        )

    def around(self, name: str, screen: str, form: Form, results: str, error: InputError | None) -> str:
        """Return a page with its answer."""
        question = find_question(PAGES[name].question)
        prizes = inputs_of(PrizesText) if question.needs == "prizes" else ()
        heads = inputs_of(BountiesText) if question.needs == "prizes" else ()
        inputs = page_inputs(question)
        return self.environment.get_template("page.html").render(
            page=name,
            modules=self.assets.needed(f"app/screens/{screen}.js"),
            form=form,
            prizes=prizes,
            heads=heads,
            inputs=inputs,
            kept=form.kept([*prizes, *heads, *inputs]),
            results=Markup(results),
            error=told(error),
        )

    async def pasted(self, request: Request) -> Response:
        """Return a pasted list as the query of an address."""
        query = request.scope["query_string"]
        return await self.workers.run(request, lambda _job: pasted_query(self.read(query)))

    async def sheet(self, request: Request) -> Response:
        """Return the deal as a page to print and sign."""
        query = request.scope["query_string"]
        return await self.workers.run(request, lambda job: sheet_of(self.read(query), job))

    async def csv(self, request: Request) -> Response:
        """Return the deal as CSV."""
        query = request.scope["query_string"]
        return await self.workers.run(request, lambda job: csv_of(self.read(query), job))

    async def docs(self) -> Response:
        """Return the description of the API."""
        return HTMLResponse(await asyncio.to_thread(lambda: self.described))

    @cached_property
    def described(self) -> str:
        """The description of the API, as a page."""
        questions = [describe(name, question) for name, question in QUESTIONS.items()]
        return self.environment.get_template("docs.html").render(
            page="docs", form=Form(QueryParams()), questions=questions, limits=self.limits
        )

    async def worker(self) -> Response:
        """Return the service worker, which keeps the page for when there is no network."""
        return Response(service_worker(self.assets), media_type="text/javascript", headers={"cache-control": ASK_FIRST})

    async def manifest(self) -> Response:
        """Return what a phone wants to know to install the page."""
        return JSONResponse(manifest(self.assets), media_type="application/manifest+json")

    async def code(self, request: Request, to: str = "") -> Response:
        """Return an address as a QR code, for somebody else's phone."""
        return await self.workers.run(request, lambda _job: code_of(to))

    async def health(self) -> dict[str, object]:
        """Say that the server is there, and how many requests are inside."""
        return {"ok": True, "version": __version__, "inside": self.workers.inside, "long": len(self.solves.line)}


def code_of(address: str) -> Response:
    """Draw the QR code of an address, or raise."""
    if not address.startswith(("http://", "https://")):
        raise InputError("to", "must be an address that begins with http:// or https://", address)
    if (size := len(address.encode("utf-8", "surrogatepass"))) > LONGEST_CODE:
        raise InputError("to", f"must be at most {LONGEST_CODE:,} bytes long in UTF-8", Verbatim(f"{size:,}"))
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="l").save(drawn, kind="svg", scale=4, border=2)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def told(error: InputError | None) -> dict[str, str] | None:
    """Return an error as the templates take it."""
    return None if error is None else {"message": page_words(error), "element": element_of(error.field)}


def pasted_query(form: Form) -> Response:
    """Return what was typed as the query of an address, or what is wrong with it."""
    if form.error is not None:
        return JSONResponse({**problem(form.error), "message": page_words(form.error)}, 422)
    return JSONResponse({"query": form.query()})


def sheet_of(form: Form, job: Job) -> Response:
    """Compute a deal and return the sheet."""
    found, shown, currency = read_deal(form, job)
    page = shown.page(found, currency)
    return HTMLResponse(page, headers={"content-security-policy": policy_with_style(page)})


def csv_of(form: Form, job: Job) -> Response:
    """Compute a deal and return it as CSV."""
    headers = {"content-disposition": 'attachment; filename="deal.csv"'}
    text = deal_csv(read_deal(form, job)[0], for_spreadsheet=True)
    return PlainTextResponse(text, media_type="text/csv", headers=headers)


def pairs(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return rows as fields of the form."""
    return [pair for name, stack in rows for pair in (("name", name), ("stack", stack))]


def policy_with_style(page: str) -> str:
    """Return the content security policy for a page that brings its own style: only this one, by its hash."""
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style
    mark = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    return HEADERS["content-security-policy"].replace("style-src 'self'", f"style-src 'sha256-{mark}'")
