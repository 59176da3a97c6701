import { isInFuture } from '#domain/backups.ts';
import type { Config } from '#server/config.ts';
import { readBackupState, type BackupState } from '#server/backups/check-backup.ts';
import { hourMs } from '#server/time-after.ts';
import { bad, good, note, type Finding } from './findings.ts';

/** Allows for one backup missed during a restart and one that is running. */
const oldHours = 3;

export async function examineBackups(config: Config, now: Date): Promise<Finding[]> {
  if (config.databaseUrl !== undefined) {
    return [note('PostgreSQL has to be backed up with its own tools', 'docs/operating.md says how')];
  }
  const isElsewhere = config.backupDir !== undefined || config.s3 !== undefined;
  const findings = judgeBackups(await readBackupState(config, now), config.backups === 'hourly', now);
  if (isElsewhere) return findings;
  return [...findings, note('backups are kept in the data folder', 'Set BACKUP_DIR to a folder on another disk')];
}

export function judgeBackups({ newest, drill }: BackupState, isHourly: boolean, now: Date): Finding[] {
  if (!newest)
    return [note('there is no backup yet', isHourly ? 'The server makes one soon, or: npm run backup' : 'npm run backup')];
  const hours = Math.floor((now.getTime() - newest.at.getTime()) / hourMs);
  const age =
    hours < oldHours
      ? good(`the newest backup is ${newest.id}`)
      : bad(
          `the newest backup is ${hours} hours old`,
          isHourly
            ? 'The log says why the later ones failed: room on the disk? Or: npm run backup'
            : 'BACKUPS=off: npm run backup',
        );
  const found = isInFuture(newest.id, now) ? [allAhead(now)] : [age];
  if (!drill) return [...found, note('no backup has been opened yet', 'npm run backup -- check')];
  if (drill.error === null) return [...found, good(`${drill.id} can be restored`)];
  return [...found, bad(`${drill.id} cannot be restored: ${drill.error}`, 'npm run backup, then npm run backup -- check')];
}

const allAhead = (now: Date): Finding =>
  bad(`the clock says ${now.toISOString()}, and every backup is later than that`, 'Set the clock: until then none is the newest');
