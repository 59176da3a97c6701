import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { type Lactation, lactationDays, milkRecords } from '#domain/performance/lactations.ts';
import { littersOf } from '#domain/performance/litters.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { dailyMilkText, milkMeaning, milkText } from '#web/herd/care/milk-text.ts';
import { dateText } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';

interface MilkCardProps {
  readonly animal: Animal;
  /** With the outside parents. */
  readonly animals: readonly Animal[];
  /** Of its journal. */
  readonly events: readonly RecordedEvent[];
}

/** What her lactations have yielded, the last one first. */
export function MilkCard({ animal, animals, events }: MilkCardProps) {
  const recorded = events.filter(({ voidedAt }) => voidedAt === null);
  const family = animals.filter(({ id, motherId }) => id === animal.id || motherId === animal.id);
  const births = littersOf({
    animals: family,
    births: recorded.filter((event) => event.kind === 'birth'),
  }).filter(({ damId }) => damId === animal.id);
  const record = milkRecords({
    births,
    milkings: recorded.filter((event) => event.kind === 'milking'),
    driedOff: recorded.filter((event) => event.kind === 'dryOff'),
  }).get(animal.id);
  if (!record) return null;
  const { lactations, withoutBirth } = record;
  const last = withoutBirth.at(-1);
  return (
    <TitledCard title="Milk" className="break-inside-avoid gap-1">
      <ul className="divide-y">
        {lactations.toReversed().map((lactation) => (
          <li key={lactation.from} className="py-2">
            <OfLactation lactation={lactation} />
          </li>
        ))}
        {last && (
          <li className="py-2">
            <p className="font-medium">
              {plural(withoutBirth.length, 'test day')} before a birth is known, the last on {dayText(last.day, today())}:{' '}
              {dailyMilkText(last.ml)}
            </p>
            <p className="text-sm text-muted-foreground">
              A yield counts from a {speciesTerms[animal.species].birth.toLowerCase()}. Record hers to see it.
            </p>
          </li>
        )}
      </ul>
      {lactations.some(({ standard }) => standard) && <p className="text-sm text-muted-foreground">The yield is {milkMeaning}</p>}
    </TitledCard>
  );
}

function OfLactation({ lactation }: { readonly lactation: Lactation }) {
  const { number, from, tests, driedOff, standard, whole } = lactation;
  const now = today();
  const last = tests.at(-1)!;
  return (
    <>
      <p className="text-lg leading-snug font-medium">
        {standard
          ? `${milkText(standard.ml)} in ${plural(standard.days, 'day')}`
          : `${dailyMilkText(last.ml)} on ${dayText(last.day, now)}`}
      </p>
      <p className="text-sm">
        {[
          `Recorded lactation ${number}, from ${dateText(from, now)}`,
          standard ? `${tests.length} test days` : 'one test day; a yield needs two',
          driedOff ? `dry since ${dateText(driedOff, now)}` : standard && `to the last test day, ${dateText(last.day, now)}`,
          whole && `longer than ${lactationDays} days: ${milkText(whole.ml)} in ${whole.days}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}
