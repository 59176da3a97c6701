/** A digest of the form of all rows; `npm run openapi` writes it. */
export const copyForm = 'wlm8Sffn';
