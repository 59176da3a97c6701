/** A digest of the form of all rows; `npm run openapi` writes it. */
export const copyForm = 'kpPeWA6B';
