/** A digest of the shape of all rows, written by `npm run openapi`. */
export const copyForm = 'q1O582M1';
