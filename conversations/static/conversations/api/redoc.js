/** Shows the OpenAPI document as a page to read. */

const place = document.getElementById("api");

window.Redoc.init(place.dataset.document, { hideDownloadButton: false, disableSearch: false }, place);
