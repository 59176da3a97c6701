/** Where the pictures that farms have uploaded are served. */
export const uploadsPath = '/uploads/';

const uploadedPicture = /^(\/uploads\/[\da-f]{32})\.webp$/;

/** The version for cards and lists (640 px) of an uploaded picture; any other address stays as it is. */
export const cardPictureUrl = (imageUrl: string): string => imageUrl.replace(uploadedPicture, '$1-card.webp');
