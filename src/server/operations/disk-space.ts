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

interface DiskWatch {
  readonly folder: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'info'>;
  readonly read?: typeof readDiskSpace;
}

/** Each call checks once. The log warns when space gets low, then hourly, and reports when there is enough again. */
export function createDiskWatch({ folder, log, read = readDiskSpace }: DiskWatch): (now: Date) => Promise<void> {
  let warnedAt: number | undefined;
  return async (now) => {
    const space = await read(folder).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'the free space cannot be read');
      return undefined;
    });
    if (!space) return;
    if (!isLow(space)) {
      if (warnedAt !== undefined) log.info({ alert: 'disk', ...space }, 'there is enough free space again');
      warnedAt = undefined;
    } else if (warnedAt === undefined || Math.abs(now.getTime() - warnedAt) >= hourMs) {
      warnedAt = now.getTime();
      const left = `${inGigabytes(space.freeBytes)} of ${inGigabytes(space.totalBytes)}`;
      log.error({ alert: 'disk', ...space }, `the disk of DATA_DIR is nearly full: ${left} are free. Make room`);
    }
  };
}
