import { readBackupState, type BackupState } from '#server/backups/check-backup.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from './metrics.ts';

interface Parts {
  readonly config: Pick<Config, 'dataDir' | 'backupDir' | 's3' | 'databaseUrl'>;
  readonly now: () => Date;
}

/** Who asks every few seconds does not ask the bucket as often: backups come by the hour. */
const freshMs = 5 * 60_000;

/** A PostgreSQL is backed up with its own tools: there is nothing here to say about it. */
export function gaugeBackups(metrics: Metrics, { config, now }: Parts): void {
  if (config.databaseUrl !== undefined) return;
  const read = remembered(() => readBackupState(config, now()), now);
  metrics.gauge(
    'backup_age_seconds',
    'Age of the newest backup that the drill has nothing against; NaN: there is none; below zero: the clock is or was wrong',
    async () => {
      const { newestGood } = await read();
      return newestGood ? (now().getTime() - newestGood.at.getTime()) / 1000 : Number.NaN;
    },
  );
  metrics.gauge(
    'backup_drill_ok',
    '1 when the backup that was opened last can be restored; NaN: none was opened yet',
    async () => {
      const { drill } = await read();
      return drill ? Number(drill.faults.length === 0) : Number.NaN;
    },
  );
}

/** A failure too: a store that is away is not asked more often. */
function remembered(read: () => Promise<BackupState>, now: () => Date): () => Promise<BackupState> {
  let known: { readonly at: number; readonly state: Promise<BackupState> } | undefined;
  return () => {
    if (!known || now().getTime() - known.at >= freshMs) known = { at: now().getTime(), state: read() };
    return known.state;
  };
}
