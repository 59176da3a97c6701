import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for thousands of entries while somebody makes room. */
const reserveBytes = 16 * 1024 * 1024;

export const reserveFile = (folder: string): string => join(folder, 'reserve');

/**
 * Keeps room by for the day the disk is full: whoever runs the server deletes the file, and people work on while real room is
 * made. The server never deletes it itself: a disk that is full again an hour later would find nobody warned.
 */
export async function keepReserve(folder: string): Promise<void> {
  const kept = await stat(reserveFile(folder)).catch(() => undefined);
  if (kept?.size === reserveBytes) return;
  await mkdir(folder, { recursive: true });
  const unfinished = `${reserveFile(folder)}.part`;
  const file = await open(unfinished, 'w');
  try {
    // Written, not only given its length: a file of holes holds nothing by.
    const part = Buffer.alloc(1024 * 1024);
    for (let written = 0; written < reserveBytes; written += part.length) await file.write(part);
  } finally {
    await file.close();
  }
  await rename(unfinished, reserveFile(folder));
}
