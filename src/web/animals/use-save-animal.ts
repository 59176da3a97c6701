import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { ApiError, call, NetworkError, sentenceOf } from '#web/lib/api.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import type { ShownPart } from '#web/components/changed-elsewhere.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { type AnimalFormValues, changesBetween, formField, inputOf, valuesOf } from './animal-form-values.ts';
import { animalParts } from './animal-parts.tsx';
import { keepAnimal, useAddAnimal, useChangeAnimal } from '#web/herd/animals.data.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';

/** Why the animal was not saved, where the form can say what to do about it. */
export interface Refusal {
  readonly kind: 'full' | 'stale' | 'gone' | 'unreachable';
  /** The server's sentence. */
  readonly message: string;
  readonly error: unknown;
}

/** The animal as the form's changes are counted from. */
interface Base {
  readonly values: AnimalFormValues;
  readonly version: number;
}

export type AnimalMerge = Merge<AnimalFormValues, ShownPart<AnimalFormValues>>;

interface SaveOptions {
  readonly animal: Animal | undefined;
  readonly id: string;
  readonly opened: AnimalFormValues;
  readonly form: UseFormReturn<AnimalFormValues>;
}

/**
 * Adds or changes an animal from its form. `save` is true when it worked; otherwise the form says why and keeps what was typed. Where
 * somebody else has changed the animal meanwhile, `merge` holds both changes and the form stands as they come together.
 */
export function useSaveAnimal({ animal, id, opened, form }: SaveOptions) {
  const client = useQueryClient();
  const addAnimal = useAddAnimal();
  const changeAnimal = useChangeAnimal();
  const [base, setBase] = useState<Base | undefined>(animal && { values: opened, version: animal.version });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [merge, setMerge] = useState<AnimalMerge | null>(null);

  const send = async (values: AnimalFormValues, from: Base | undefined): Promise<unknown> => {
    if (!from) return addAnimal.mutateAsync({ ...inputOf(values), id });
    const changes = changesBetween(from.values, values);
    if (Object.keys(changes).length === 0) return undefined;
    return changeAnimal.mutateAsync({ id, version: from.version, ...changes }).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      const met = await meet(values, from);
      // What they changed stands nowhere in this form.
      if (met && met.taken.length + met.clashes.length === 0) return send(met.values, met.from);
      setMerge(met ?? null);
      throw error;
    });
  };

  /** Reads what somebody else has saved and brings it together with what is typed; undefined when it cannot be read now. */
  const meet = async (mine: AnimalFormValues, { values }: Base) => {
    const fresh = await call('readAnimal', { params: { id } }).catch(() => undefined);
    if (!fresh) return undefined;
    keepAnimal(client, fresh);
    const known = [animalsQuery, outsideParentsQuery].flatMap(({ queryKey }) => client.getQueryData(queryKey) ?? []);
    const theirs = valuesOf(fresh);
    const met = mergeThreeWays(animalParts(known), { base: values, mine, theirs });
    const from = { values: theirs, version: fresh.version };
    setBase(from);
    showValues(form, met.values);
    return { ...met, from };
  };

  const explain = (error: unknown) => {
    const message = sentenceOf(error, animal ? 'Failed to update animal' : 'Failed to add animal');
    toast({ variant: 'destructive', title: 'Error', description: message });
    if (error instanceof NetworkError) setRefusal({ kind: 'unreachable', message, error });
    if (!(error instanceof ApiError)) return;
    for (const [index, { path, message: text }] of error.fields.entries()) {
      const field = formField(path);
      if (field) form.setError(field, { type: 'server', message: text }, { shouldFocus: index === 0 });
    }
    if (error.code === 'plan.limit_reached') setRefusal({ kind: 'full', message, error });
    if (error.code === 'animals.not_found') setRefusal({ kind: 'gone', message, error });
    if (isStale(error)) setRefusal({ kind: 'stale', message, error });
  };

  const save = async (values: AnimalFormValues): Promise<boolean> => {
    setRefusal(null);
    setMerge(null);
    try {
      await send(values, base);
      return true;
    } catch (error) {
      explain(error);
      return false;
    }
  };

  return { save, refusal, merge };
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'record.stale';

/** Puts values into a form as if they had been typed. */
export function showValues(form: UseFormReturn<AnimalFormValues>, values: AnimalFormValues): void {
  for (const field of Object.keys(values) as (keyof AnimalFormValues)[]) {
    if (form.getValues(field) !== values[field]) form.setValue(field, values[field], { shouldDirty: true });
  }
}
