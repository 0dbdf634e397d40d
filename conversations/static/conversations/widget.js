/**
 * Puts a chat on any page by one line:
 * `<script src="https://…/static/conversations/widget.js" data-graph="quote" async></script>`.
 *
 * `data-heading` (or `data-title`), `data-color`, `data-position`, `data-greeting`, `data-language`, `data-scheme`
 * and `data-user` are attributes of the element that it makes; without `data-graph` the page places its own
 * `<ezgraph-chat graph="…">`.
 */
{
  const script = document.currentScript;
  if (script) {
    const { graph, title, ...options } = script.dataset;
    import(new URL("chat/element.js", script.src)).then(() => {
      if (!graph || document.querySelector(`ezgraph-chat[launcher][graph="${CSS.escape(graph)}"]`)) return;
      const chat = document.createElement("ezgraph-chat");
      for (const [name, value] of Object.entries({ graph, launcher: "", heading: title, ...options })) {
        if (value !== undefined) chat.setAttribute(name, value);
      }
      // Not into the body: pages move theirs, or put another one in its place.
      document.documentElement.append(chat);
    });
  } else {
    console.warn("The chat's script has to be loaded without type=module.");
  }
}
