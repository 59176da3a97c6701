/** A photo of 8 MB takes a minute to upload from a pasture, and no screen shows it this large. */
const longestSidePx = 2048;
const unchangedUpTo = 1_000_000;
const webFormats = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * Formats of single devices (HEIC of an iPhone) become JPEG. A file that this device cannot decode is returned as it is, for the
 * server to reject.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.type === 'image/gif' || (webFormats.has(file.type) && file.size <= unchangedUpTo)) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const scale = Math.min(1, longestSidePx / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return file;
  // JPEG has no transparency, which would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
  return jpeg && (jpeg.size < file.size || !webFormats.has(file.type)) ? jpeg : file;
}
