import { readBackupState, type BackupState } from '#server/backups/check-backup.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from './metrics.ts';

interface Parts {
  readonly config: Pick<Config, 'dataDir' | 'backupDir' | 's3' | 'databaseUrl'>;
  readonly now: () => Date;
}

const freshMs = 5 * 60_000;

/** PostgreSQL is backed up with its own tools, which the server cannot see. */
export function gaugeBackups(metrics: Metrics, { config, now }: Parts): void {
  if (config.databaseUrl !== undefined) return;
  const read = cachedState(() => readBackupState(config, now()), now);
  metrics.gauge(
    'backup_age_seconds',
    'Age of the newest backup; NaN: there is none; below zero: the clock is or was wrong',
    async () => {
      const { newest } = await read();
      return newest ? (now().getTime() - newest.at.getTime()) / 1000 : Number.NaN;
    },
  );
  metrics.gauge(
    'backup_drill_ok',
    '1 when the backup that was opened last can be restored; NaN: none was opened yet',
    async () => {
      const { drill } = await read();
      return drill ? Number(drill.error === null) : Number.NaN;
    },
  );
}

/** Failures are cached too, so that an unreachable store is not asked more often. */
function cachedState(read: () => Promise<BackupState>, now: () => Date): () => Promise<BackupState> {
  let cached: { readonly at: number; readonly state: Promise<BackupState> } | undefined;
  return () => {
    if (!cached || now().getTime() - cached.at >= freshMs) cached = { at: now().getTime(), state: read() };
    return cached.state;
  };
}
