import { type Control, useController, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { breedingOutcomes } from '#domain/records/breeding.ts';
import { LeftBefore } from '#web/herd/left-before.tsx';
import { useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { shortDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { Dialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { ChoiceField } from '#web/components/forms/form-fields.tsx';
import { byRules, FormFields, LongTextField, showValues } from '#web/components/forms/form.tsx';
import { GroupField } from '#web/ui/field.tsx';
import { RecordForm, type RecordCorrection, useRecordForm } from '#web/components/forms/record-form.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { type Breeding, birthWord, speciesOf, stateOf, stateText } from './breeding-history.ts';
import { PairName } from './pair-name.tsx';
import { usePlannedQuestion } from './use-planned-question.tsx';
import { stateLabels } from '#domain/breeding/matings.ts';
import { recordMergeFields } from './merge-fields.ts';
import {
  changeBody,
  validateRecord,
  offspringChoices,
  recordField,
  type RecordValues,
  valuesOf,
  withBreedingDate,
  withDueDate,
} from './record-values.ts';
import { useQueryClient } from '@tanstack/react-query';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';

export type EditRecordCorrection = RecordCorrection<BreedingRecord, RecordValues>;

interface EditRecordDialogProps extends OpenProps {
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly correction?: EditRecordCorrection | undefined;
  readonly onSaved?: () => void;
}

export const EditRecordDialog = ({ isOpen, breeding, animals, correction, onSaved, onClose }: EditRecordDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    width="medium"
    title="Edit Breeding Record"
    description={
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        <PairName breeding={breeding} />
      </span>
    }
  >
    <EditRecordForm
      breeding={breeding}
      animals={animals}
      correction={correction}
      onSaved={() => {
        onSaved?.();
        onClose();
      }}
    />
  </Dialog>
);

const outcomes = breedingOutcomes.map((value) => ({ value, label: stateLabels[value] }));

export const recordForms = 'breeding/';

interface EditRecordFormProps extends Pick<EditRecordDialogProps, 'breeding' | 'animals' | 'correction'> {
  readonly onSaved: () => void;
}

function EditRecordForm({ breeding, animals, correction, onSaved }: EditRecordFormProps) {
  const species = speciesOf(breeding);
  const change = useCall('changeBreedingRecord');
  const { isMeant, dialog } = usePlannedQuestion();
  const record = useRecordForm<BreedingRecord, RecordValues, RecordValues, BreedingRecord>({
    what: 'This record',
    failure: 'Failed to update breeding record',
    isFailureToasted: true,
    stored: breeding.record,
    readStored: useReadBreedingRecord(),
    mergeFields: recordMergeFields(animals, species),
    valuesOf: (stored) => valuesOf(stored ?? breeding.record, species),
    resolver: byRules((values) => validateRecord(values, today())),
    fieldOf: recordField,
    correction,
    draft: { form: recordForms + breeding.record.id, title: 'Changes not saved' },
    ask: async (save, { breedingDate }, before) =>
      breedingDate === before.breedingDate || (await isMeant(breedingDate)) ? save() : undefined,
    send: (values, { id, record: base = breeding.record }) =>
      change.mutateAsync({ params: { id }, body: { version: base.version, ...changeBody(base, values) } }),
    onSaved: (saved) => {
      toastSaved(saved, { title: 'Breeding record updated successfully' });
      onSaved();
    },
  });
  const { form } = record;
  const { control } = form;
  const born = useWatch({ control, name: 'actualBirthDate' });
  return (
    <>
      <RecordForm record={record} submitLabel="Save Changes" isLong>
        <FormFields className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <FormDayField
            control={control}
            name="breedingDate"
            label="Breeding date"
            onChanged={(date) => showValues(form, withBreedingDate(form.getValues(), date, species))}
          />
          <FormDayField
            control={control}
            name="expectedDueDate"
            label={`${birthWord(species)} due`}
            onChanged={(date) => showValues(form, withDueDate(form.getValues(), date))}
          />
          <FormDayField control={control} name="actualBirthDate" label="Actual birth date" />
          {breeding.mother && <LeftBefore animal={breeding.mother} day={born} savedDay={breeding.record.actualBirthDate} />}
          <ChoiceField
            control={control}
            name="outcome"
            label="Outcome"
            hint={
              stateOf(breeding) === breeding.record.outcome
                ? undefined
                : `${stateText(breeding)}: no birth is expected from this mating any more.`
            }
            options={outcomes}
            layout="stacked"
            className="sm:col-span-2"
          />
          <OffspringFields breeding={breeding} animals={animals} control={control} />
          <LongTextField control={control} name="notes" label="Notes" className="sm:col-span-2" />
        </FormFields>
      </RecordForm>
      {dialog}
    </>
  );
}

interface OffspringFieldsProps {
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly control: Control<RecordValues, unknown, RecordValues>;
}

function OffspringFields({ breeding, animals, control: form }: OffspringFieldsProps) {
  const { field, fieldState } = useController({ control: form, name: 'offspring' });
  const optionOf = useAnimalOption();
  const values = useWatch({ control: form }) as RecordValues;
  const species = speciesOf(breeding);
  const word = species ? speciesTerms[species].young : 'Offspring';
  return (
    <GroupField
      label="Offspring"
      className="sm:col-span-2"
      hint="Active animals with this mother or father. Add newborns under Animals first, with their parents."
      error={fieldState.error?.message}
    >
      {(control) => (
        <fieldset {...control} className="min-w-0 grid gap-2.5 sm:grid-cols-2">
          {values.offspring.map((id, slot) => (
            // Slots have no identity but their position, and their number is fixed.
            // oxlint-disable-next-line react/no-array-index-key
            <LabelledCombobox
              key={slot}
              label={`${word} ${slot + 1}`}
              ref={slot === 0 ? field.ref : null}
              options={offspringChoices(breeding.record, animals, values, slot).map((young) => ({
                ...optionOf(young),
                detail: young.birthDate ? shortDate(young.birthDate) : young.birthYear,
              }))}
              value={id}
              onChange={(next) => field.onChange(values.offspring.with(slot, next))}
              placeholder="None"
              searchPlaceholder="Search by tag, name or breed"
              emptyText="No active animal shares a parent with this record"
              clearLabel={`Empty ${word.toLowerCase()} ${slot + 1}`}
            />
          ))}
        </fieldset>
      )}
    </GroupField>
  );
}

function useReadBreedingRecord() {
  const client = useQueryClient();
  return async (id: string): Promise<BreedingRecord | undefined> =>
    (await client.fetchQuery({ ...breedingRecordsQuery, staleTime: 0 })).find((record) => record.id === id);
}
