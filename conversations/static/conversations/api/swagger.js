/** Shows the OpenAPI document as a page on which the API can be tried out. */

const place = document.getElementById("api");

window.SwaggerUIBundle({ domNode: place, url: place.dataset.document, deepLinking: true, validatorUrl: null });
