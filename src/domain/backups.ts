/** `2026-11-21T16-00-00-000Z`: ISO 8601 in UTC with dashes only, so that it can be a file name. */
export type BackupId = string;

export const toBackupId = (moment: { toISOString(): string }): BackupId => moment.toISOString().replaceAll(/[:.]/g, '-');

const shape = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3}Z)$/;

export const isBackupId = (text: string): boolean => shape.test(text);

export const backupMoment = (id: BackupId): string => id.replace(shape, '$1:$2:$3.$4');

/** Clocks are corrected by seconds now and then; a larger difference means that the clock was wrong. */
const clockToleranceMs = 5 * 60_000;

export const isInFuture = (id: BackupId, now: Date): boolean => Date.parse(backupMoment(id)) > now.getTime() + clockToleranceMs;

const retentionPeriods = [
  { count: 24, letters: '2026-11-21T16'.length },
  { count: 30, letters: '2026-11-21'.length },
  { count: 12, letters: '2026-11'.length },
] as const;

/**
 * The last backup of each of the newest 24 hours, 30 days and 12 months (UTC) that have one. Periods without a backup do not count,
 * so that old backups survive a long pause. `ids` must be sorted newest first.
 */
export function backupsToRetain(ids: readonly BackupId[]): Set<BackupId> {
  const retained = new Set<BackupId>();
  for (const span of retentionPeriods) {
    const seen = new Set<string>();
    for (const id of ids) {
      const name = id.slice(0, span.letters);
      if (seen.has(name)) continue;
      if (seen.size === span.count) break;
      seen.add(name);
      retained.add(id);
    }
  }
  return retained;
}
