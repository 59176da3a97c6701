import { useEffect, useEffectEvent, useState } from 'react';
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
  /** The record as somebody else has since saved it, where that is known from the start. */
  readonly theirs?: B | undefined;
}

/**
 * If somebody else has saved the record, `merge` holds both changes, the form shows them merged, and `base` is the record as they
 * saved it.
 */
export function useMergingSave<V extends FieldValues, B extends { readonly values: V }, Out>({
  opened,
  readStored,
  mergeFields,
  form,
  theirs,
}: MergingForm<V, B, Out>) {
  const mergeWith = (was: B, stored: B) =>
    mergeThreeWays(mergeFields(), { base: was.values, mine: form.getValues(), theirs: stored.values });
  const [base, setBase] = useState(theirs ?? opened);
  const [merge, setMerge] = useState<Merge<V, ShownMergeField<V>> | null>(() => (theirs ? mergeWith(opened, theirs) : null));
  const showAtOnce = useEffectEvent(() => {
    if (theirs && merge) showValues(form, merge.values);
  });
  useEffect(() => showAtOnce(), []);

  const save = <R>(send: (base: B) => Promise<R>): Promise<R> => {
    setMerge(null);
    return saveMerging(base, {
      send,
      // Without their version there is nothing to merge, so the save fails and can be tried again.
      readStored: () => readStored().catch(() => undefined),
      merge: (was, stored) => {
        setBase(stored);
        return mergeWith(was, stored);
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
