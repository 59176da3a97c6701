/**
 * A spreadsheet program may read a formula at the start of a cell and, since some programs split a file at other separators or at
 * every line, after a separator, with optional spaces and quotes in between. The cell is matched with a `;` in front, so that its
 * start is such a position too. Leading white space counts because some programs drop it.
 */
const formulaPositions = /(?<![;|\u0085'"\s])[;|\u0085'"\s]+(?=[=+\-@\0\uFF1D\uFF0B\uFF0D\uFF20])|^;'*(?=[;|\u0085\s])/g;
const escapedPositions = /(?<![;|\u0085'"\s])[;|\u0085'"\s]+(?=[=+\-@\0\uFF1D\uFF0B\uFF0D\uFF20])|^;'+(?=[;|\u0085\s])/g;

/** An apostrophe makes every spreadsheet program treat what follows as text. */
export const escapeFormulas = (text: string): string =>
  `;${text}`.replace(formulaPositions, (place) => place.replaceAll(/\r\n|[;|\t\r\n\v\f\u0085\u2028\u2029]/g, "$&'")).slice(1);

export const unescapeFormulas = (text: string): string =>
  `;${text}`.replace(escapedPositions, (place) => place.replaceAll(/(\r\n|[;|\t\r\n\v\f\u0085\u2028\u2029])'/g, '$1')).slice(1);
