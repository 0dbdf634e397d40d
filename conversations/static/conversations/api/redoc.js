/** Shows the OpenAPI document as a page to read. */

const BLANK = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** The address of a picture, and of a blank one where it lies elsewhere. */
function atHome(address) {
  const { protocol, origin } = new URL(address, location.href);
  return protocol === "data:" || origin === location.origin ? address : BLANK;
}

/**
 * Keep pictures from being fetched elsewhere, by either way of setting their address. Redoc shows one of its
 * maker from its maker's server, and has no option that leaves it out.
 */
function keepPicturesHome() {
  const image = HTMLImageElement.prototype;
  const { setAttribute } = image;
  image.setAttribute = function (name, value) {
    setAttribute.call(this, name, name === "src" ? atHome(value) : value);
  };
  const src = Object.getOwnPropertyDescriptor(image, "src");
  Object.defineProperty(image, "src", { ...src, set(value) { src.set.call(this, atHome(value)); } });
}

const place = document.getElementById("api");

keepPicturesHome();
window.Redoc.init(place.dataset.document, { hideDownloadButton: false, disableSearch: false }, place);
