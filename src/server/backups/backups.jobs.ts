import type { Job } from '#server/jobs/job.ts';
import type { Config } from '#server/config.ts';
import { hourMs } from '#server/time-after.ts';
import { drillNewest } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';

const isWanted = ({ backups, databaseUrl }: Pick<Config, 'backups' | 'databaseUrl'>): boolean =>
  backups === 'hourly' && databaseUrl === undefined;

export const hourlyBackup: Job = {
  name: 'backup',
  everyMs: hourMs,
  run: async ({ config, pictures, now }, signal) => {
    if (!isWanted(config)) return;
    const { missingPictures } = await makeBackup({ config, pictures, now }, signal);
    if (missingPictures.length > 0) {
      throw new Error(`a backup was made, but ${missingPictures.length} pictures that the database knows were not there`);
    }
  },
};

/** A backup that was never restored may be unusable. */
export const restoreDrill: Job = {
  name: 'restore-drill',
  everyMs: hourMs,
  run: async ({ config, now }) => {
    if (!isWanted(config)) return;
    const drill = await drillNewest({ config, now });
    if (drill && drill.error !== null) throw new Error(`the newest backup cannot be restored: ${drill.error}`);
  },
};
