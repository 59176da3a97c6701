/** A phone's photo of 8 MB would take a minute to leave a pasture; this is still sharper than any screen shows it. */
const longestSide = 2048;
const smallEnough = 1_000_000;
const kept = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * The picture as it is sent: big ones smaller, and what only this device can read (an iPhone's HEIC) as JPEG.
 * What the device cannot read goes as it is, for the server to say what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.type === 'image/gif' || (kept.has(file.type) && file.size <= smallEnough)) return file;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return file;
  // JPEG has no see-through: what was transparent becomes white instead of black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
  return jpeg && (jpeg.size < file.size || !kept.has(file.type)) ? jpeg : file;
}
