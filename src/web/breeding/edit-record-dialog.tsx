import { useState } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesTerms } from '#domain/animals.ts';
import { breedingOutcomes, isFarAhead } from '#domain/breeding.ts';
import { useAnimalOption } from '#web/herd/animal-options.tsx';
import { shortDate } from '#web/lib/format.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDialogDraft, useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { FormDayField } from '#web/components/form-day-field.tsx';
import { ChoiceField } from '#web/components/form-fields.tsx';
import { byRules, FormFields, LongTextField, showFieldErrors, showValues } from '#web/components/form.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { RefusedBefore } from '#web/components/refused-before.tsx';
import type { Correction } from '#web/lib/correction.ts';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { type Breeding, birthWord, closedBy, outcomeText, speciesOf } from './breeding-history.ts';
import { PairName } from './pair-name.tsx';
import { useChangeBreedingRecord, useReadBreedingRecord } from './breeding.data.ts';
import { ConfirmPlanned } from './confirm-planned.tsx';
import { outcomeLabels } from './outcome-labels.ts';
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

/** `theirs` is the record as somebody else has since changed it. */
export type RecordCorrection = Correction<{
  readonly values: RecordValues;
  readonly theirs?: BreedingRecord | undefined;
}>;

interface EditRecordDialogProps {
  readonly isOpen: boolean;
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly correction?: RecordCorrection | undefined;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

export function EditRecordDialog({ isOpen, breeding, animals, correction, onSaved = () => {}, onClose }: EditRecordDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog isOpen={isOpen} onClose={onClose}>
      <DialogContent width="medium">
        <DialogHeader
          title="Edit Breeding Record"
          description={
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              <PairName breeding={breeding} />
            </span>
          }
        />
        <EditRecordForm
          key={attempt}
          breeding={breeding}
          animals={animals}
          correction={correction}
          onSaved={() => {
            onSaved();
            onClose();
          }}
          onDiscarded={() => setAttempt(attempt + 1)}
        />
      </DialogContent>
    </Dialog>
  );
}

const failure = 'Failed to update breeding record';
const outcomes = breedingOutcomes.map((value) => ({ value, label: outcomeLabels[value] }));

interface EditRecordFormProps {
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly correction: RecordCorrection | undefined;
  readonly onSaved: () => void;
  readonly onDiscarded: () => void;
}

interface RecordDraft {
  readonly record: BreedingRecord;
  readonly values: RecordValues;
}

export const recordForms = 'breeding/';

const recordDraft = (id: string) => ({ form: recordForms + id, title: 'Changes not saved' });

function useRecordForm({ breeding, animals, correction }: Omit<EditRecordFormProps, 'onSaved' | 'onDiscarded'>) {
  const { id } = breeding.record;
  const species = speciesOf(breeding);
  const named = { ...recordDraft(id), ...(correction && { form: correction.form }) };
  const draft = useDraft<RecordDraft>(named.form);
  useDialogDraft(named);
  const changeRecord = useChangeBreedingRecord();
  const readRecord = useReadBreedingRecord();
  const baseOf = (record: BreedingRecord) => ({ record, values: valuesOf(record, species) });
  const [opened] = useState(() => baseOf(draft.stored?.record ?? breeding.record));
  const form = useForm<RecordValues, unknown, RecordValues>({
    resolver: byRules((values) => validateRecord(values, today())),
    defaultValues: restored(correction?.values ?? opened.values, draft.stored?.values),
  });
  const merging = useMergingSave<RecordValues, ReturnType<typeof baseOf>, RecordValues>({
    opened,
    readStored: async () => {
      const stored = await readRecord(id);
      return stored && baseOf(stored);
    },
    mergeFields: () => recordMergeFields(animals, species),
    form,
    theirs: correction?.theirs && baseOf(correction.theirs),
  });
  const { base } = merging;
  useFormDraft(draft, form, (values) =>
    JSON.stringify(values) === JSON.stringify(correction?.values ?? base.values) ? undefined : { record: base.record, values },
  );
  const save = (values: RecordValues) =>
    merging.save(({ record }) => changeRecord.mutateAsync({ id, version: record.version, ...changeBody(record, values) }));
  return {
    draft,
    form,
    record: base.record,
    merge: merging.merge,
    save,
    isSaving: changeRecord.isPending,
    error: changeRecord.error,
  };
}

function EditRecordForm({ breeding, animals, correction, onSaved, onDiscarded }: EditRecordFormProps) {
  const species = speciesOf(breeding);
  const { draft, form, record, merge, save, isSaving, error } = useRecordForm({ breeding, animals, correction });
  const { control } = form;
  const breedingDate = useWatch({ control, name: 'breedingDate' });
  const [isAsking, setAsking] = useState(false);

  const submit = (values: RecordValues) => {
    if (values.breedingDate === record.breedingDate || !isFarAhead(values.breedingDate, today())) return send(values);
    return setAsking(true);
  };
  const send = async (values: RecordValues) => {
    let saved: BreedingRecord;
    try {
      saved = await save(values);
    } catch (reason) {
      showFieldErrors(reason, form, recordField);
      toastFailure(reason, failure);
      return;
    }
    draft.end();
    toastSaved(saved, { title: 'Breeding record updated successfully' });
    onSaved();
  };

  return (
    <>
      <DialogForm
        form={form}
        onSubmit={submit}
        submitLabel="Save Changes"
        busyLabel="Saving..."
        isBusy={isSaving}
        notice={
          error &&
          !merge && (
            <div className="px-5 pb-4">
              <NotSaved error={error} fallback={failure} isMarked />
            </div>
          )
        }
        isLong
      >
        {draft.stored && !merge && (
          <DraftNotice
            onDiscard={() => {
              draft.end();
              onDiscarded();
            }}
          />
        )}
        {correction && !merge && <RefusedBefore error={correction.error} form={form} fieldOf={recordField} />}
        {merge && <ChangedElsewhere what="This record" merge={merge} form={form} />}
        <FormFields isSaving={isSaving} className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
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
          <ChoiceField
            control={control}
            name="outcome"
            label="Outcome"
            hint={closedBy(breeding) && `${outcomeText(breeding)}: no birth is expected from this mating any more.`}
            options={outcomes}
            layout="stacked"
            className="sm:col-span-2"
          />
          <OffspringFields breeding={breeding} animals={animals} control={control} />
          <LongTextField control={control} name="notes" label="Notes" className="sm:col-span-2" />
        </FormFields>
      </DialogForm>
      <ConfirmPlanned
        date={breedingDate}
        isOpen={isAsking}
        onConfirm={() => void send(form.getValues())}
        onClose={() => setAsking(false)}
      />
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
            <Field key={slot} label={`${word} ${slot + 1}`}>
              {(slotControl) => (
                <Combobox
                  {...slotControl}
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
              )}
            </Field>
          ))}
        </fieldset>
      )}
    </GroupField>
  );
}
