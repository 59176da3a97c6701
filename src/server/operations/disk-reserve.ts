import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for thousands of writes while an operator makes room. */
const reserveBytes = 16 * 1024 * 1024;

export const reserveFile = (folder: string): string => join(folder, 'reserve');

/**
 * Reserves disk space that an operator can release by deleting the file. The server never deletes it: when the disk fills again, nobody
 * would have been warned.
 */
export async function ensureReserve(folder: string): Promise<void> {
  const present = await stat(reserveFile(folder)).catch(() => undefined);
  if (present?.size === reserveBytes) return;
  await mkdir(folder, { recursive: true });
  const unfinished = `${reserveFile(folder)}.part`;
  const file = await open(unfinished, 'w');
  try {
    // Written with data, because a sparse file reserves nothing.
    const part = Buffer.alloc(1024 * 1024);
    for (let written = 0; written < reserveBytes; written += part.length) await file.write(part);
  } finally {
    await file.close();
  }
  await rename(unfinished, reserveFile(folder));
}
