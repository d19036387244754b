"""Click commands, built from the fields of questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from finaltable import __version__
from finaltable.asking import find_question, question_names
from finaltable.asking.bounty_fields import BountiesText
from finaltable.asking.common_fields import PlayersText, PrizesText
from finaltable.asking.declare import REQUIRED, Field, Question, fields_of
from finaltable.asking.kinds import FLAG, TEXT, WHOLE
from finaltable.cli.completion import completion_script, install_completion
from finaltable.cli.stream import write
from finaltable.errors import InputError, Verbatim, as_keyword, spell_rule
from finaltable.names import old_names

INPUTS: dict[str, tuple[type, ...]] = {
    "prizes": (PlayersText, PrizesText, BountiesText),
    "players": (PlayersText, BountiesText),
    "": (),
}
THREADS = Field("threads", WHOLE, None, "Number of cores to use. Default: all.")
PLOT = Field("plot", TEXT, None, "Also draw a picture: a file ending in .png, .svg or .pdf.")
JSON = Field("json", FLAG, False, "Print JSON, with the names of the Python attributes.")
PLOT_FLAGS = {"tree": ("--svg", "--plot")}
TABLE = ("stacks", "payouts", "names")  # written without dashes in errors
SERVERS = ("mcp", "serve")
PRIZES = ("-p", "--payouts")
NEGATIVE = re.compile(r"-[0-9.,]")


class Program(click.Group):
    """All commands; each is built on first use."""

    def __init__(self) -> None:
        super().__init__(
            "finaltable",
            commands={name: click.Command(name) for name in (*question_names(), *SERVERS)},  # for "Did you mean"
            callback=show_help_without_command,
            invoke_without_command=True,
            subcommand_metavar="COMMAND [ARGS]...",
            help="Compute what tournament poker chips are worth: the Dependent Chip Model (DCM) and ICM, with stated "
            "errors.",
            epilog="Start with: finaltable compare 1000 500 100 --payouts 100,50",
            params=[
                printing("-V", "--version", text=version_line, help="Print the version."),
                printing("--install-completion", text=install_completion, help="Set up completion for your shell."),
                printing("--show-completion", text=completion_script, help="Print the completion script."),
                help_option(),
            ],
            context_settings={"max_content_width": 100},
            add_help_option=False,
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by name; import only its question."""
        return make_command(cmd_name) if super().get_command(ctx, cmd_name) else None


class Command(click.Command):
    """A command that collects its fields as text and passes them to ``act``."""

    def __init__(
        self,
        name: str,
        fields: Mapping[str, Field],
        act: Callable[[dict[str, Any]], int],
        *,
        help: str,
        examples: tuple[str, ...],
    ) -> None:
        self.fields = fields
        renamed = {old: new.replace("_", "-") for old, new in old_names(fields).items()}
        super().__init__(
            name,
            context_settings={"token_normalize_func": lambda option: renamed.get(option, option)},
            callback=lambda **given: act(texts_given(fields, given)),
            help=help,
            short_help=help,
            epilog="\b\nExamples:\n" + "\n".join(f"  finaltable {line}" for line in examples),
            add_help_option=False,
        )

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options, built on first use: the list of all commands does not need them."""
        if not self.params:
            self.params = [*map(parameter, self.fields.values()), help_option()]
        return super().get_params(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line; explain amounts that were taken for options or for stacks."""
        words = [*args]
        with self.in_words_of(ctx):
            try:
                rest = super().parse_args(ctx, args)
            except click.NoSuchOption as error:
                raise self.explained(error.option_name, words) or error from None
            if {"stacks", "payouts"} <= self.fields.keys() and not ctx.resilient_parsing:
                check_one_list(ctx.params["stacks"], words)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and return the exit code."""
        with self.in_words_of(ctx):
            return super().invoke(ctx)

    def explained(self, option: str, words: list[str]) -> InputError | None:
        """Return a better error for an unknown option, if there is one."""
        if "stacks" in self.fields and NEGATIVE.match(option):
            word = next((word for word in words if word.startswith(option)), option)
            return InputError("stacks", "must not be negative", word, code="negative")
        if "stacks" in self.fields and option in PRIZES:
            hint = "leave out --payouts"
            return InputError("payouts", "are not needed here", Verbatim(option), hint=hint, code="conflict")
        return None

    @contextmanager
    def in_words_of(self, ctx: click.Context) -> Iterator[None]:
        """Turn an `InputError` into click's error, with fields spelled as options of this command."""
        try:
            yield
        except InputError as error:
            flags = {name: name if name in TABLE else long_flag(field) for name, field in self.fields.items()}
            words = error.spelled(lambda field: flags.get(field, field), as_option, lambda field: field in flags)
            raise click.UsageError(words, ctx) from None
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


def make_command(name: str) -> Command:
    """Return the command of a question, or of a server."""
    if name == "serve":
        from finaltable.cli.serve import EXAMPLES, HELP, ServeOptions, serve

        return Command(name, fields_of(ServeOptions), serve, help=HELP, examples=EXAMPLES)
    if name == "mcp":
        from finaltable.cli import mcp

        return Command(name, fields_of(mcp.McpOptions), mcp.mcp, help=mcp.HELP, examples=mcp.EXAMPLES)
    from finaltable.cli.ask import answer

    question = find_question(name)
    act = partial(answer, question)
    return Command(name, command_fields(question), act, help=question.help, examples=question.examples)


def command_fields(question: type[Question]) -> dict[str, Field]:
    """Return all fields of a question's command, in the order of its help."""
    fields = {name: field for group in (*INPUTS[question.needs], question) for name, field in fields_of(group).items()}
    if question.cores:
        fields["threads"] = THREADS
    fields |= fields_of(question.shown)
    if question.shown.figure:
        fields["plot"] = Field("plot", TEXT, None, PLOT.help, PLOT_FLAGS.get(question.name, ()))
    return {**fields, "json": JSON}


def flags_of(field: Field) -> tuple[str, ...]:
    """Return the flags of an option; none for an argument."""
    if field.flags == ("",):
        return ()
    name = field.name.replace("_", "-")
    usual = f"--{name}/--no-{name}" if field.kind is FLAG and field.default else f"--{name}"
    return field.flags or (usual,)


def long_flag(field: Field) -> str:
    """Return the name of an option or argument for error messages."""
    return next((flag.partition("/")[0] for flag in flags_of(field) if flag.startswith("--")), field.name)


def parameter(field: Field) -> click.Parameter:
    """Return a field as a click parameter. Click accepts repeated options; `texts_given` refuses them."""
    flags, kind = flags_of(field), field.kind
    words = spell_rule(field.help_in("in_text"), lambda name: f"--{name.replace('_', '-')}", as_keyword)
    if not flags:
        return click.Argument([field.name], nargs=-1, required=field.default is REQUIRED, help=words)
    if kind is FLAG:
        return click.Option(
            [field.name, *flags], is_flag=True, default=field.default, show_default=field.default, help=words
        )
    return click.Option(
        [field.name, *flags],
        multiple=True,
        default=[field.usual] if field.usual else None,
        show_default=bool(field.usual),
        metavar=kind.metavar,
        shell_complete=None if kind.choices is None else partial(complete, kind.choices),
        help=words,
    )


def complete(choices: Callable[[], Any], _ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Return the completions of an incomplete word."""
    return [choice for choice in choices() if choice.startswith(begun)]


def texts_given(fields: Mapping[str, Field], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the text of each field, or a list for repeatable fields; raise if another field is repeated."""
    texts: dict[str, Any] = {}
    for name, value in given.items():
        if not isinstance(value, tuple):
            texts[name] = value
        elif fields[name].kind.many and value:
            texts[name] = [*value]
        elif len(value) > 1:
            count = Verbatim(f"{len(value)} of them")
            raise InputError(long_flag(fields[name]), "must be given once", count, code="duplicate")
        elif value:
            texts[name] = value[0]
    return texts


def check_one_list(stacks: tuple[str, ...], words: list[str]) -> None:
    """Raise for an unquoted list of prizes, the end of which would be read as stacks."""
    for option in PRIZES:
        place = words.index(option) if option in words else len(words)
        after = words[place + 2 : place + 3]
        if stacks and stacks[0] in words[:place] and after and not after[0].startswith("-"):
            listed = [amount.rstrip(",").replace(",", "") for amount in words[place + 1 : place + 3]]
            hint = f"write {','.join(listed)}… or put quotation marks around it"
            found = Verbatim(f"amounts on both sides of {option}")
            raise InputError("payouts", "must be one list", found, hint=hint, code="wrong_type")


def as_option(field: str, value: str) -> str:
    """Return an option and its value as on a command line."""
    return f"--{field.replace('_', '-')} {value}"


def printing(*flags: str, text: Callable[[click.Context], str], help: str) -> click.Option:
    """Return an option that prints text instead of running a command."""

    def show(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            write(text(ctx))
            ctx.exit()

    return click.Option(flags, is_flag=True, is_eager=True, expose_value=False, callback=show, help=help)


def help_option() -> click.Option:
    """Return the option that shows the help."""
    return printing("-h", "--help", text=help_page, help="Show this message and exit.")


def help_page(ctx: click.Context) -> str:
    """Return the help of a command, or of the program."""
    return f"{ctx.get_help()}\n"


def version_line(_ctx: click.Context) -> str:
    """Return the name and the version."""
    return f"finaltable {__version__}\n"


@click.pass_context
def show_help_without_command(ctx: click.Context) -> None:
    """Print the help if no command is given."""
    if ctx.invoked_subcommand is None:
        write(help_page(ctx))
