import type { Db } from '#server/db/connect.ts';
import { isShared } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { recordProgress, type StoredImport } from './imports.queries.ts';

export interface Progress {
  done: number;
  readonly total: number;
}

interface Job {
  readonly db: Db;
  readonly now: () => Date;
  readonly farmId: FarmId;
  readonly importId: string;
  readonly total: number;
}

const running = new Map<string, Progress>();

/** Interval of publishing to other servers; stale entries expire because the publishing server may have crashed. */
const publishEveryMs = 500;
const believedMs = 15_000;

export function progressOf({ id, progress }: StoredImport, now: Date): Progress | null {
  const here = running.get(id);
  if (here) return { ...here };
  if (progress === null) return null;
  const { done, total, at } = JSON.parse(progress) as Progress & { at: string };
  return now.getTime() - Date.parse(at) < believedMs ? { done, total } : null;
}

/** Other servers cannot read the open transaction, so the progress is also written outside of it. */
export async function withProgress<T>(
  { db, now, farmId, importId, total }: Job,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = { done: 0, total };
  running.set(importId, progress);
  let publishing: Promise<void> | undefined;
  let isPublished = false;
  const publish = (): void => {
    isPublished = true;
    publishing ??= recordProgress(db, farmId, importId, JSON.stringify({ ...progress, at: now().toISOString() }))
      // A failure to publish the progress must not fail the import.
      .catch(() => {})
      .finally(() => (publishing = undefined));
  };
  const timer = isShared(db) ? setInterval(publish, publishEveryMs) : undefined;
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    running.delete(importId);
    if (isPublished) {
      await publishing;
      await recordProgress(db, farmId, importId, null).catch(() => {});
    }
  }
}
