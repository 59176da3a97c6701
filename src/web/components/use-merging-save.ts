import { useState } from 'react';
import { saveMerging } from './merging-save.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { showValues } from './form.tsx';
import type { ShownMergeField } from './changed-elsewhere.tsx';

interface MergingForm<V extends FieldValues, B extends { readonly values: V }, Out> {
  readonly opened: B;
  readonly readStored: () => Promise<B | undefined>;
  readonly mergeFields: () => readonly ShownMergeField<V>[];
  readonly form: UseFormReturn<V, unknown, Out>;
}

/**
 * When somebody else has saved meanwhile, `merge` holds both changes, the form shows them merged, and `base` is the record as they
 * saved it.
 */
export function useMergingSave<V extends FieldValues, B extends { readonly values: V }, Out>({
  opened,
  readStored,
  mergeFields,
  form,
}: MergingForm<V, B, Out>) {
  const [base, setBase] = useState(opened);
  const [merge, setMerge] = useState<Merge<V, ShownMergeField<V>> | null>(null);

  const save = <R>(send: (base: B) => Promise<R>): Promise<R> => {
    setMerge(null);
    return saveMerging(base, {
      send,
      // Without their version there is nothing to merge, so the save fails and can be tried again.
      readStored: () => readStored().catch(() => undefined),
      merge: (was, stored) => {
        setBase(stored);
        return mergeThreeWays(mergeFields(), { base: was.values, mine: form.getValues(), theirs: stored.values });
      },
      onMerged: (merged) => {
        showValues(form, merged.values);
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
