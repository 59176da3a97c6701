import { useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import type { ShownMergeField } from './changed-elsewhere.tsx';

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

interface MergingForm<V extends object, B extends { readonly values: V }> {
  /** The record as the form was opened with. */
  readonly opened: B;
  readonly readStored: () => Promise<B | undefined>;
  readonly mergeFields: () => readonly ShownMergeField<V>[];
  readonly getValues: () => V;
  readonly showValues: (values: V) => void;
}

/**
 * The same for a form. After a save that somebody else's came before, `merge` holds both changes, the form shows them together, and
 * `base` is the record as they saved it.
 */
export function useMergingSave<V extends object, B extends { readonly values: V }>(form: MergingForm<V, B>) {
  const [base, setBase] = useState(form.opened);
  const [merge, setMerge] = useState<Merge<V, ShownMergeField<V>> | null>(null);

  const save = <R>(send: (base: B) => Promise<R>): Promise<R> => {
    setMerge(null);
    return saveMerging(base, {
      send,
      // Without their version there is nothing to merge: the save stays refused, and can be tried again.
      readStored: () => form.readStored().catch(() => undefined),
      merge: (was, stored) => {
        setBase(stored);
        return mergeThreeWays(form.mergeFields(), { base: was.values, mine: form.getValues(), theirs: stored.values });
      },
      onMerged: (merged) => {
        form.showValues(merged.values);
        setMerge(merged);
      },
    });
  };
  const restart = (from: B): void => {
    setBase(from);
    setMerge(null);
  };
  return { base, merge, save, restart };
}
