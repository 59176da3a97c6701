/** A digest of the form of all rows; `npm run openapi` writes it. */
export const copyForm = 'RAxpP0YN';
