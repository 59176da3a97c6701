import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import type { ReturnWatch } from '#domain/breeding/heat-watch.ts';
import type { Empty } from '#domain/breeding/scans.ts';
import { AnimalLine } from '../animal/animal-line.tsx';
import { dayText, distanceText } from '../day-text.ts';

interface ListProps {
  readonly herd: readonly Animal[];
  readonly today: CalendarDate;
}

/** Lists the days on which each mated female would be in heat again if she is not pregnant. */
export const ReturnList = ({ returns, herd, today }: ListProps & { readonly returns: readonly ReturnWatch[] }) => (
  <Lines
    herd={herd}
    entries={returns.map(({ animalId, since, isMated, from, to, returns: times }) => ({
      animalId,
      day: from <= today ? 'now' : distanceText(from, today),
      fact: [
        `${dayText(from, today)} to ${dayText(to, today)}`,
        `${isMated ? 'mated' : 'in heat'} ${dayText(since, today)}`,
        ...(times > 0 ? [times === 1 ? 'came back once' : `came back ${times} times`] : []),
      ].join(' · '),
    }))}
  >
    A female that is not in heat on these days is probably pregnant. A pregnancy check makes sure.
  </Lines>
);

/** Females that were found not pregnant and have not been mated since. */
export const EmptyList = ({ empty, herd, today }: ListProps & { readonly empty: readonly Empty[] }) => (
  <Lines herd={herd} entries={empty.map(({ animalId, day }) => ({ animalId, day: '', fact: `Checked ${dayText(day, today)}` }))}>
    Found not to be pregnant, and not mated since.
  </Lines>
);

interface LinesProps {
  readonly herd: readonly Animal[];
  readonly entries: readonly { readonly animalId: string; readonly day: string; readonly fact: string }[];
  readonly children: ReactNode;
}

function Lines({ herd, entries, children }: LinesProps) {
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  return (
    <>
      <p className="mb-2 text-muted-foreground">{children}</p>
      <ul className="-mx-4 sm:mx-0 lg:grid lg:grid-cols-2 lg:gap-x-8">
        {entries.map(({ animalId, day, fact }) => {
          const animal = byId.get(animalId);
          return (
            animal && (
              <li key={animalId} className="min-w-0">
                <Link
                  to="/animals/$id"
                  params={{ id: animalId }}
                  className="flex min-h-16 items-center gap-3 border-b px-4 py-2 hover:bg-secondary focus-visible:-outline-offset-4"
                >
                  <AnimalLine animal={animal}>{fact}</AnimalLine>
                  <span className="shrink-0 font-medium">{day}</span>
                  <ChevronRight aria-hidden className="size-5 shrink-0" />
                </Link>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}
