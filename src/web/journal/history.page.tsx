import { useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { HistoryKind, HistoryAct } from '#contract/history.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { validateRange } from '#domain/reports.ts';
import { DateRange } from '#web/components/forms/date-range.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { useRights } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { Select } from '#web/ui/select.tsx';
import { type HistorySearch, parseHistorySearch } from './history-search.ts';
import { whoOf, describeHistory } from './describe-history.ts';
import { LatestChanges } from './latest-changes.tsx';
import { useEffect } from 'react';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { read, readPages } from '#web/lib/server/query.ts';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { dayOf, timeOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { DaySection } from './day-section.tsx';
import { useRecordNames, useSpeciesOf } from './use-record-names.ts';

/** The latest changes with Undo; what managers look for in all five years is listed without. */
export function HistoryPage() {
  const mayManage = useRights().has('manage');
  const { all: showsAll, ...search } = readableSearch(useSearch({ from: '/shell/history' }));
  const isSearched = mayManage && (showsAll !== undefined || Object.keys(search).length > 0);
  return (
    <>
      <PageHeader
        title="History"
        subtitle={`Who changed what on your farm${mayManage ? ', kept for five years' : ''}. The latest changes can be undone`}
        back={{ to: '/', label: 'Dashboard' }}
      />
      <NeedsServer what="You can see what was changed, and undo it">
        <div className="max-w-3xl">
          {mayManage && <Filters search={search} />}
          {isSearched ? <FarmHistory search={search} /> : <LatestChanges />}
          {mayManage && !isSearched && (
            <LinkButton to="/history" search={{ all: '1' }} variant="outline" className="mt-4">
              Everything of five years
            </LinkButton>
          )}
        </div>
      </NeedsServer>
    </>
  );
}

function FarmHistory({ search }: { readonly search: HistorySearch }) {
  const isValid = validateRange(search) === undefined;
  const history = useInfiniteQuery({ ...historyQuery(search), enabled: isValid });
  return (
    <>
      {isValid && (
        <HistoryPages
          history={history}
          empty={
            Object.keys(search).length === 0 ? 'Nothing has been changed yet.' : 'Nothing of this kind was changed on these days.'
          }
        />
      )}
    </>
  );
}

const all = 'all';

/** In the order of the select. */
const kindLabels: Readonly<Record<HistoryKind, string>> = {
  animal: 'Animals',
  event: 'Journal entries',
  breedingRecord: 'Matings',
  animalTag: 'Numbers',
  place: 'Places',
  group: 'Groups',
  product: 'Medicine cupboard',
  worklist: 'Work',
  exposure: 'Males with females',
  chore: 'Tasks',
  farm: 'The farm',
};

/** Ignores an invalid day or kind typed into the address. */
const readableSearch = ({ kind, from, to, ...rest }: HistorySearch): HistorySearch => ({
  ...rest,
  ...(kind !== undefined && Object.hasOwn(kindLabels, kind) && { kind }),
  ...(from !== undefined && isCalendarDate(from) && { from }),
  ...(to !== undefined && isCalendarDate(to) && { to }),
});

function Filters({ search }: { readonly search: HistorySearch }) {
  const navigate = useNavigate({ from: '/history' });
  const { data: authors = [] } = useQuery(authorsQuery);
  const choose = (change: Readonly<Record<string, string>>) =>
    void navigate({ search: parseHistorySearch({ ...search, ...change }), replace: true, resetScroll: false });
  return (
    <search className="mb-6 grid gap-3 print:hidden">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <Select
          aria-label="Person"
          options={[
            { value: all, label: 'Everybody' },
            ...authors.map((author) => ({ value: author.id, label: whoOf({ by: author }) })),
          ]}
          value={search.by ?? all}
          onChange={(by) => choose({ by: by === all ? '' : by })}
        />
        <Select
          aria-label="What was changed"
          options={[{ value: all, label: 'Everything' }, ...optionsOf(kindLabels)]}
          value={search.kind ?? all}
          onChange={(kind) => choose({ kind: kind === all ? '' : kind })}
        />
      </div>
      <DateRange
        legend="Days of the history"
        labels={['From', 'To']}
        dates={search}
        onStart={(from) => choose({ from })}
        onEnd={(to) => choose({ to })}
      />
      {search.animal !== undefined && <OfAnimal id={search.animal} onClear={() => choose({ animal: '' })} />}
    </search>
  );
}

function OfAnimal({ id, onClear }: { readonly id: string; readonly onClear: () => void }) {
  const { data: herd = [] } = useQuery(animalsQuery);
  const animal = herd.find((each) => each.id === id);
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      Only {animal ? fullName(animal) : 'one animal'}
      <Button variant="outline" size="small" onClick={onClear}>
        <X aria-hidden />
        All animals
      </Button>
    </p>
  );
}

/** Used on an animal's page. It is in this file so that both are in one chunk. */
export function AnimalHistoryEntries({ animalId }: { readonly animalId: string }) {
  const history = useInfiniteQuery(animalHistoryQuery(animalId));
  return (
    <HistoryPages history={history} animalId={animalId} empty="Nothing about this animal was changed in the last five years." />
  );
}

interface HistoryPagesProps {
  readonly history: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly HistoryAct[] }>>;
  readonly animalId?: string;
  readonly empty: string;
}

function HistoryPages({ history, animalId, empty }: HistoryPagesProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const acts = data?.pages.flatMap(({ items }) => items) ?? [];
  // The server stops searching after a while and may return an empty page.
  const looksOn = acts.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (looksOn && !isFetchingNextPage) void fetchNextPage();
  }, [looksOn, isFetchingNextPage, fetchNextPage]);
  if (history.isError && !data) {
    return <QueryFailed what="The history" query={history} />;
  }
  if (!data || looksOn) {
    return <LoadingLines what="the history" lines={['h-11', 'h-16', 'h-16']} />;
  }
  if (acts.length === 0 && !hasNextPage) return <p className="px-4 py-6 text-muted-foreground">{empty}</p>;
  return (
    <>
      <HistoryList acts={acts} {...(animalId !== undefined && { animalId })} />
      {hasNextPage && (
        <div className="flex flex-col items-center gap-2 px-4 py-4 print:hidden">
          {isFetchNextPageError && <p role="alert">More could not be loaded. The entries above are still here.</p>}
          <Button variant="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00`);

/** Read again whenever it is opened, because every save adds to it. Days are in this browser's time zone. */
function historyQuery({ from, to, by, kind, animal }: HistorySearch) {
  const dayAfter = to === undefined ? undefined : startOf(to);
  dayAfter?.setDate(dayAfter.getDate() + 1);
  const query = {
    by,
    kind,
    animalId: animal,
    since: from === undefined ? undefined : startOf(from).toISOString(),
    until: dayAfter?.toISOString(),
  };
  return { ...readPages('readHistory', { query }), staleTime: 0 };
}

const animalHistoryQuery = (id: string) => ({
  ...readPages('readAnimalHistory', { params: { id }, query: {} }),
  staleTime: 0,
});

const authorsQuery = read('listHistoryAuthors', {});

interface HistoryListProps {
  readonly acts: readonly HistoryAct[];
  /** The animal of the page, which is not named again. */
  readonly animalId?: string;
}

/** Lists changes day by day, in sentences. */
function HistoryList({ acts, animalId }: HistoryListProps) {
  const recorded = useRecordNames();
  const speciesOf = useSpeciesOf();
  const gone = new Map(acts.flatMap(({ animals }) => animals.map((animal) => [animal.id, fullName(animal)] as const)));
  const nameOf = (id: string) => recorded.get(id) ?? gone.get(id);
  const now = today();
  return [...Map.groupBy(acts, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <DaySection key={day} day={day} heading={animalId === undefined ? 'h2' : 'h3'}>
      {ofDay.map((act) => (
        <Act key={act.revision} act={act} animalId={animalId} known={{ today: now, nameOf, speciesOf }} />
      ))}
    </DaySection>
  ));
}

interface ActProps {
  readonly act: HistoryAct;
  readonly animalId: string | undefined;
  readonly known: Parameters<typeof describeHistory>[1];
}

function Act({ act, animalId, known }: ActProps) {
  const { who, lines, more } = describeHistory(act, known);
  return (
    <article aria-label={`${who} ${lines[0]?.text ?? ''}`} className="border-b px-4 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <div className="min-w-0 flex-1">
          {lines.map(({ key, text, facts, animalIds }) => (
            <div key={key} className="pb-1">
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">{who}</span> {act.isUndone ? <del>{text}</del> : text}
              </p>
              <Animals act={act} ids={animalIds.filter((id) => id !== animalId)} />
              {facts.length > 0 && (
                <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
                  {facts.join(' · ')}
                </p>
              )}
            </div>
          ))}
          {more !== undefined && <p className="text-sm text-muted-foreground">and others: {more} in all</p>}
          {act.isUndone && <p className="text-sm text-muted-foreground">Undone</p>}
        </div>
        <time dateTime={act.at} className="text-sm text-muted-foreground">
          {timeOf(act.at)}
        </time>
      </div>
    </article>
  );
}

function Animals({ act: { animals }, ids }: { readonly act: HistoryAct; readonly ids: readonly string[] }) {
  const known = ids.flatMap((id) => animals.find((animal) => animal.id === id) ?? []);
  return (
    known.length > 0 && (
      <p className="flex flex-wrap gap-x-5 gap-y-5 py-0.5">
        {known.map((animal) =>
          animal.isDeleted ? (
            <Link
              key={animal.id}
              to="/history"
              search={{ animal: animal.id }}
              className="relative wrap-anywhere text-muted-foreground underline decoration-1 underline-offset-4 after:absolute after:-inset-3"
            >
              {fullName(animal)} (deleted)
            </Link>
          ) : (
            <AnimalLink key={animal.id} id={animal.id}>
              <span dir="auto" className="wrap-anywhere underline decoration-1 underline-offset-4">
                {fullName(animal)}
              </span>
            </AnimalLink>
          ),
        )}
      </p>
    )
  );
}
