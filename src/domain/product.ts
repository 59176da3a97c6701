export const productTitle = 'Bellwether';
export const productSubtitle = 'Farm Management';
