/* Another type has other options: the page is loaded again in the shape of that type. */

"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const type = document.querySelector("#provider_form select[name=type]");
  if (!type) return;
  type.addEventListener("change", () => {
    const address = new URL(window.location.href);
    address.searchParams.set("type", type.value);
    window.location.assign(address);
  });
});
