import { useEffect, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesTerms } from '#domain/animals.ts';
import { type BreedingOutcome, breedingOutcomes, isFarAhead } from '#domain/breeding.ts';
import { animalOption } from '#web/herd/animal-options.tsx';
import { ApiError, sentenceOf } from '#web/lib/api.ts';
import { shortDate } from '#web/lib/format.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDialogDraft, useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere } from '#web/components/changed-elsewhere.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import {
  Dialog,
  DialogBody,
  DialogCancel,
  dialogColumn,
  DialogContent,
  DialogFooter,
  DialogHeader,
  useDialogBusy,
} from '#web/components/dialog.tsx';
import { DayField } from '#web/components/day-field.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { useMergingSave } from '#web/components/use-merging-save.ts';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { type Breeding, birthWord, closedBy, outcomeText, pairName, speciesOf } from './breeding-history.ts';
import { useChangeBreedingRecord, useReadBreedingRecord } from './breeding.data.ts';
import { ConfirmPlanned } from './confirm-planned.tsx';
import { outcomeLabels } from './outcome-labels.ts';
import { recordMergeFields } from './merge-fields.ts';
import {
  changeBody,
  faultsOf,
  offspringChoices,
  type RecordValues,
  valuesOf,
  withBreedingDate,
  withDueDate,
  withOffspring,
} from './record-values.ts';

interface EditRecordDialogProps {
  readonly isOpen: boolean;
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly onClose: () => void;
}

export function EditRecordDialog({ isOpen, breeding, animals, onClose }: EditRecordDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog isOpen={isOpen} onClose={onClose}>
      <DialogContent width="medium">
        <DialogHeader
          title="Edit Breeding Record"
          description={<span className="line-clamp-2 wrap-anywhere">{pairName(breeding)}</span>}
        />
        <EditRecordForm
          key={attempt}
          breeding={breeding}
          animals={animals}
          onSaved={onClose}
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
  readonly onSaved: () => void;
  /** What was typed before is thrown away: the form is to begin afresh. */
  readonly onDiscarded: () => void;
}

/** What was typed and not saved, and the record that it changes. */
interface RecordDraft {
  readonly record: BreedingRecord;
  readonly values: RecordValues;
}

export const recordForms = 'breeding/';

/** The draft's name, and what a toast says of it. */
const recordDraft = (id: string) => ({ form: recordForms + id, title: 'Changes not saved' });

function useRecordForm(breeding: Breeding, animals: readonly Animal[]) {
  const { id } = breeding.record;
  const species = speciesOf(breeding);
  const draft = useDraft<RecordDraft>(recordDraft(id).form);
  useDialogDraft(recordDraft(id));
  const changeRecord = useChangeBreedingRecord();
  const readRecord = useReadBreedingRecord();
  const baseOf = (record: BreedingRecord) => ({ record, values: valuesOf(record, species) });
  const [opened] = useState(() => baseOf(draft.kept?.record ?? breeding.record));
  const [values, setValues] = useState(() => restored(opened.values, draft.kept?.values));
  const {
    base,
    merge,
    save: saveMerging,
  } = useMergingSave<RecordValues, ReturnType<typeof baseOf>>({
    opened,
    readStored: async () => {
      const stored = await readRecord(id);
      return stored && baseOf(stored);
    },
    mergeFields: () => recordMergeFields(animals, species),
    getValues: () => values,
    showValues: setValues,
  });
  const isTyped = JSON.stringify(values) !== JSON.stringify(base.values);
  useKeptDraft(draft, isTyped ? { record: base.record, values } : undefined);
  return { draft, base, merge, saveMerging, values, setValues, changeRecord };
}

function EditRecordForm({ breeding, animals, onSaved, onDiscarded }: EditRecordFormProps) {
  const species = speciesOf(breeding);
  const { draft, base, merge, saveMerging, values, setValues, changeRecord } = useRecordForm(breeding, animals);
  const [isAsking, setAsking] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const { isPending, error } = changeRecord;
  useDialogBusy(isPending);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const change = (part: Partial<RecordValues>) => setValues({ ...values, ...part });

  const submit = () => {
    const found = faultsOf(values, today());
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { breedingDate } = values;
    if (breedingDate !== base.record.breedingDate && isFarAhead(breedingDate, today())) setAsking(true);
    else void save();
  };

  const save = async () => {
    const send = ({ record }: typeof base) =>
      changeRecord.mutateAsync({ id: record.id, version: record.version, ...changeBody(record, values) });
    await saveMerging(send).then(
      () => {
        draft.end();
        toast({ title: 'Breeding record updated successfully' });
        onSaved();
      },
      (reason: unknown) => {
        if (reason instanceof ApiError) setFaults(Object.fromEntries(reason.fields.map(({ path, message }) => [path, message])));
        toast({ variant: 'destructive', title: 'Error', description: sentenceOf(reason, failure) });
      },
    );
  };

  return (
    <form
      ref={form}
      noValidate
      className={dialogColumn}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) submit();
      }}
    >
      <DialogBody>
        {draft.kept && !merge && (
          <DraftNotice
            onDiscard={() => {
              draft.end();
              onDiscarded();
            }}
          />
        )}
        {merge && <ChangedElsewhere what="This record" merge={merge} values={values} onChange={setValues} />}
        <fieldset disabled={isPending} className="min-w-0 grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DayField
            label="Breeding date"
            value={values.breedingDate}
            error={faults['breedingDate']}
            onChange={(date) => setValues(withBreedingDate(values, date, species))}
          />
          <DayField
            label={`${birthWord(species)} due`}
            value={values.expectedDueDate}
            error={faults['expectedDueDate']}
            onChange={(date) => setValues(withDueDate(values, date))}
          />
          <DayField
            label="Actual birth date"
            value={values.actualBirthDate}
            error={faults['actualBirthDate']}
            onChange={(actualBirthDate) => change({ actualBirthDate })}
          />
          <OutcomeField
            breeding={breeding}
            outcome={values.outcome}
            error={faults['outcome']}
            onChange={(outcome) => change({ outcome })}
          />
          <OffspringFields
            breeding={breeding}
            animals={animals}
            values={values}
            error={faults['offspringIds']}
            onChange={setValues}
          />
          <Field label="Notes" error={faults['notes']} className="sm:col-span-2">
            {(control) => (
              <Textarea {...control} value={values.notes} onChange={(event) => change({ notes: event.target.value })} />
            )}
          </Field>
        </fieldset>
      </DialogBody>
      {error && !merge && (
        <div className="px-5 pb-4">
          <NotSaved error={error} fallback={failure} isMarked />
        </div>
      )}
      <ConfirmPlanned
        date={values.breedingDate}
        isOpen={isAsking}
        onConfirm={() => void save()}
        onClose={() => setAsking(false)}
      />
      <EditFooter isSaving={isPending} />
    </form>
  );
}

const EditFooter = ({ isSaving }: { isSaving: boolean }) => (
  <DialogFooter className="flex-row [&>*]:flex-1 sm:[&>*]:flex-none">
    <DialogCancel />
    <Button type="submit" busy={isSaving}>
      {isSaving ? 'Saving...' : 'Save Changes'}
    </Button>
  </DialogFooter>
);

interface OutcomeFieldProps {
  readonly breeding: Breeding;
  readonly outcome: BreedingOutcome;
  readonly error: string | undefined;
  readonly onChange: (outcome: BreedingOutcome) => void;
}

const OutcomeField = ({ breeding, outcome, error, onChange }: OutcomeFieldProps) => (
  <GroupField
    label="Outcome"
    error={error}
    hint={closedBy(breeding) && `${outcomeText(breeding)}: no birth is awaited from this mating any more.`}
    className="sm:col-span-2"
  >
    {(control) => <Choice {...control} options={outcomes} value={outcome} onChange={onChange} layout="stacked" />}
  </GroupField>
);

interface OffspringFieldsProps {
  readonly breeding: Breeding;
  readonly animals: readonly Animal[];
  readonly values: RecordValues;
  readonly error: string | undefined;
  readonly onChange: (values: RecordValues) => void;
}

/** A slot for each of the young; none can stand in two. */
function OffspringFields({ breeding, animals, values, error, onChange }: OffspringFieldsProps) {
  const species = speciesOf(breeding);
  const word = species ? speciesTerms[species].young : 'Offspring';
  return (
    <GroupField
      label="Offspring"
      className="sm:col-span-2"
      hint="Active animals with this mother or father. Add newborns under Animals first, with their parents."
      error={error}
    >
      {(control) => (
        <fieldset {...control} className="min-w-0 grid gap-2.5 sm:grid-cols-2">
          {values.offspring.map((id, slot) => (
            // A slot is its place: there are always as many.
            // oxlint-disable-next-line react/no-array-index-key
            <Field key={slot} label={`${word} ${slot + 1}`}>
              {(slotControl) => (
                <Combobox
                  {...slotControl}
                  options={offspringChoices(breeding.record, animals, values, slot).map((young) => ({
                    ...animalOption(young),
                    detail: young.birthDate ? shortDate(young.birthDate) : young.birthYear,
                  }))}
                  value={id}
                  onChange={(next) => onChange(withOffspring(values, slot, next))}
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
