export const uploadsPath = '/uploads/';

export const isUploadedUrl = (url: string): boolean => url.startsWith(uploadsPath);

export const pictureSize = 2048;

/** The longest sides in pixels: `card` for large cards, `thumb` for lists. */
export const smallerSizes = { card: 640, thumb: 256 } as const;
export type SmallerVersion = keyof typeof smallerSizes;
export const smallerVersions = Object.keys(smallerSizes) as SmallerVersion[];

const fullName = /^([\da-f]{32})\.webp$/;

export const smallerName = (name: string, version: SmallerVersion): string => name.replace(fullName, `$1-${version}.webp`);

export function smallerVersionOf(name: string): { readonly full: string; readonly version: SmallerVersion } | undefined {
  const full = name.replace(/-\w+(?=\.webp$)/, '');
  const version = smallerVersions.find((each) => full !== name && smallerName(full, each) === name);
  return version && { full, version };
}

export const isUploadedName = (name: string): boolean => fullName.test(name) || smallerVersionOf(name) !== undefined;

export const smallerUrl = (imageUrl: string, version: SmallerVersion): string =>
  imageUrl.startsWith(uploadsPath) ? uploadsPath + smallerName(imageUrl.slice(uploadsPath.length), version) : imageUrl;

export const smallerUrls = (imageUrl: string): string | undefined =>
  imageUrl.startsWith(uploadsPath)
    ? smallerVersions.map((version) => `${smallerUrl(imageUrl, version)} ${smallerSizes[version]}w`).join(', ')
    : undefined;
