/** Where the pictures that farms have uploaded are served. */
export const uploadsPath = '/uploads/';

/** Longest side of an uploaded picture as it is kept. */
export const pictureSize = 2048;

/** Its smaller versions by what they are for, with their longest side: large cards, and the small frames of lists. */
export const smallerSizes = { card: 640, thumb: 256 } as const;
export type SmallerVersion = keyof typeof smallerSizes;
export const smallerVersions = Object.keys(smallerSizes) as SmallerVersion[];

const fullName = /^([\da-f]{32})\.webp$/;
const anyName = new RegExp(`^[\\da-f]{32}(?:-(?:${smallerVersions.join('|')}))?\\.webp$`);

/** `name` of an uploaded picture → the name of a smaller version of it. */
export const smallerName = (name: string, version: SmallerVersion): string => name.replace(fullName, `$1-${version}.webp`);

/** Of which picture a name is a smaller version; undefined: it is one itself, or none of ours. */
export function smallerVersionOf(name: string): { readonly full: string; readonly version: SmallerVersion } | undefined {
  const full = name.replace(/-\w+(?=\.webp$)/, '');
  const version = smallerVersions.find((each) => full !== name && smallerName(full, each) === name);
  return version && { full, version };
}

export const isUploadedName = (name: string): boolean => anyName.test(name);

/** A smaller version of an uploaded picture; any other address stays as it is. */
export const smallerUrl = (imageUrl: string, version: SmallerVersion): string =>
  imageUrl.startsWith(uploadsPath) ? uploadsPath + smallerName(imageUrl.slice(uploadsPath.length), version) : imageUrl;

/** The versions for a frame of a few centimetres, of which a browser takes the one that fits its screen (`srcset`). */
export const smallerUrls = (imageUrl: string): string | undefined =>
  imageUrl.startsWith(uploadsPath)
    ? smallerVersions.map((version) => `${smallerUrl(imageUrl, version)} ${smallerSizes[version]}w`).join(', ')
    : undefined;
