/** The only place that spells the name of the product. */
export const productTitle = 'Bellwether';
export const productSubtitle = 'Farm Management';
