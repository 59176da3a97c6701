/** A digest of the shape of all rows, written by `npm run openapi`. */
export const copyForm = '95mPyM9x';
