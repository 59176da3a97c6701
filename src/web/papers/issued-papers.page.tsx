import { saleKinds } from '#domain/journal/departures.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Paper } from '#contract/papers.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { useDebouncedSearch } from '#web/lib/use-debounced-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { LoadingLines } from '#web/components/loading/loading-lines.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { papersQuery } from './issued-papers.data.ts';
import { PaperLine } from './paper-line.tsx';
import { addDays } from '#domain/values/dates.ts';
import { newestPapers, paperAnimalsText, papersDue, paperText, salesDays } from '#domain/work/papers-due.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { putOffs } from '#domain/records/chores.ts';
import { read } from '#web/lib/server/query.ts';

/**
 * Receipts and movement documents by day of sale. They are not stored in the browser, because they contain addresses and
 * telephone numbers.
 */
export function IssuedPapersPage() {
  const rights = useRights();
  return (
    <>
      <PageHeader
        title="Receipts"
        subtitle="Receipts and movement papers, numbered and kept exactly as issued"
        actions={
          rights.has('keep') && (
            <LinkButton to="/move-in" variant="outline" size="small">
              I have bought animals
            </LinkButton>
          )
        }
      />
      {rights.has('manage') ? (
        <IssuedPapers />
      ) : (
        <p className="text-muted-foreground">Only the owner or a manager of the farm sees its receipts and movement papers.</p>
      )}
    </>
  );
}

function IssuedPapers() {
  const { search = '' } = useSearch({ from: '/shell/receipts' });
  const navigate = useNavigate({ from: '/receipts' });
  const [typed, type] = useDebouncedSearch(search, (next) =>
    navigate({ search: next === '' ? {} : { search: next }, replace: true, state: true, resetScroll: false }),
  );
  const papers = useInfiniteQuery(papersQuery(search));
  const all = papers.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <ToIssue />
      <SearchInput
        aria-label="Search papers"
        placeholder="Search by number, buyer, tag or EID..."
        value={typed}
        onChange={type}
        className="mb-5 max-w-xl print:hidden"
      />
      {papers.isPending && <LoadingLines what="papers" lines={['h-16', 'h-16', 'h-16']} />}
      {papers.isError && <QueryFailed what="The papers" query={papers} />}
      {papers.data && all.length === 0 && (
        <EmptyState
          drawing={<PriceTag />}
          title={search === '' ? 'No papers yet.' : `No paper matches “${search}”.`}
          action={
            search === '' && (
              <LinkButton to="/work/new" search={{ do: 'sell' }}>
                Sell animals
              </LinkButton>
            )
          }
        >
          {search === ''
            ? 'After a sale you can issue a receipt and a movement document. Each gets a number and cannot be changed.'
            : 'Part of the paper’s number, buyer’s name, tag or EID is enough.'}
        </EmptyState>
      )}
      {all.length > 0 && <PaperList papers={all} />}
      {papers.hasNextPage && (
        <Button variant="outline" className="mt-4" busy={papers.isFetchingNextPage} onClick={() => void papers.fetchNextPage()}>
          Show earlier ones
        </Button>
      )}
    </>
  );
}

function PaperList({ papers }: { readonly papers: readonly Paper[] }) {
  const now = today();
  return (
    <div className="max-w-4xl rounded-xl border bg-card">
      {[...Map.groupBy(papers, ({ day }) => day)].map(([day, ofDay]) => (
        <section key={day} aria-label={dayText(day, now)}>
          <h2 className="flex min-h-11 items-center bg-secondary px-4 text-sm font-medium text-secondary-foreground first:rounded-t-xl">
            <time dateTime={day}>{dayText(day, now)}</time>
          </h2>
          <ul className="divide-y">
            {ofDay.map((paper) => (
              <PaperLine key={paper.id} paper={paper} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Sales of the last days whose papers are still to be issued. */
function ToIssue() {
  const now = today();
  const { data: sales = [] } = useQuery(eventsQuery({ kinds: saleKinds, from: addDays(now, -salesDays) }));
  const { data: papers } = useQuery(read('listPapers', { query: { limit: newestPapers } }));
  const { data: chores } = useQuery(read('listChores', { query: {} }));
  if (!chores) return null;
  const known = { animals: [], numbers: [], registrationDays: null };
  const { due, putOff } = papersDue({ ...known, sales, papers, postponed: putOffs(chores) }, now);
  const left = [...due.map((paper) => ({ ...paper, to: null })), ...putOff];
  if (left.length === 0) return null;
  return (
    <section aria-labelledby="to-issue" className="mb-6 max-w-4xl print:hidden">
      <h2 id="to-issue" className="mb-1.5 font-medium">
        Still to be issued
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border bg-card">
        {left.map(({ subject, day, animalIds, sale, to }) => (
          <li key={`${subject} ${to}`} className="flex flex-wrap items-center gap-2 px-4 py-2">
            <span dir="auto" className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {paperText({ sale })} · {paperAnimalsText({ sale, animalIds }, undefined)}
              <span className="block text-sm text-muted-foreground">
                Sold{sale?.buyer == null ? '' : ` to ${sale.buyer}`}, {dayText(day, now)}
                {to !== null && ` · put off to ${dayText(to, now)}`}
              </span>
            </span>
            <LinkButton to="/receipt" search={{ day, ...(sale?.buyer != null && { buyer: sale.buyer }) }} variant="secondary">
              Issue
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
