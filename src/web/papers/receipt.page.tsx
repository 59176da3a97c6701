import { isSold, saleKinds } from '#domain/journal/departures.ts';
import { plural } from '#domain/values/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { animalsQuery, animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { descriptionText } from '#web/herd/animal/who-text.ts';
import { withheldText } from '#web/herd/care/withheld.ts';
import { exactDollars, longDate } from '#web/lib/text/format.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { IssuePapers } from './issue-papers.tsx';
import { paperQuery } from './issued-papers.data.ts';

/** One buyer's purchases on a day, from the journal, and the papers issued for them. */
export function ReceiptPage() {
  usePageTitle('Receipt');
  const { day, instead } = useSearch({ from: '/shell/receipt' });
  const { failed, isPending, lines, wrong } = useSold();
  return (
    <>
      <PageHeader title="Receipt" back={{ to: '/receipts', label: 'Receipts' }} />
      {failed ? (
        <QueryFailed what="The sales" query={failed} />
      ) : isPending ? (
        <Skeleton className="h-64 max-w-2xl" />
      ) : lines.length === 0 ? (
        <EmptyState drawing={<PriceTag />} title="Nothing was sold to this buyer on this day.">
          If the sale was undone or changed, it has another receipt. Sales are on the animal’s page.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <Receipt day={day} lines={lines} />
          <IssuePapers
            key={instead ?? 'new'}
            day={day}
            sales={lines.map(({ sale, animal }) => ({ ...sale, tagNumber: animal.tagNumber }))}
            {...(wrong && { wrong })}
          />
        </div>
      )}
    </>
  );
}

/** When a paper is being replaced, includes the sales on that paper. */
function useSold() {
  const { day, buyer, instead } = useSearch({ from: '/shell/receipt' });
  const sales = useQuery(eventsQuery({ kinds: saleKinds, from: day }));
  const herd = useQuery(animalsQuery);
  const wrong = useQuery({ ...paperQuery(instead ?? ''), enabled: instead !== undefined });
  const animals = new Map(herd.data?.map((animal) => [animal.id, animal]));
  const ofDay = (sales.data ?? []).filter((sale) => sale.day === day && isSold(sale));
  const onWrong = new Set(wrong.data?.content.animals.map(({ animalId }) => animalId));
  const buyers =
    instead === undefined
      ? new Set([buyer ?? null])
      : new Set(ofDay.flatMap((sale) => (onWrong.has(sale.animalId) ? [sale.buyer] : [])));
  const lines = ofDay
    .filter((sale) => buyers.has(sale.buyer))
    .flatMap((sale): Line[] => {
      const animal = animals.get(sale.animalId);
      return animal ? [{ sale, animal }] : [];
    })
    .toSorted((a, b) => byTag(a.animal, b.animal));
  return {
    failed: [sales, herd, wrong].find(({ isError }) => isError),
    isPending: sales.isPending || herd.isPending || (instead !== undefined && wrong.isPending),
    lines,
    wrong: wrong.data,
  };
}

interface Line {
  readonly sale: EventOf<'sale' | 'slaughter'>;
  readonly animal: Animal;
}

interface ReceiptProps {
  readonly day: string;
  readonly lines: readonly Line[];
}

function Receipt({ day, lines }: ReceiptProps) {
  const { data: user } = useCurrentUser();
  const { data: states = [] } = useQuery(animalStatesQuery);
  const withheld = new Map(states.map((state) => [state.animalId, withheldText(state.withdrawals, day)]));
  const prices = lines.flatMap(({ sale: { price } }) => price ?? []);
  return (
    <article
      aria-label="Receipt"
      className="max-w-2xl rounded-xl border bg-card p-5 sm:p-8 print:max-w-none print:border-0 print:p-0"
    >
      <div className="mb-6 flex flex-wrap justify-between gap-x-8 gap-y-4">
        <address className="not-italic">
          <strong className="font-semibold">{user?.farmName ?? user?.ownerName}</strong>
          {user && user.farmName === null && (
            <Link to="/profile" className="block underline underline-offset-4 print:hidden">
              Add the name of your farm
            </Link>
          )}
          {[user?.farmName && user.ownerName, user?.address, user?.phone].filter(Boolean).map((text) => (
            <span key={text} className="block whitespace-pre-line">
              {text}
            </span>
          ))}
        </address>
        <dl className="grid grid-cols-[auto_auto] gap-x-4">
          <dt className="text-muted-foreground">Sold on</dt>
          <dd>
            <time dateTime={day}>{longDate(day)}</time>
          </dd>
          <dt className="text-muted-foreground">Sold to</dt>
          <dd dir="auto" className="wrap-anywhere">
            {lines[0]?.sale.buyer ?? 'Not named'}
          </dd>
        </dl>
      </div>
      <table className="w-full text-start">
        <thead>
          <tr className="border-b-2">
            <th className="py-2 pe-3 font-medium">Animal</th>
            <th className="py-2 text-end font-medium">Price</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ sale, animal }) => (
            <tr key={sale.id} className="border-b align-top">
              <td className="py-2 pe-3">
                <AnimalName animal={animal} />
                <span className="block text-sm text-muted-foreground">{descriptionText(animal, day)}</span>
                <WithheldNote text={withheld.get(animal.id) ?? ''} />
              </td>
              <td className="py-2 text-end tabular-nums">{sale.price === null ? '–' : exactDollars(sale.price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="py-2 pe-3 font-semibold">
              {plural(lines.length, 'animal')}
            </th>
            <td className="py-2 text-end font-semibold tabular-nums">
              {prices.length === lines.length && exactDollars(prices.reduce((sum, price) => sum + price, 0))}
            </td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

/** The buyer must be told until when meat or milk is withheld; why it was sold all the same is the seller's own note. */
const WithheldNote = ({ text }: { readonly text: string }) =>
  text !== '' && <span className="block text-sm font-medium">{text}</span>;
