import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { ApiError, call, errorMessage } from '#web/lib/api.ts';
import { showFieldErrors } from '#web/components/form.tsx';
import { isStale } from '#web/components/merging-save.ts';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import type { NewEid } from './animal-draft.ts';
import { type AnimalFormValues, changesBetween, formField, inputOf, valuesOf } from './animal-form-values.ts';
import { animalMergeFields } from './merge-fields.tsx';
import { useAddAnimal, useAddAnimalTag, useChangeAnimal } from '#web/herd/animals.data.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/use-withdrawal-reason.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';

export interface SaveFailure {
  readonly kind: 'other' | 'gone' | 'stale';
  readonly message: string;
  readonly error: unknown;
}

interface Base {
  readonly values: AnimalFormValues;
  readonly version?: number;
}

const baseOf = (animal: Animal): Base => ({ values: valuesOf(animal), version: animal.version });

interface SaveOptions {
  readonly animal: Animal | undefined;
  readonly id: string;
  /** Values that a new animal gets besides those of the form. */
  readonly eid: NewEid | undefined;
  readonly opened: AnimalFormValues;
  readonly form: UseFormReturn<AnimalFormValues, unknown, AnimalFormValues>;
  /** The animal as somebody else has since changed it, where that is known from the start. */
  readonly theirs: Animal | undefined;
}

export function useSaveAnimal({ animal, id, eid, opened, form, theirs }: SaveOptions) {
  const client = useQueryClient();
  const addAnimal = useAddAnimal();
  const changeAnimal = useChangeAnimal();
  const addTag = useAddAnimalTag();
  const { askingForReason, dialog } = useWithdrawalReason();
  const [failure, setFailure] = useState<SaveFailure | null>(null);

  const readStored = async () => baseOf(await call('readAnimal', { params: { id } }));
  const knownAnimals = () => [animalsQuery, outsideParentsQuery].flatMap(({ queryKey }) => client.getQueryData(queryKey) ?? []);
  const { merge, save: saveMerging } = useMergingSave<AnimalFormValues, Base, AnimalFormValues>({
    opened: { values: opened, ...(animal && { version: animal.version }) },
    readStored,
    mergeFields: () => animalMergeFields(knownAnimals()),
    form,
    theirs: theirs && baseOf(theirs),
  });

  const send = async (values: AnimalFormValues, base: Base, reason?: string): Promise<object> => {
    if (base.version === undefined) {
      const added = await addAnimal.mutateAsync({ ...inputOf(values), id });
      if (eid) await addTag.mutateAsync({ ...eid, animalId: id, kind: 'eid' });
      return added;
    }
    const changes = changesBetween(base.values, values);
    if (Object.keys(changes).length === 0) return base;
    return changeAnimal.mutateAsync({ id, version: base.version, ...changes, reason });
  };

  const explain = (error: unknown) => {
    const message = errorMessage(error, animal ? 'Failed to update animal' : 'Failed to add animal');
    toastFailure(error, message);
    if (error instanceof ApiError) {
      showFieldErrors(error, form, formField);
      if (error.fields.length > 0) return;
    }
    const kind = isStale(error) ? 'stale' : error instanceof ApiError && error.code === 'animals.not_found' ? 'gone' : 'other';
    setFailure({ kind, message, error });
  };

  /** Resolves with the reply, or with undefined if the animal was not saved. */
  const save = async (values: AnimalFormValues): Promise<object | undefined> => {
    setFailure(null);
    try {
      return await saveMerging((base) =>
        animal ? askingForReason(animal, 'Save anyway', (reason) => send(values, base, reason)) : send(values, base),
      );
    } catch (error) {
      if (!(error instanceof NoReasonGiven)) explain(error);
      return undefined;
    }
  };

  return { save, failure, merge, dialog };
}
