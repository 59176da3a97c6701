/**
 * Where a spreadsheet program sees a formula in a cell of ours: at its beginning, and in a program that parts the file at another
 * sign than the comma, or at every line, also after that sign; with or without spaces and quotes in between. A cell is looked at
 * with a `;` before it, so that its beginning is such a place too. No text begins with white space, which a program may drop.
 */
const places = /(?<![;|\u0085'"\s])[;|\u0085'"\s]+(?=[=+\-@\0\uFF1D\uFF0B\uFF0D\uFF20])|^;'*(?=[;|\u0085\s])/g;
const markedPlaces = /(?<![;|\u0085'"\s])[;|\u0085'"\s]+(?=[=+\-@\0\uFF1D\uFF0B\uFF0D\uFF20])|^;'+(?=[;|\u0085\s])/g;

/** Puts an apostrophe after each separator of such a place: what follows is a text then, in any spreadsheet program. */
export const markFormulas = (text: string): string =>
  `;${text}`.replace(places, (place) => place.replaceAll(/\r\n|[;|\t\r\n\v\f\u0085\u2028\u2029]/g, "$&'")).slice(1);

/** The text that was marked. */
export const unmarkFormulas = (text: string): string =>
  `;${text}`.replace(markedPlaces, (place) => place.replaceAll(/(\r\n|[;|\t\r\n\v\f\u0085\u2028\u2029])'/g, '$1')).slice(1);
