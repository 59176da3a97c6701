/** What the product calls itself; nothing else spells it. */
export const productTitle = 'Bellwether';
export const productSubtitle = 'Farm Management';
