/** A digest of the shape of all rows, written by `npm run openapi`. */
export const copyForm = 'pGYg7u-j';
