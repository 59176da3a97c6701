import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { eidText } from '#domain/records/eid.ts';
import { type RecordCorrection, RecordForm, useRecordForm } from '#web/components/forms/record-form.tsx';
import { useAddAnimal, useChangeAnimal } from '#web/herd/data/animals.data.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { PlanLimitAlert, usePlanUsage } from '#web/herd/plan-limit.tsx';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { call, isCreateConflict } from '#web/lib/server/api.ts';
import { newAnimalId } from '#web/lib/new-animal-id.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { Button } from '#web/ui/button.tsx';
import { useCall } from '#web/lib/server/use-call.ts';
import { animalDraft } from './animal-draft.ts';
import { FamilySection, HealthSection, IdentitySection, NotesSection, SaleSection } from './animal-form-sections.tsx';
import {
  type AnimalFormValues,
  animalResolver,
  changesBetween,
  formField,
  inputOf,
  type NewEid,
  newAnimalValues,
  valuesOf,
} from './animal-form-values.ts';
import { animalMergeFields } from './merge-fields.ts';

export type AnimalCorrection = RecordCorrection<Animal, AnimalFormValues>;

/** Fields of a new animal that are already known: the tag that was searched for or the EID that was read. */
export interface ProposedAnimal {
  readonly tagNumber?: string;
  readonly eid?: string;
}

interface AnimalFormProps {
  readonly animal: Animal | undefined;
  readonly proposed?: ProposedAnimal | undefined;
  readonly correction?: AnimalCorrection | undefined;
  readonly onSaved?: () => void;
  readonly onClose?: () => void;
}

function useAnimalForm({ animal, proposed: { eid: readEid, ...known } = {}, correction, onSaved, onClose }: AnimalFormProps) {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const [add, change, addTag] = [useAddAnimal(), useChangeAnimal(), useCall('addAnimalTag')];
  const { askingForReason, dialog } = useWithdrawalReason();
  const knownAnimals = () => [animalsQuery, outsideParentsQuery].flatMap(({ queryKey }) => client.getQueryData(queryKey) ?? []);
  const [eid] = useState(() => (readEid === undefined ? null : { id: uuidv7(), number: readEid }));
  const newValues = { ...newAnimalValues, species: user?.keeps === 'sheep' ? ('sheep' as const) : ('goat' as const), eid };
  const addEid = async (given: NewEid, animalId: string) => {
    const body = { ...given, animalId, kind: 'eid' } as const;
    try {
      await addTag.mutateAsync({ body });
    } catch (error) {
      if (!isCreateConflict(error)) throw error;
      // Another animal has been saved with the id, which says nothing about this animal.
      const again = { ...given, id: uuidv7() };
      record.form.setValue('eid', again);
      await addTag.mutateAsync({ body: { ...body, ...again } });
    }
  };
  const send = async (values: AnimalFormValues, id: string): Promise<Animal> => {
    const added = await add.mutateAsync({ ...inputOf(values), id });
    if (values.eid) await addEid(values.eid, id);
    return added;
  };
  const record = useRecordForm<Animal, AnimalFormValues, AnimalFormValues, object, string>({
    what: 'This animal',
    failure: animal ? 'Failed to update animal' : 'Failed to add animal',
    isFailureToasted: true,
    stored: animal,
    readStored: (id) => call('readAnimal', { params: { id } }),
    mergeFields: animalMergeFields(knownAnimals),
    valuesOf: (stored) => (stored ? valuesOf(stored) : newValues),
    proposed: animal ? undefined : { ...newValues, ...known },
    resolver: animalResolver,
    fieldOf: formField,
    correction,
    draft: animalDraft(animal),
    newId: newAnimalId,
    ask: async (save) => {
      try {
        return await (animal ? askingForReason(animal, 'Save anyway', save) : save());
      } catch (error) {
        if (error instanceof NoReasonGiven) return undefined;
        throw error;
      }
    },
    send: async (values, { id, version, values: before }, reason) => {
      if (!animal || version === undefined) return send(values, id);
      const changes = changesBetween(before, values);
      if (Object.keys(changes).length === 0) return animal;
      return change.mutateAsync({ id, version, ...changes, reason });
    },
    onSaved: (saved) => {
      toastSaved(saved, { title: animal ? 'Animal updated successfully' : 'Animal added successfully' });
      onSaved?.();
      onClose?.();
    },
  });
  const { setValue } = record.form;
  // The EID that has just been read, whatever was typed before.
  const showRead = useEffectEvent(() => eid && setValue('eid', eid));
  useEffect(() => void showRead(), []);
  return { record, dialog };
}

export function AnimalForm(props: AnimalFormProps) {
  const { animal } = props;
  const { record, dialog } = useAnimalForm(props);
  const { id, form, failed } = record;
  const [isPhotoBusy, setPhotoBusy] = useState(false);
  const { isSubmitting } = useFormState({ control: form.control });
  const eid = useWatch({ control: form.control, name: 'eid' });
  const isKept = !animal?.isReference;
  return (
    <>
      <RecordForm
        record={record}
        submitLabel={animal ? 'Save Changes' : 'Add Animal'}
        busyLabel={busyLabelOf({ isNew: !animal, isSubmitting })}
        isUploading={isPhotoBusy}
        isLong
      >
        {!animal && failed === undefined && <FullPlanNotice />}
        {eid && <EidLine eid={eid.number} onRemove={() => form.setValue('eid', null)} />}
        <IdentitySection animalId={id} hasStatus={isKept && animal !== undefined} onPhotoBusy={setPhotoBusy} />
        <FamilySection animalId={id} />
        {isKept && <HealthSection />}
        {isKept && <SaleSection />}
        <NotesSection />
      </RecordForm>
      {dialog}
    </>
  );
}

const EidLine = ({ eid, onRemove }: { eid: string; onRemove: () => void }) => (
  <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 rounded-xl border bg-card py-1 pe-1 ps-4">
    <p>
      <span className="text-sm font-medium text-muted-foreground">EID</span> {eidText(eid)}
    </p>
    <Button variant="ghost" onClick={onRemove}>
      Remove
    </Button>
  </div>
);

function busyLabelOf({ isNew, isSubmitting }: { isNew: boolean; isSubmitting: boolean }): string {
  if (!isSubmitting) return 'Sending photo...';
  return isNew ? 'Adding...' : 'Saving...';
}

function FullPlanNotice() {
  const usage = usePlanUsage();
  return usage?.level === 'full' ? <PlanLimitAlert usage={usage} className="mb-5" /> : null;
}
