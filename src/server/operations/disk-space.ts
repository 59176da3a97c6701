import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { hourMs } from '#server/time-after.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A gigabyte or a tenth of the disk: what backups and pictures of a busy week need. */
export const isLow = ({ freeBytes, totalBytes }: DiskSpace): boolean => freeBytes < 1e9 || freeBytes < totalBytes / 10;

export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** The log says at the start and once an hour that little is left. */
export function watchDisk(folder: string, log: Pick<FastifyBaseLogger, 'warn' | 'error'>, read = readDiskSpace): void {
  const look = async (): Promise<void> => {
    const space = await read(folder);
    if (!isLow(space)) return;
    const left = `${inGigabytes(space.freeBytes)} of ${inGigabytes(space.totalBytes)}`;
    log.error({ alert: 'disk', ...space }, `the disk of DATA_DIR is nearly full: ${left} are free. Make room`);
  };
  const lookNow = (): void => void look().catch((error: unknown) => log.warn({ err: error }, 'the free space cannot be read'));
  setInterval(lookNow, hourMs).unref();
  lookNow();
}
