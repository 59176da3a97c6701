import { ApiError } from '#web/lib/api.ts';

interface MergingSave<B, M, R> {
  /** Fails with `record.stale` where the record is no longer stored as in `base`. */
  readonly send: (base: B) => Promise<R>;
  /** The record as it is stored now; undefined when it cannot be read. */
  readonly readStored: () => Promise<B | undefined>;
  readonly merge: (base: B, stored: B) => M;
  /** Both changed the record: the person looks at it before it is sent again. */
  readonly onMerged: (merged: M) => void;
}

/**
 * Saves a change that was made from `base`. Where somebody else has changed the record meanwhile, their version is read and merged;
 * if they changed nothing that is changed here, or to the same, the change is sent again from their version. Fails as `send` does.
 */
export async function saveMerging<B, M extends { taken: readonly unknown[]; clashes: readonly unknown[] }, R>(
  base: B,
  flow: MergingSave<B, M, R>,
): Promise<R> {
  try {
    return await flow.send(base);
  } catch (error) {
    const stored = isStale(error) ? await flow.readStored() : undefined;
    if (!stored) throw error;
    const merged = flow.merge(base, stored);
    if (merged.taken.length + merged.clashes.length === 0) return saveMerging(stored, flow);
    flow.onMerged(merged);
    throw error;
  }
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'record.stale';
