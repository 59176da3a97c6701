import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Chore } from '#contract/chores.ts';
import { putOffs } from '#domain/chores.ts';
import { type StockConcern, stockConcerns } from '#domain/stock.ts';
import type { PutOff } from '#domain/today.ts';
import { PutOffDialog } from '#web/chores/put-off-dialog.tsx';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { useStockDoses } from '#web/farm-lists/use-stock.ts';
import { dayText } from '#web/herd/day-text.ts';
import { Button } from '#web/ui/button.tsx';
import type { Animal } from '#contract/animals.ts';
import { addDays } from '#domain/dates.ts';
import { newestPapers, type PaperDue, papersDue, paperText, salesDays } from '#domain/papers-due.ts';
import { plural } from '#domain/plural.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { useBreedingRules } from '#web/herd/use-breeding-rules.ts';
import { animalTagsQuery } from '#web/herd/use-numbers.ts';
import { read } from '#web/lib/query.ts';

interface PapersDueProps {
  readonly animals: readonly Animal[];
  readonly chores: readonly Chore[];
  readonly today: string;
  /** Shown if no paper is due. */
  readonly ifNone: ReactNode;
  /** What follows, given the papers that were put off. */
  readonly children: (putOff: readonly PutOff<Chore>[]) => ReactNode;
}

const maxTags = 60;

/** Papers that follow from sales and parents, for people who may issue them. Without signal nothing is said of sales. */
function PapersDue({ animals, chores, today, ifNone, children }: PapersDueProps) {
  const { weaningDays } = useBreedingRules();
  const { data: numbers = [] } = useQuery(animalTagsQuery);
  const { data: sales = [] } = useQuery(eventsQuery({ kinds: ['sale', 'slaughter'], from: addDays(today, -salesDays) }));
  const { data: papers, isLoading } = useQuery(read('listPapers', { query: { limit: newestPapers } }));
  const postponed = putOffs(chores);
  const { due, putOff } = papersDue({ animals, numbers, sales, papers, postponed, registrationDays: weaningDays }, today);
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return (
    <>
      {due.length > 0 ? (
        <section aria-labelledby="due-papers" className="mt-4">
          <h2 id="due-papers" className="mb-1.5 font-medium">
            Papers
          </h2>
          <ul className="divide-y overflow-hidden rounded-xl border bg-card">
            {due.map((each) => (
              <PaperLine
                key={each.subject}
                due={each}
                today={today}
                animals={each.animalIds.flatMap((id) => byId.get(id) ?? [])}
              />
            ))}
          </ul>
        </section>
      ) : (
        !isLoading && ifNone
      )}
      {children(putOff)}
    </>
  );
}

interface PaperLineProps {
  readonly due: PaperDue;
  readonly animals: readonly Animal[];
  readonly today: string;
}

function PaperLine({ due: { subject, day, animalIds, sale, reason }, animals, today }: PaperLineProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = animals;
  const title = `${paperText({ sale })} · ${animals.length === 1 && first ? first.tagNumber : plural(animalIds.length, 'animal')}`;
  const why = sale
    ? `Sold${sale.buyer === null ? '' : ` to ${sale.buyer}`}, ${dayText(day, today)}`
    : 'Both parents are registered';
  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span dir="auto" className="line-clamp-2 leading-tight">
          {title}
        </span>
        <span dir="auto" className="line-clamp-2 text-sm leading-tight text-muted-foreground">
          {[why, ...(reason === null ? [] : [`put off: ${reason}`])].join(' · ')}
        </span>
        {!sale && animals.length > 1 && (
          <span className="flex flex-wrap gap-x-4">
            {animals.slice(0, maxTags).map(({ id, tagNumber }) => (
              <Link
                key={id}
                to="/animals/$id"
                params={{ id }}
                className="tag inline-flex min-h-12 min-w-12 items-center text-sm underline decoration-1 underline-offset-4"
              >
                {tagNumber}
              </Link>
            ))}
          </span>
        )}
      </span>
      <span className="flex gap-2">
        <Button variant="outline" aria-label={`Put off ${title}`} onClick={() => setOpen(true)}>
          Put off
        </Button>
        {sale ? (
          <Button asChild variant="secondary">
            <Link to="/receipt" search={{ day, ...(sale.buyer !== null && { buyer: sale.buyer }) }} aria-label={`Issue ${title}`}>
              Issue
            </Link>
          </Button>
        ) : (
          first &&
          animals.length === 1 && (
            <Button asChild variant="secondary">
              <Link to="/animals/$id" params={{ id: first.id }} aria-label={`Open ${title}`}>
                Open
              </Link>
            </Button>
          )
        )}
      </span>
      <PutOffDialog
        task={{ kind: 'paper', subjects: [{ subject, day, animalIds }] }}
        title={title}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </li>
  );
}

interface StockDueProps {
  readonly chores: readonly Chore[];
  readonly today: string;
  readonly mayRecord: boolean;
  /** What follows, given what was put off. */
  readonly children: (putOff: readonly PutOff<Chore>[]) => ReactNode;
}

const maxNamed = 6;

/** One line about the products that are empty, low, expired or expire soon. */
function StockDue({ chores, today, mayRecord, children }: StockDueProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: products = [] } = useQuery(productsQuery);
  const { data: doses } = useStockDoses(products);
  const { due, putOff } = stockConcerns(doses ? products : [], doses ?? [], putOffs(chores), today);
  const texts = due.slice(0, maxNamed).map((each) => concernText(each, today));
  const more = due.length - texts.length;
  return (
    <>
      {due.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-2 rounded-xl border bg-card px-4 py-2">
          <span className="min-w-0 flex-1 basis-40">
            <span className="leading-tight">Medicine cupboard</span>
            <span dir="auto" className="block text-sm leading-tight wrap-anywhere text-muted-foreground">
              {[...texts, ...(more > 0 ? [`${more} more`] : [])].join(' · ')}
            </span>
          </span>
          <span className="flex gap-2">
            {mayRecord && (
              <Button variant="outline" aria-label="Put off the medicine cupboard" onClick={() => setOpen(true)}>
                Put off
              </Button>
            )}
            <Button asChild variant="secondary">
              <Link to="/products" aria-label="Open the medicine cupboard">
                Open
              </Link>
            </Button>
          </span>
          <PutOffDialog
            task={{
              kind: 'stock',
              subjects: due.map((each) => ({
                subject: each.subject,
                day: each.day,
                animalIds: [],
                name: concernText({ ...each, reason: null }, today),
              })),
            }}
            title={due.length === 1 ? (texts[0] ?? '') : 'Medicine cupboard'}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </div>
      )}
      {children(putOff)}
    </>
  );
}

/** `Cydectin: low`, `Valbazen: expires Thu, Dec 3, put off: No time` */
function concernText({ product, kind, day, reason }: StockConcern, today: string): string {
  const what = kind === 'expired' || kind === 'soon' ? `${kind === 'soon' ? 'expires' : 'expired'} ${dayText(day, today)}` : kind;
  return `${product.name}: ${what}${reason === null ? '' : `, put off: ${reason}`}`;
}

interface AlsoDueProps extends PapersDueProps {
  /** Only managers may issue papers. */
  readonly mayManage: boolean;
  readonly mayRecord: boolean;
}

/** What is due besides the tasks: papers, and what the cupboard lacks. */
export function AlsoDue({ mayManage, mayRecord, children, ...known }: AlsoDueProps): ReactNode {
  const { chores, today, ifNone } = known;
  const withStock = (papers: Parameters<typeof children>[0]) => (
    <StockDue chores={chores} today={today} mayRecord={mayRecord}>
      {(stock) => children([...papers, ...stock])}
    </StockDue>
  );
  if (mayManage) return <PapersDue {...known}>{withStock}</PapersDue>;
  return (
    <>
      {ifNone}
      {withStock([])}
    </>
  );
}
