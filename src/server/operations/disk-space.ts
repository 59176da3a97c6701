import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { minuteMs } from '#server/time-after.ts';

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

/** Looks each minute, so that the log says that little is left before writes fail; then it says so once an hour. */
export function watchDisk(folder: string, log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>, read = readDiskSpace): void {
  let minutesLow = 0;
  const look = async (): Promise<void> => {
    const space = await read(folder);
    if (!isLow(space)) {
      if (minutesLow > 0) log.info(space, 'the disk of DATA_DIR has enough free space again');
      minutesLow = 0;
      return;
    }
    minutesLow += 1;
    if (minutesLow % 60 !== 1) return;
    const left = `${inGigabytes(space.freeBytes)} of ${inGigabytes(space.totalBytes)}`;
    log.error({ alert: 'disk', ...space }, `the disk of DATA_DIR is nearly full: ${left} are free. Make room`);
  };
  const lookNow = (): void =>
    void look().catch((error: NodeJS.ErrnoException) => {
      // With PostgreSQL the folder may not be there yet.
      if (error.code !== 'ENOENT') log.warn({ err: error }, 'the free space cannot be read');
    });
  setInterval(lookNow, minuteMs).unref();
  lookNow();
}
