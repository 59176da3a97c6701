import { useEffect, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesWords } from '#domain/animals.ts';
import { type BreedingOutcome, breedingOutcomes, isFarAhead } from '#domain/breeding.ts';
import { animalOption } from '#web/herd/animal-options.tsx';
import { ApiError, sentenceOf } from '#web/lib/api.ts';
import { shortDate } from '#web/lib/format.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDialogDraft, useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere, type ShownPart } from '#web/components/changed-elsewhere.tsx';
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
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { type Breeding, birthWord, closedBy, outcomeText, pairName, speciesOf } from './breeding-history.ts';
import { useChangeBreedingRecord, useReadBreedingRecord } from './breeding.data.ts';
import { ConfirmPlanned } from './confirm-planned.tsx';
import { outcomeLabels } from './outcome-labels.ts';
import { recordParts } from './record-parts.ts';
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

/** What stands in the form, kept while it is not saved. */
function useRecordValues({ record: current, ...breeding }: Breeding, onDiscarded: () => void) {
  const draft = useDraft<RecordDraft>(recordDraft(current.id).form);
  useDialogDraft(recordDraft(current.id));
  // What the changes are counted from: the record as it was opened, or as somebody else has saved it since.
  const [record, setRecord] = useState(draft.kept?.record ?? current);
  const opened = valuesOf(record, speciesOf({ ...breeding, record }));
  const [values, setValues] = useState(() => restored(opened, draft.kept?.values));
  const isTyped = JSON.stringify(values) !== JSON.stringify(opened);
  useKeptDraft(draft, isTyped ? { record, values } : undefined);
  const discard = () => {
    draft.end();
    onDiscarded();
  };
  return { draft, discard, record, setRecord, values, setValues };
}

function EditRecordForm({ breeding, animals, onSaved, onDiscarded }: EditRecordFormProps) {
  const { draft, discard, record, setRecord, values, setValues } = useRecordValues(breeding, onDiscarded);
  const species = speciesOf(breeding);
  const changeRecord = useChangeBreedingRecord();
  const readRecord = useReadBreedingRecord();
  const [merge, setMerge] = useState<Merge<RecordValues, ShownPart<RecordValues>> | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const { isPending, error } = changeRecord;
  useDialogBusy(isPending);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const change = (part: Partial<RecordValues>) => setValues({ ...values, ...part });

  const send = async (sent: RecordValues, base: BreedingRecord): Promise<unknown> => {
    const { id, version } = base;
    return changeRecord.mutateAsync({ id, version, ...changeBody(base, sent) }).catch(async (reason: unknown) => {
      if (!(reason instanceof ApiError && reason.code === 'record.stale')) throw reason;
      const fresh = await readRecord(id).catch(() => undefined);
      if (!fresh) throw reason;
      const versions = { base: valuesOf(base, species), mine: sent, theirs: valuesOf(fresh, species) };
      const met = mergeThreeWays(recordParts(animals, species), versions);
      setRecord(fresh);
      setValues(met.values);
      // They changed what is changed here too, and to the same.
      if (met.taken.length + met.clashes.length === 0) return send(met.values, fresh);
      setMerge(met);
      throw reason;
    });
  };

  const submit = () => {
    const found = faultsOf(values, today());
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const { breedingDate } = values;
    if (breedingDate !== record.breedingDate && isFarAhead(breedingDate, today())) setAsking(true);
    else void save();
  };

  const save = async () => {
    setMerge(null);
    await send(values, record).then(
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
        {draft.kept && !merge && <DraftNotice onDiscard={discard} />}
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
  const word = species ? speciesWords[species].young : 'Offspring';
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
