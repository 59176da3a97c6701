import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnimalTag } from '#contract/animal-tags.ts';
import type { Animal } from '#contract/animals.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { bornHere, leftWithoutDay, movementKinds, movementsIn, type Movement } from '#domain/journal/movement-register.ts';
import { kindWord } from '#domain/records/births.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { fullName, speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { count, shortDate } from '#web/lib/text/format.ts';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { farmText, numbersOf, type PaperFacts, recordsText } from './paper-facts.ts';
import { type PaperSize, sheets } from './paper-size.ts';
import { Papers } from './sheet.tsx';

interface Props {
  readonly herd: readonly Animal[];
  readonly facts: PaperFacts;
  readonly size: PaperSize;
}

/** Most countries require movement records to be kept this long. */
const yearsKept = 5;

/** Arrivals, births and departures of a year. */
export function MovementRegister({ herd, facts, size }: Props) {
  const thisYear = Number(facts.now.slice(0, 4));
  const [year, setYear] = useState(String(thisYear));
  const events = useQuery(eventsQuery({ kinds: movementKinds }));
  if (events.isError) {
    return <QueryFailed what="The register" query={events} />;
  }
  const years = Array.from({ length: yearsKept + 1 }, (_, index) => String(thisYear - index));
  return (
    <>
      <LabelledChoice
        label="Year"
        fieldClassName="mb-5 print:hidden"
        layout="wrapped"
        options={years.map((each) => ({ value: each, label: each }))}
        value={year}
        onChange={setYear}
      />
      {events.data ? (
        <Register
          year={year}
          movements={movementsIn(herd, events.data, { from: `${year}-01-01`, to: `${year}-12-31` })}
          withoutDay={
            bornHere(herd, events.data).filter(({ birthDate, birthYear }) => birthDate === null && birthYear === Number(year))
              .length
          }
          leftWithoutDay={leftWithoutDay(herd, events.data).length}
          facts={facts}
          size={size}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}

interface RegisterProps extends Omit<Props, 'herd'> {
  readonly year: string;
  readonly movements: readonly Movement[];
  /** The number of animals born on the farm in the year on an unknown day. */
  readonly withoutDay: number;
  readonly leftWithoutDay: number;
}

function Register({ year, movements, withoutDay, leftWithoutDay: left, facts, size }: RegisterProps) {
  const countOf = (what: Movement['what']): string => count(movements.filter((movement) => movement.what === what).length);
  return (
    <Papers>
      <article
        aria-label={`Register of ${year}`}
        className="border bg-white p-[4mm] text-[10pt] text-black shadow-card print:border-0 print:p-0 print:shadow-none"
        style={{ width: `${sheets[size].width}mm` }}
      >
        <h2 className="title text-[18pt]">Arrivals, births and departures {year}</h2>
        <p className="mb-[4mm]">
          {facts.farm.name !== null && `${farmText(facts.farm)}. `}
          {countOf('born')} born, {countOf('arrived')} arrived, {countOf('left')} left. {recordsText(facts)}.
          {withoutDay > 0 &&
            ` ${plural(withoutDay, 'animal')} born here in ${year} ${withoutDay === 1 ? 'is' : 'are'} not listed, because only the year of birth is recorded.`}
          {left > 0 &&
            ` ${plural(left, 'animal')} that left ${left === 1 ? 'is' : 'are'} listed in no year, because the day is not recorded.`}
        </p>
        {movements.length === 0 ? (
          <p>Nothing is recorded for this year.</p>
        ) : (
          <PrintTable columns={['Day', 'What', 'Animal', 'Numbers', 'Species, sex, breed', 'From or to']}>
            {movements.map(({ day, animalId, what, how, party }) => (
              <tr key={`${animalId} ${day} ${how}`} className="break-inside-avoid">
                <td className="whitespace-nowrap">{shortDate(day)}</td>
                <td>{what === 'arrived' && party !== null ? 'Bought' : how}</td>
                <AnimalCells animal={facts.find(animalId)} tags={facts.tags} day={day} />
                <td dir="auto" className="wrap-anywhere">
                  {party}
                </td>
              </tr>
            ))}
          </PrintTable>
        )}
      </article>
    </Papers>
  );
}

interface AnimalCellsProps {
  readonly animal: Animal | undefined;
  readonly tags: readonly AnimalTag[];
  readonly day: string;
}

function AnimalCells({ animal, tags, day }: AnimalCellsProps) {
  if (!animal) return <td colSpan={3}>Deleted animal</td>;
  return (
    <>
      <td dir="auto" className="wrap-anywhere">
        {fullName(animal)}
      </td>
      <td dir="auto" className="wrap-anywhere">
        {numbersOf(animal, tags)
          .map(({ kind, number }) => `${animalTagLabel(kind)} ${number}`)
          .join(', ')}
      </td>
      <td dir="auto" className="wrap-anywhere">
        {[speciesLabels[animal.species], kindWord(animal, day).toLowerCase(), animal.breed].filter(Boolean).join(', ')}
      </td>
    </>
  );
}
