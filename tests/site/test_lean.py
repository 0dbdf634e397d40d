"""What travels of modules and styles means what their files mean."""

from ezgraph_site.lean import lean_module, lean_styles


def test_comments_go_and_what_looks_like_one_in_a_text_stays():
    module = '/** About it. */\nconst a = "https://x /* y */"; // why\n// more\nconst b = /["/*]\\/\\//;\n'

    assert lean_module(module) == 'const a="https://x /* y */";const b=/["/*]\\/\\//;'


def test_a_break_stays_where_a_statement_may_end_without_a_semicolon():
    assert lean_module("a = b\n(c)\nreturn\nd") == "a=b\n(c)\nreturn\nd"
    assert lean_module("f({\n  a,\n  b: [\n    c\n  ],\n});") == "f({a,b:[c],});"


def test_words_and_signs_are_not_read_as_others():
    assert lean_module("return a in b ? typeof c : new D()") == "return a in b?typeof c:new D()"
    assert lean_module("a + +b - -c; d = e / /f/.g") == "a+ +b- -c;d=e/ /f/.g"
    assert lean_module("#a = 1; static #b = 2;") == "#a=1;static #b=2;"


def test_the_gaps_of_a_template_stay():
    assert lean_module("`${ a }  ${b}\n  // c`") == "`${a}  ${b}\n  // c`"


def test_a_comment_of_several_lines_ends_a_statement_as_a_break_does():
    assert lean_module("a = b /* c\n d */ ++e") == "a=b\n++e"


def test_styles_keep_the_spaces_that_mean_something():
    styles = """
    /* About it. */
    .a .b > .c::before, .d :is(p, q) {
      all: initial !important;
      width: calc((50% - var(--x)) * 2);
      content: "a  /* b */";
    }
    @media (hover: hover) and (max-width: 9px) { p + p { margin: 0 auto; } }
    """

    assert lean_styles(styles) == (
        ".a .b>.c::before,.d :is(p,q){all:initial !important;width:calc((50% - var(--x)) * 2);"
        'content:"a  /* b */";}@media (hover:hover) and (max-width:9px){p + p{margin:0 auto;}}'
    )
