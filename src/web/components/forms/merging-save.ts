import { ApiError } from '#web/lib/server/api.ts';

interface MergingSave<B, M, R> {
  /** Rejects with `record.stale` if the stored record is no longer as in `base`. */
  readonly send: (base: B) => Promise<R>;
  readonly readStored: () => Promise<B | undefined>;
  readonly merge: (base: B, stored: B) => M;
  readonly onMerged: (merged: M) => void;
}

/**
 * If somebody else has changed the record, both changes are merged. If their change touches none of these fields, or sets one to
 * the same value, the save is repeated on top of theirs. Rejects as `send` does.
 */
export async function saveMerging<B, M extends { fromTheirs: readonly unknown[]; conflicts: readonly unknown[] }, R>(
  base: B,
  flow: MergingSave<B, M, R>,
): Promise<R> {
  try {
    return await flow.send(base);
  } catch (error) {
    const stored = isStale(error) ? await flow.readStored() : undefined;
    if (!stored) throw error;
    const merged = flow.merge(base, stored);
    if (merged.fromTheirs.length + merged.conflicts.length === 0) return saveMerging(stored, flow);
    flow.onMerged(merged);
    throw error;
  }
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'record.stale';
