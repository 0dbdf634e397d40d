/**
 * Puts a chat on any page by one line:
 * `<script src="https://…/static/conversations/widget.js" data-graph="quote" async></script>`.
 *
 * `data-heading` (or `data-title`), `data-color`, `data-position`, `data-greeting`, `data-language`, `data-scheme`
 * and `data-user` are attributes of the element that it makes; without `data-graph` the page places its own
 * `<ezgraph-chat graph="…">`.
 */
{
  const { graph, title, ...options } = document.currentScript.dataset;
  import(new URL("chat/element.js", document.currentScript.src)).then(() => {
    if (!graph || document.querySelector(`ezgraph-chat[launcher][graph="${CSS.escape(graph)}"]`)) return;
    const chat = document.createElement("ezgraph-chat");
    for (const [name, value] of Object.entries({ graph, launcher: "", heading: title, ...options })) {
      if (value !== undefined) chat.setAttribute(name, value);
    }
    (document.body ?? document.documentElement).append(chat);
  });
}
