/** Where the pictures that farms have uploaded are served. */
export const uploadsPath = '/uploads/';

/** Longest side of an uploaded picture as it is kept, and of its version for cards and lists. */
export const pictureSize = 2048;
export const cardPictureSize = 640;

const fullName = /^([\da-f]{32})\.webp$/;
const anyName = /^[\da-f]{32}(?:-card)?\.webp$/;

/** `name` of an uploaded picture → the name of its version for cards. */
export const cardPictureName = (name: string): string => name.replace(fullName, '$1-card.webp');

export const isUploadedName = (name: string): boolean => anyName.test(name);

/** The version for cards and lists of an uploaded picture; any other address stays as it is. */
export const cardPictureUrl = (imageUrl: string): string =>
  imageUrl.startsWith(uploadsPath) ? uploadsPath + cardPictureName(imageUrl.slice(uploadsPath.length)) : imageUrl;
