import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { type DuePart, dueParts } from '#domain/breeding/due-births.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { LoadFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { DueHeading } from '#web/herd/breeding/due-heading.tsx';
import { WaitingYoung } from '#web/herd/breeding/waiting-young.tsx';
import { count } from '#web/lib/text/format.ts';
import { useBreedingWatch } from '#web/herd/breeding/use-breeding-watch.ts';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { filterChip, filterChips } from '#web/ui/filter-chip.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import { Select } from '#web/ui/select.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BornList, useFamilies } from './born-list.tsx';
import type { BirthsSearch } from './births-search.ts';
import { type DueLine, DueRow } from './due-row.tsx';
import { useDueLines, type Where } from './use-due-lines.ts';
import { ChevronRight } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import type { ReturnWatch } from '#domain/breeding/heat-watch.ts';
import type { Empty } from '#domain/breeding/scans.ts';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { dayText, distanceText } from '#web/herd/day-text.ts';

export function BirthsPage() {
  usePageTitle('Births');
  const { in: within, show } = useSearch({ from: '/shell/births' });
  const { lines, whereOf, failed, retry, ...known } = useDueLines();
  const watch = useBreedingWatch(known);
  const families = useFamilies(known);
  const role = useFarmRole();
  return (
    <>
      <PageHeader
        title="Births"
        actions={
          mayRecord(role, 'birth') && (
            <LinkButton to="/births/new">
              <Youngling aria-hidden />
              Record birth
            </LinkButton>
          )
        }
      />
      <WaitingYoung className="mb-3" />
      {failed && <LoadFailed what="What is due" error={failed.error} busy={failed.isFetching} onRetry={retry} />}
      {!lines && !failed && <LoadingLines what="what is due" lines={Array.from({ length: 6 }, () => 'h-14')} />}
      {lines && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2 print:hidden">
          <Views
            shown={show}
            views={[
              [undefined, 'Due', lines.length],
              ['born', 'Born', families.length],
              ['heat', 'Back in heat?', watch.returns.length],
              ['empty', 'Not pregnant', watch.empty.length],
            ]}
          />
          {show === undefined && <Places places={placesOf(lines, whereOf)} chosen={within} />}
        </div>
      )}
      {lines && show === 'born' && <BornList families={families} herd={known.herd} today={known.day} whereOf={whereOf} />}
      {lines && show === 'heat' && <ReturnList returns={watch.returns} herd={known.herd} today={known.day} />}
      {lines && show === 'empty' && <EmptyList empty={watch.empty} herd={known.herd} today={known.day} />}
      {lines && show === undefined && <DueList lines={lines} whereOf={whereOf} within={within} />}
    </>
  );
}

interface DueListProps extends Pick<ReturnType<typeof useDueLines>, 'whereOf'> {
  readonly lines: readonly DueLine[];
  /** The id of a place or a group. */
  readonly within: string | undefined;
}

function DueList({ lines, whereOf, within }: DueListProps) {
  const there = lines.filter(({ dam }) => whereOf(dam.id).some(({ id }) => id === within));
  const shown = there.length > 0 ? there : lines;
  return (
    <>
      {lines.length === 0 && <NothingDue />}
      {dueParts.map((part) => {
        const ofPart = shown.filter(({ pregnancy }) => pregnancy?.part === part);
        return ofPart.length > 0 && <Part key={part} part={part} lines={ofPart} />;
      })}
    </>
  );
}

interface ViewsProps {
  readonly shown: BirthsSearch['show'];
  readonly views: readonly (readonly [show: BirthsSearch['show'], label: string, size: number])[];
}

/** The lists of heats and checks are offered only if they have entries. */
const Views = ({ shown, views }: ViewsProps) => (
  <nav aria-label="Due and born" className={filterChips}>
    {views
      .filter(([show, , size]) => size > 0 || show === shown || show === undefined || show === 'born')
      .map(([show, label, size]) => (
        <Link
          key={label}
          to="/births"
          search={show ? { show } : {}}
          replace
          className={filterChip(show === shown)}
          aria-current={show === shown ? true : undefined}
        >
          {label} <span className="font-normal">{count(size)}</span>
        </Link>
      ))}
  </nav>
);

interface CountedPlace extends Where {
  readonly count: number;
}

/** The places and groups of the due females, in the order of the list. */
function placesOf(lines: readonly DueLine[], whereOf: (animalId: string) => readonly Where[]): readonly CountedPlace[] {
  const all = Map.groupBy(
    lines.flatMap(({ dam }) => whereOf(dam.id)),
    ({ id }) => id,
  );
  return [...all.values()].flatMap((same) => (same[0] ? [{ ...same[0], count: same.length }] : []));
}

const everywhere = 'everywhere';

function Places({ places, chosen }: { places: readonly CountedPlace[]; chosen: string | undefined }) {
  const navigate = useNavigate({ from: '/births' });
  if (places.length < 2) return null;
  return (
    <Select
      aria-label="Filter by place and group"
      width="w-auto max-w-full"
      options={[
        { value: everywhere, label: 'Everywhere' },
        ...places.map(({ id, name, count: size }) => ({ value: id, label: `${name} ${size}` })),
      ]}
      value={places.find(({ id }) => id === chosen)?.id ?? everywhere}
      onChange={(id) => void navigate({ search: id === everywhere ? {} : { in: id }, replace: true, resetScroll: false })}
    />
  );
}

const shownAtFirst = 40;

function Part({ part, lines }: { part: DuePart; lines: readonly DueLine[] }) {
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <section aria-labelledby={part} className="-mx-4 mb-4 sm:mx-0">
      <DueHeading id={part} part={part} size={lines.length} className="sticky top-14 z-10 min-h-9 border-b bg-background px-4" />
      <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8">
        {lines.slice(0, shown).map((line) => (
          <li key={line.dam.id} className="min-w-0">
            <DueRow line={line} />
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <Button variant="ghost" className="mt-1" onClick={() => setShown(shown * 3)}>
          Show more of {count(lines.length)}
        </Button>
      )}
    </section>
  );
}

function NothingDue() {
  const mayMate = useRights().has('record');
  return (
    <EmptyState
      drawing={<MotherAndYoung />}
      title="No births expected"
      action={
        mayMate && (
          <LinkButton to="/breeding" variant="outline">
            Record a mating
          </LinkButton>
        )
      }
    >
      Mated females are listed here by due date. A birth can be recorded without a mating.
    </EmptyState>
  );
}

interface ListProps {
  readonly herd: readonly Animal[];
  readonly today: CalendarDate;
}

/** Lists the days on which each mated female would be in heat again if she is not pregnant. */
const ReturnList = ({ returns, herd, today }: ListProps & { readonly returns: readonly ReturnWatch[] }) => (
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
const EmptyList = ({ empty, herd, today }: ListProps & { readonly empty: readonly Empty[] }) => (
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
