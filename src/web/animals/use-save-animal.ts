import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { ApiError, call, NetworkError, sentenceOf } from '#web/lib/api.ts';
import { toast } from '#web/ui/use-toast.ts';
import { type AnimalFormValues, changesBetween, formField, inputOf } from './animal-form-values.ts';
import { keepAnimal, useAddAnimal, useChangeAnimal } from './animals.data.ts';

/** Why the animal was not saved, where the form can say what to do about it. */
export interface Refusal {
  readonly kind: 'full' | 'stale' | 'unreachable';
  /** The server's sentence. */
  readonly message: string;
}

interface SaveOptions {
  readonly animal: Animal | undefined;
  readonly id: string;
  readonly opened: AnimalFormValues;
  readonly form: UseFormReturn<AnimalFormValues>;
}

/** Adds or changes an animal from its form. `save` is true when it worked; otherwise the form says why and keeps what was typed. */
export function useSaveAnimal({ animal, id, opened, form }: SaveOptions) {
  const client = useQueryClient();
  const addAnimal = useAddAnimal();
  const changeAnimal = useChangeAnimal();
  const [version, setVersion] = useState(animal?.version);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const send = async (values: AnimalFormValues) => {
    if (version === undefined) return addAnimal.mutateAsync({ ...inputOf(values), id });
    const changes = changesBetween(opened, values);
    return Object.keys(changes).length > 0 ? changeAnimal.mutateAsync({ id, version, ...changes }) : animal;
  };

  const explain = async (error: unknown) => {
    const message = sentenceOf(error, animal ? 'Failed to update animal' : 'Failed to add animal');
    toast({ variant: 'destructive', title: 'Error', description: message });
    if (error instanceof NetworkError) setRefusal({ kind: 'unreachable', message });
    if (!(error instanceof ApiError)) return;
    for (const [index, { path, message: text }] of error.fields.entries()) {
      const field = formField(path);
      if (field) form.setError(field, { type: 'server', message: text }, { shouldFocus: index === 0 });
    }
    if (error.code === 'plan.limit_reached') setRefusal({ kind: 'full', message });
    if (error.code === 'record.stale') {
      const fresh = await call('readAnimal', { params: { id } }).catch(() => undefined);
      if (!fresh) return;
      keepAnimal(client, fresh);
      setVersion(fresh.version);
      setRefusal({ kind: 'stale', message });
    }
  };

  const save = async (values: AnimalFormValues): Promise<boolean> => {
    setRefusal(null);
    try {
      await send(values);
      return true;
    } catch (error) {
      await explain(error);
      return false;
    }
  };

  return { save, refusal };
}
