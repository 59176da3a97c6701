import { useEffect, useState } from 'react';
import { useWatch, useForm } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { isFarAhead, validateBreedingDates } from '#domain/breeding.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#domain/dates.ts';
import { dueDate, gestationDays } from '#domain/gestation.ts';
import { isCreateConflict, NetworkError, errorMessage } from '#web/lib/api.ts';
import { count, longDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { FormDayField } from '#web/components/form-day-field.tsx';
import { RefusedBefore } from '#web/components/refused-before.tsx';
import { FormFields, SubmitButton, restartForm } from '#web/components/form.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { birthWord } from './breeding-history.ts';
import { ConfirmPlanned } from './confirm-planned.tsx';
import { pairConcerns, validateMatesBorn } from './mate-concerns.ts';
import { DamsField, SireField } from './mate-fields.tsx';
import { dams, dueDates, type Mating, newMating, mergeSelection, sires } from './mating.ts';
import { PairConcerns } from './pair-concerns.tsx';
import { useKin } from './use-kin.ts';
import { fullName } from '#web/herd/animal-labels.ts';
import { Alert } from '#web/ui/alert.tsx';
import { type NotRecordedDam, type Unsettled, useRecordMatings } from './use-record-matings.ts';
import type { Correction } from '#web/lib/correction.ts';
import { restored } from '#web/lib/drafts.ts';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';

interface MatingFormProps {
  readonly animals: readonly Animal[] | undefined;
  readonly outside: readonly Animal[];
  readonly records: readonly BreedingRecord[];
  readonly correction?: MatingCorrection;
  readonly onSaved?: () => void;
}

const failure = 'Failed to create breeding record';

/** Each female gets a record of her own. Those that fail stay selected; the others are saved. */
export function MatingForm({ animals, outside, records, correction, onSaved }: MatingFormProps) {
  const [isAsking, setAsking] = useState(false);
  const { form, restart, isFromDraft, record, isSaving, attempt, failed } = useMating(correction);
  const { control, setFocus, setValue } = form;
  const mating = useWatch({ control }) as Mating;
  useEffect(() => {
    if (attempt?.refused.length === 0) setFocus('fatherId');
  }, [attempt, setFocus]);

  const males = sires(animals ?? [], outside);
  const sire = males.find(({ id }) => id === mating.fatherId);
  const females = dams(animals ?? [], sire);
  const kin = useKin(animals, outside);
  const chosen = females.filter(({ id }) => mating.motherIds.has(id));
  const dateError = validateDay(mating.date, sire ? [sire, ...chosen] : chosen);
  const missing = missingOf(sire, chosen, isCalendarDate(mating.date) && dateError === undefined);
  const isComplete = sire !== undefined && chosen.length > 0 && isCalendarDate(mating.date) && dateError === undefined;

  const save = async () => {
    if (!isComplete || isSaving) return;
    const { refused, waiting } = await record(sire, chosen, mating.date);
    const again = refused.filter(({ error }) => !isCreateConflict(error)).map(({ dam }) => dam.id);
    if (again.length > 0) setValue('motherIds', new Set(again));
    else restart(newMating(mating.date));
    if (refused[0]) toastFailure(refused[0].error, failure);
    else {
      toastSaved(waiting, { title: 'Breeding record created successfully', description: dueSentence(sire, mating.date) });
      onSaved?.();
    }
  };

  const submit = () => {
    if (isComplete && isFarAhead(mating.date, today())) setAsking(true);
    else void save();
  };

  return (
    <FormCard
      title="Record Breeding Event"
      form={form}
      aria-busy={isSaving}
      onSubmit={submit}
      footer={
        <>
          {failed && <NotRecorded {...failed} fallback={failure} />}
          <SubmitButton className="w-full" busy={isSaving} busyLabel="Saving..." missing={missing}>
            {saveLabel(chosen.length)}
          </SubmitButton>
        </>
      }
    >
      {correction && <RefusedBefore error={correction.error} form={form} fieldOf={fieldOfPath} />}
      {isFromDraft && <DraftNotice onDiscard={() => restart(correction?.mating ?? newMating(today()))} />}
      <FormFields isSaving={isSaving} className="flex flex-col gap-4">
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
          leftOut={mating.motherIds.size - chosen.length}
          dueDates={dueDates(records, addDays(today(), -stillAwaitedDays))}
          onChange={(next) => setValue('motherIds', mergeSelection(mating.motherIds, females, next))}
        />
        <PairConcerns concerns={pairConcerns(sire, chosen, mating.date, kin)} />
      </FormFields>
      <ConfirmPlanned date={mating.date} isOpen={isAsking} onConfirm={() => void save()} onClose={() => setAsking(false)} />
    </FormCard>
  );
}

const fieldOfPath = (path: string): 'date' | 'fatherId' | undefined =>
  path === 'breedingDate' ? 'date' : path === 'fatherId' ? path : undefined;

/** A birth overdue by more days most likely happened but was not recorded. */
const stillAwaitedDays = 30;

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

interface NotRecordedProps {
  readonly saved: number;
  readonly refused: readonly NotRecordedDam[];
  readonly fallback: string;
}

function NotRecorded({ saved, refused, fallback }: NotRecordedProps) {
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
            <strong>{fullName(dam)}</strong>: {reasonOf(error, fallback)}
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

function reasonOf(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return error.message;
  if (isCreateConflict(error)) return 'An earlier attempt was saved after all. It is in the list.';
  return errorMessage(error, fallback);
}

// The pressed button is disabled while saving and loses the focus.
const focusOn = (alert: HTMLDivElement | null) => alert?.focus();

interface MatingDraft {
  readonly mating: Omit<Mating, 'motherIds'>;
  readonly motherIds: readonly string[];
  readonly unsettled: Unsettled;
}

/** One mating that was refused, with the id of its record. */
type MatingCorrection = Correction<{ readonly mating: Mating; readonly ids: Unsettled }>;

function useMating(correction: MatingCorrection | undefined) {
  const draft = useDraft<MatingDraft>(correction?.form ?? 'mating');
  const { unsettled, isSaving, attempt, record } = useRecordMatings(draft.stored?.unsettled ?? correction?.ids);
  const [opened, setOpened] = useState(() => correction?.mating ?? newMating(today()));
  const form = useForm<Mating, unknown, Mating>({
    defaultValues: {
      ...restored(opened, draft.stored?.mating),
      motherIds: new Set(draft.stored?.motherIds ?? correction?.mating.motherIds),
    },
  });
  useFormDraft(draft, form, ({ motherIds, ...mating }) => {
    const isTyped =
      motherIds.symmetricDifference(opened.motherIds).size > 0 ||
      mating.fatherId !== opened.fatherId ||
      mating.date !== opened.date;
    return isTyped ? { mating, motherIds: [...motherIds], unsettled } : undefined;
  });

  const restart = (next: Mating) => {
    draft.end();
    setOpened(next);
    restartForm(form, next);
  };
  const failed = attempt && attempt.refused.length > 0 && !isSaving ? attempt : undefined;
  return { record, isSaving, attempt, failed, form, restart, isFromDraft: draft.stored !== undefined };
}
