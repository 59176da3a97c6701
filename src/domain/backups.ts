/** A backup is named by its moment, `2026-11-21T16-00-00-000Z`: ISO 8601 in UTC with dashes only, so that it can be a file name. */
export type BackupId = string;

export const backupIdOf = (moment: { toISOString(): string }): BackupId => moment.toISOString().replaceAll(/[:.]/g, '-');

const shape = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})-(\d{3}Z)$/;

export const isBackupId = (text: string): boolean => shape.test(text);

/** The moment as ISO 8601 writes it. */
export const momentOfBackup = (id: BackupId): string => id.replace(shape, '$1:$2:$3.$4');

/** A backup in the order in which backups were made: clocks go wrong, so a running number says which came later. */
export interface NumberedBackup {
  readonly id: BackupId;
  /** 0 for those made before there were numbers; among themselves their moments decide. */
  readonly number: number;
}

export const newestFirst = (backups: readonly NumberedBackup[]): NumberedBackup[] =>
  backups.toSorted((a, b) => b.number - a.number || (a.id < b.id ? 1 : -1));

/** A clock is set right by seconds now and then; further ahead than this it was wrong. */
const clockToleranceMs = 5 * 60_000;

/** Its name lies in the future: the clock was ahead when it was made, or is behind now. */
export const isAhead = (id: BackupId, now: Date): boolean => Date.parse(momentOfBackup(id)) > now.getTime() + clockToleranceMs;

/** How many hours, days and months are kept, and how much of an id names one of them. */
const spans = [
  { kept: 24, letters: '2026-11-21T16'.length },
  { kept: 30, letters: '2026-11-21'.length },
  { kept: 12, letters: '2026-11'.length },
] as const;

/**
 * The last backup of each of the newest 24 hours, 30 days and 12 months (UTC) that have one. Hours without a backup do not count: after
 * a long pause the old ones are still there. Which one is last is said by the order of the ids, the newest first.
 */
export function backupsToKeep(ids: readonly BackupId[]): Set<BackupId> {
  const kept = new Set<BackupId>();
  for (const span of spans) {
    const seen = new Set<string>();
    for (const id of ids) {
      const name = id.slice(0, span.letters);
      if (seen.has(name)) continue;
      if (seen.size === span.kept) break;
      seen.add(name);
      kept.add(id);
    }
  }
  return kept;
}
