import { useEffect, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesWords } from '#domain/animals.ts';
import { breedingOutcomes } from '#domain/breeding.ts';
import { animalOption } from '#web/animals/animal-options.tsx';
import { ApiError, sentenceOf } from '#web/lib/api.ts';
import { shortDate } from '#web/lib/format.ts';
import { type Merge, mergeThreeWays } from '#web/lib/three-way.ts';
import { today } from '#web/lib/today.ts';
import { useBackCloses } from '#web/lib/use-back-closes.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedElsewhere, type ShownPart } from '#web/ui/changed-elsewhere.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Dialog, DialogBody, DialogClose, dialogColumn, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NotSaved } from '#web/ui/not-saved.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/use-toast.ts';
import { type Breeding, birthWord, pairName, speciesOf } from './breeding-history.ts';
import { useChangeBreedingRecord, useReadBreedingRecord } from './breeding.data.ts';
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
  useBackCloses(isOpen, onClose);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent width="medium">
        <DialogHeader
          title="Edit Breeding Record"
          description={<span className="line-clamp-2 wrap-anywhere">{pairName(breeding)}</span>}
        />
        <EditRecordForm breeding={breeding} animals={animals} onSaved={onClose} />
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
}

function EditRecordForm({ breeding, animals, onSaved }: EditRecordFormProps) {
  // What the changes are counted from: the record as it was opened, or as somebody else has saved it since.
  const [record, setRecord] = useState(breeding.record);
  const species = speciesOf(breeding);
  const changeRecord = useChangeBreedingRecord();
  const readRecord = useReadBreedingRecord();
  const [merge, setMerge] = useState<Merge<RecordValues, ShownPart<RecordValues>> | null>(null);
  const [values, setValues] = useState(() => valuesOf(record, species));
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const { isPending, error } = changeRecord;
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

  const save = async () => {
    const found = faultsOf(values, today());
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setMerge(null);
    await send(values, record).then(
      () => {
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
        if (!isPending) void save();
      }}
    >
      <DialogBody>
        {merge && <ChangedElsewhere what="This record" merge={merge} values={values} onChange={setValues} />}
        <fieldset disabled={isPending} className="min-w-0 grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <DateInput
            label="Breeding date"
            value={values.breedingDate}
            error={faults['breedingDate']}
            onChange={(date) => setValues(withBreedingDate(values, date, species))}
          />
          <DateInput
            label={`${birthWord(species)} due`}
            value={values.expectedDueDate}
            error={faults['expectedDueDate']}
            onChange={(date) => setValues(withDueDate(values, date))}
          />
          <DateInput
            label="Actual birth date"
            value={values.actualBirthDate}
            error={faults['actualBirthDate']}
            onChange={(actualBirthDate) => change({ actualBirthDate })}
          />
          <GroupField label="Outcome" error={faults['outcome']} className="sm:col-span-2">
            {(control) => (
              <Choice
                {...control}
                options={outcomes}
                value={values.outcome}
                onChange={(outcome) => change({ outcome })}
                layout="stacked"
              />
            )}
          </GroupField>
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
          <NotSaved error={error} fallback={failure} />
        </div>
      )}
      <DialogFooter className="flex-row [&>*]:flex-1 sm:[&>*]:flex-none">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isPending}>
          {isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface DateInputProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (date: string) => void;
}

const DateInput = ({ label, value, error, onChange }: DateInputProps) => (
  <Field label={label} error={error}>
    {(control) => <Input {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />}
  </Field>
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
