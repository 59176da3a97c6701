import { useEffect, useState } from 'react';
import { useFormState, useWatch, type Control, useController } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { validateBreedingDates } from '#domain/records/breeding.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { dueDate, gestationDays } from '#domain/breeding/gestation.ts';
import { runEach } from '#web/lib/run-each.ts';
import { isCreateConflict, isServerOrSessionLost, NetworkError, errorMessage } from '#web/lib/server/api.ts';
import { count, longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { FormFields, SubmitButton } from '#web/components/forms/form.tsx';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { type RecordCorrection, RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import { birthWord } from './breeding-history.ts';
import { pairConcerns, validateMatesBorn, type Concern, damConcerns } from './mate-concerns.ts';
import { dams, isTooYoung, type Mating, matingBody, mergeSelection, newMating, sires } from './mating.ts';
import { PairConcerns } from './pair-concerns.tsx';
import { useKin } from './use-kin.ts';
import { usePlannedQuestion } from './use-planned-question.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { Alert } from '#web/ui/alert.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { TriangleAlert, X } from 'lucide-react';
import { speciesTerms } from '#domain/records/animals.ts';
import { overdueText } from '#web/herd/day-text.ts';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { birthDueText } from '#web/herd/breeding/exposure-text.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { toggled } from '#web/lib/toggled.ts';
import { Checklist } from '#web/ui/checklist.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';

type MatingCorrection = RecordCorrection<BreedingRecord, Mating>;

interface MatingFormProps {
  readonly animals: readonly Animal[] | undefined;
  readonly outside: readonly Animal[];
  readonly correction?: MatingCorrection;
  readonly onSaved?: () => void;
}

const failure = 'Failed to create breeding record';

interface Attempt {
  readonly saved: number;
  readonly refused: readonly { readonly dam: Animal; readonly error: unknown }[];
}

/** Each female gets a record of her own. Those that fail stay selected; the others are saved. */
export function MatingForm({ animals, outside, correction, onSaved }: MatingFormProps) {
  const { mutateAsync: add } = useCall('addBreedingRecord');
  const { isMeant, dialog } = usePlannedQuestion();
  const [attempt, setAttempt] = useState<Attempt>();
  const males = sires(animals ?? [], outside, today());
  const kin = useKin(animals, outside);

  const send = async ({ fatherId, motherIds, date, ids: known }: Mating) => {
    const sire = males.find(({ id }) => id === fatherId);
    const chosen = dams(animals ?? [], sire).filter(({ id }) => motherIds.includes(id));
    setAttempt(undefined);
    if (!sire || !(await isMeant(date))) return undefined;
    const ids = new RetryIds(known);
    const bodies = chosen.map((dam) => matingBody(ids.of(dam.id), sire, dam, date));
    setValue('ids', ids.unsettled());
    const outcomes = await runEach(bodies, (body) => add({ body }), { isFatal: isServerOrSessionLost });
    const recorded = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refused = chosen.flatMap((dam, index) => {
      const outcome = outcomes[index];
      const error: unknown = outcome?.status === 'rejected' ? outcome.reason : undefined;
      // An earlier attempt whose answer was lost has been saved as it was sent then.
      if (error === undefined || isCreateConflict(error)) ids.settle(dam.id);
      return error === undefined ? [] : [{ dam, error }];
    });
    setAttempt({ saved: recorded.length, refused });
    if (!refused[0]) return { waiting: recorded.find(isWaiting), description: dueSentence(sire, date) };
    setValue('ids', ids.unsettled());
    const again = refused.filter(({ error }) => !isCreateConflict(error)).map(({ dam }) => dam.id);
    if (again.length > 0) setValue('motherIds', again);
    else record.restart(undefined, newMating(date));
    throw refused[0].error;
  };

  const record = useRecordForm<BreedingRecord, Mating, Mating, { waiting: BreedingRecord | undefined; description: string }>({
    failure,
    isFailureToasted: true,
    valuesOf: () => newMating(today()),
    fieldOf: fieldOfPath,
    correction,
    draft: { form: 'mating' },
    send,
    onSaved: ({ waiting, description }) => {
      record.restart(undefined, newMating(record.form.getValues('date')));
      toastSaved(waiting, { title: 'Breeding record created successfully', description });
      onSaved?.();
    },
  });
  const { form, submit } = record;
  const { control, setFocus, setValue } = form;
  const mating = useWatch({ control }) as Mating;
  const { isSubmitting } = useFormState({ control });
  const isSaved = !isSubmitting && attempt?.refused.length === 0;
  useEffect(() => {
    if (isSaved) setFocus('fatherId');
  }, [isSaved, setFocus]);

  const sire = males.find(({ id }) => id === mating.fatherId);
  const females = dams(animals ?? [], sire);
  const chosen = females.filter(({ id }) => mating.motherIds.includes(id));
  const dateError = validateDay(mating.date, sire ? [sire, ...chosen] : chosen);

  return (
    <FormCard
      title="Record Breeding Event"
      form={form}
      aria-busy={isSubmitting}
      onSubmit={submit}
      // What is wrong with which female is said in one place.
      fieldOf={noField}
      footer={
        <>
          {attempt && attempt.refused.length > 0 && !isSubmitting && <NotRecorded {...attempt} />}
          <SubmitButton
            className="w-full"
            busyLabel="Saving..."
            missing={missingOf(sire, chosen, isCalendarDate(mating.date) && dateError === undefined)}
          >
            {saveLabel(chosen.length)}
          </SubmitButton>
        </>
      }
    >
      <RecordNotices record={record} />
      <FormFields className="flex flex-col gap-4">
        <div className="grid gap-x-3 gap-y-4 @sm:grid-cols-[minmax(0,1fr)_10rem]">
          <SireField control={control} males={animals && males} />
          <FormDayField control={control} name="date" label="Date" error={dateError} />
        </div>
        <output className="-mt-2 text-sm text-muted-foreground empty:hidden">
          {sire && isCalendarDate(mating.date) && !dateError && dueSentence(sire, mating.date)}
        </output>
        <DamsField
          females={animals && females}
          sire={sire}
          date={mating.date}
          chosen={new Set(chosen.map(({ id }) => id))}
          leftOut={mating.motherIds.length - chosen.length}
          onChange={(next) => setValue('motherIds', mergeSelection(mating.motherIds, females, next))}
        />
        <PairConcerns concerns={pairConcerns(sire, chosen, mating.date, kin)} />
      </FormFields>
      {dialog}
    </FormCard>
  );
}

const noField = () => undefined;

const fieldOfPath = (path: string): 'date' | 'fatherId' | undefined =>
  path === 'breedingDate' ? 'date' : path === 'fatherId' ? path : undefined;

const saveLabel = (chosen: number): string => (chosen > 1 ? `Save ${count(chosen)} Breeding Records` : 'Save Breeding Record');

function missingOf(sire: Animal | undefined, chosen: readonly Animal[], hasDay: boolean): string | undefined {
  if (!sire) return 'Choose a male';
  if (chosen.length === 0) return 'Choose a female';
  return hasDay ? undefined : 'Choose a date';
}

function validateDay(date: CalendarDate, mates: readonly Animal[]): string | undefined {
  if (!isCalendarDate(date)) return undefined;
  return validateBreedingDates({ breedingDate: date, actualBirthDate: null }, today())?.message ?? validateMatesBorn(mates, date);
}

const dueSentence = ({ species }: Animal, bred: CalendarDate): string =>
  `${birthWord(species)} due about ${longDate(dueDate(species, bred))}, ${gestationDays[species]} days later`;

function NotRecorded({ saved, refused }: Attempt) {
  const all = saved + refused.length;
  return (
    <Alert
      ref={focusOn}
      tabIndex={-1}
      role="alert"
      variant="destructive"
      title={`${refused.length} of ${all} not recorded`}
      className="max-h-48 overflow-y-auto outline-none"
    >
      <ul className="my-1 flex flex-col gap-1">
        {refused.map(({ dam, error }) => (
          <li key={dam.id}>
            <strong>{fullName(dam)}</strong>: {reasonOf(error)}
          </li>
        ))}
      </ul>
      <p>
        {saved > 0 && `The other ${saved === 1 ? 'record is' : `${saved} records are`} kept. `}
        Save again to try only these; nothing is recorded twice.
      </p>
    </Alert>
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return error.message;
  if (isCreateConflict(error)) return 'An earlier attempt was saved after all. It is in the list.';
  return errorMessage(error, failure);
}

interface SireFieldProps {
  readonly control: Control<Mating, unknown, Mating>;
  readonly males: readonly Animal[] | undefined;
}

function SireField({ control, males }: SireFieldProps) {
  const { ref, value, onChange } = useController({ control, name: 'fatherId' }).field;
  const optionOf = useAnimalOption();
  return (
    <LabelledCombobox
      label="Male"
      hint={males?.length === 0 && <NoActiveAnimals what="males" />}
      options={males?.map(optionOf) ?? []}
      {...{ ref, value, onChange }}
      placeholder={males ? 'Choose the male' : 'Loading animals...'}
      searchPlaceholder="Search males by tag, name or breed"
      emptyText="No active male found"
      clearLabel="Clear the male"
      disabled={!males}
    />
  );
}

interface DamsFieldProps {
  readonly females: readonly Animal[] | undefined;
  readonly sire: Animal | undefined;
  readonly date: CalendarDate;
  readonly chosen: ReadonlySet<string>;
  /** How many chosen females are of another species than the male. */
  readonly leftOut: number;
  readonly onChange: (motherIds: ReadonlySet<string>) => void;
}

function DamsField({ females, sire, date, chosen, leftOut, onChange }: DamsFieldProps) {
  const word = sire ? `${speciesTerms[sire.species].female.toLowerCase()}s` : 'females';
  const optionOf = useAnimalOption();
  const { expected = [], day } = usePregnancies();
  const pregnancyOf = new Map(expected.map((pregnancy) => [pregnancy.damId, pregnancy]));
  const options = (females ?? []).map((dam) => {
    const pregnancy = pregnancyOf.get(dam.id);
    const concerns = damConcerns(dam, sire, date);
    const option = { ...optionOf(dam), isExcludedFromAll: isTooYoung(dam, date) };
    if (concerns.length > 0) return { ...option, detail: <Concerns concerns={concerns} /> };
    return {
      ...option,
      ...(pregnancy && { detail: pregnancy.daysOver > 0 ? overdueText(pregnancy) : `Due ${birthDueText(pregnancy, day)}` }),
    };
  });
  return (
    <Field
      label="Females"
      hint={
        females?.length === 0 ? (
          <NoActiveAnimals what={word} />
        ) : (
          leftOut > 0 && sire && `${leftOut} marked of another species ${leftOut === 1 ? 'is' : 'are'} left out.`
        )
      }
    >
      {(control) => (
        <>
          <Checklist
            {...control}
            options={options}
            chosen={chosen}
            onChange={onChange}
            searchPlaceholder={`Search ${word} by tag, name or breed`}
            emptyText={females ? `No active ${word} found` : 'Loading animals...'}
          />
          <Chosen
            animals={(females ?? []).filter(({ id }) => chosen.has(id))}
            onRemove={({ id }) => onChange(toggled(chosen, id))}
          />
        </>
      )}
    </Field>
  );
}

const Concerns = ({ concerns }: { concerns: readonly Concern[] }) => (
  <span className="flex items-center gap-1 font-semibold text-foreground">
    <TriangleAlert aria-hidden className="size-4 shrink-0" />
    <span dir="auto" className="truncate">
      {concerns.map(({ label }) => label).join(' · ')}
    </span>
  </span>
);

const maxNamed = 30;

function Chosen({ animals, onRemove }: { animals: readonly Animal[]; onRemove: (dam: Animal) => void }) {
  if (animals.length === 0) return null;
  return (
    <ul aria-label="Chosen females" className="flex max-h-32 flex-wrap items-center gap-1.5 overflow-y-auto pt-1">
      {animals.slice(0, maxNamed).map((dam) => (
        <li key={dam.id} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove ${fullName(dam)}`}
            onClick={() => onRemove(dam)}
            className="flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-secondary py-1 pe-2.5 ps-3.5 hover:bg-border"
          >
            <span dir="auto" className="truncate text-sm font-semibold">
              {fullName(dam)}
            </span>
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {animals.length > maxNamed && (
        <li className="text-sm text-muted-foreground">and {count(animals.length - maxNamed)} more</li>
      )}
    </ul>
  );
}
