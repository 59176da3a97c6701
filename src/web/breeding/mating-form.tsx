import { useEffect, useRef, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { isFarAhead, validateBreedingDates } from '#domain/breeding.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#domain/dates.ts';
import { dueDate, gestationDays } from '#domain/gestation.ts';
import { arrivedBefore, sentenceOf } from '#web/lib/api.ts';
import { count, longDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { birthWord } from './breeding-history.ts';
import { ConfirmPlanned } from './confirm-planned.tsx';
import { pairConcerns, whyUnborn } from './mate-concerns.ts';
import { BreedingDateField, DamsField, SireField } from './mate-fields.tsx';
import { dams, dueDates, newMating, remarked, sires } from './mating.ts';
import { NotRecorded } from './not-recorded.tsx';
import { PairConcerns } from './pair-concerns.tsx';
import { useMating } from './use-mating.ts';

interface MatingFormProps {
  /** Undefined while they load. */
  readonly animals: readonly Animal[] | undefined;
  readonly outside: readonly Animal[];
  readonly records: readonly BreedingRecord[];
}

const failure = 'Failed to create breeding record';

/** One male put to one or more females. Each female is a record of her own: one that fails stays chosen, the others stand. */
export function MatingForm({ animals, outside, records }: MatingFormProps) {
  const [isAsking, setAsking] = useState(false);
  const { mating, setMating, beginWith, isFromDraft, record, isSaving, attempt, failed } = useMating();
  const picker = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (attempt?.refused.length === 0) picker.current?.focus();
  }, [attempt]);

  const males = sires(animals ?? [], outside);
  const sire = males.find(({ id }) => id === mating.fatherId);
  const females = dams(animals ?? [], sire);
  const chosen = females.filter(({ id }) => mating.motherIds.has(id));
  const fault = faultOf(mating.date, sire ? [sire, ...chosen] : chosen);
  const isComplete = sire !== undefined && chosen.length > 0 && isCalendarDate(mating.date) && fault === undefined;

  const save = async () => {
    if (!isComplete || isSaving) return;
    const { refused } = await record(sire, chosen, mating.date);
    const again = refused.filter(({ error }) => !arrivedBefore(error)).map(({ dam }) => dam.id);
    if (again.length > 0) setMating({ ...mating, motherIds: new Set(again) });
    else beginWith(newMating(mating.date));
    if (refused[0]) toast({ variant: 'destructive', title: 'Error', description: sentenceOf(refused[0].error, failure) });
    else toast({ title: 'Breeding record created successfully', description: dueSentence(sire, mating.date) });
  };

  const submit = () => {
    if (isComplete && isFarAhead(mating.date, today())) setAsking(true);
    else void save();
  };

  return (
    <FormCard
      title="Record Breeding Event"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      footer={
        <>
          {failed && <NotRecorded {...failed} fallback={failure} />}
          <Button type="submit" size="large" className="w-full" busy={isSaving} disabled={!isComplete}>
            {isSaving ? 'Saving...' : saveLabel(chosen.length)}
          </Button>
        </>
      }
    >
      {isFromDraft && <DraftNotice onDiscard={() => beginWith(newMating(today()))} />}
      <fieldset disabled={isSaving} className="min-w-0 flex flex-col gap-4">
        <div className="grid gap-x-3 gap-y-4 @sm:grid-cols-[minmax(0,1fr)_10rem]">
          <SireField
            ref={picker}
            males={animals && males}
            fatherId={mating.fatherId}
            onChange={(fatherId) => setMating({ ...mating, fatherId })}
          />
          <BreedingDateField value={mating.date} error={fault} onChange={(date) => setMating({ ...mating, date })} />
        </div>
        <output className="-mt-2 text-sm text-muted-foreground empty:hidden">
          {sire && isCalendarDate(mating.date) && !fault && dueSentence(sire, mating.date)}
        </output>
        <DamsField
          females={animals && females}
          sire={sire}
          date={mating.date}
          chosen={new Set(chosen.map(({ id }) => id))}
          leftOut={mating.motherIds.size - chosen.length}
          dueDates={dueDates(records, addDays(today(), -stillAwaitedDays))}
          onChange={(next) => setMating({ ...mating, motherIds: remarked(mating.motherIds, females, next) })}
        />
        <PairConcerns concerns={pairConcerns(sire, chosen, mating.date)} />
      </fieldset>
      <ConfirmPlanned date={mating.date} isOpen={isAsking} onConfirm={() => void save()} onClose={() => setAsking(false)} />
    </FormCard>
  );
}

/** A birth that is overdue by more was most likely forgotten to be written down. */
const stillAwaitedDays = 30;

const saveLabel = (chosen: number): string => (chosen > 1 ? `Save ${count(chosen)} Breeding Records` : 'Save Breeding Record');

function faultOf(date: CalendarDate, mates: readonly Animal[]): string | undefined {
  if (!isCalendarDate(date)) return undefined;
  return validateBreedingDates({ breedingDate: date, actualBirthDate: null }, today())?.message ?? whyUnborn(mates, date);
}

const dueSentence = ({ species }: Animal, bred: CalendarDate): string =>
  `${birthWord(species)} due about ${longDate(dueDate(species, bred))}, ${gestationDays[species]} days later`;
