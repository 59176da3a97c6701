import { type ReactNode, useState } from 'react';
import { PapersDue, type PapersDueProps } from './papers-due.tsx';
import { useQuery } from '@tanstack/react-query';
import type { Chore } from '#contract/chores.ts';
import { putOffs } from '#domain/records/chores.ts';
import { type StockConcern, stockConcerns } from '#domain/health/stock.ts';
import type { PutOff } from '#domain/work/today.ts';
import { PutOffDialog } from '#web/chores/put-off-dialog.tsx';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { useStockDoses } from '#web/farm-lists/use-stock.ts';
import { dayText } from '#web/herd/day-text.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface AlsoDueProps extends PapersDueProps {
  /** Only managers may issue papers. */
  readonly mayManage: boolean;
  readonly mayChange: boolean;
}

/** What is due besides the tasks: papers, and what the cupboard lacks. */
export function AlsoDue({ mayManage, mayChange, children, ...known }: AlsoDueProps): ReactNode {
  const { chores, today, ifNone } = known;
  const withStock = (papers: Parameters<typeof children>[0]) => (
    <StockDue chores={chores} today={today} mayChange={mayChange}>
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

interface StockDueProps {
  readonly chores: readonly Chore[];
  readonly today: string;
  readonly mayChange: boolean;
  /** What follows, given what was put off. */
  readonly children: (putOff: readonly PutOff<Chore>[]) => ReactNode;
}

const maxNamed = 6;

/** One line about the products that are empty, low, expired or expire soon. */
function StockDue({ chores, today, mayChange, children }: StockDueProps) {
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
            {mayChange && (
              <Button variant="outline" aria-label="Put off the medicine cupboard" onClick={() => setOpen(true)}>
                Put off
              </Button>
            )}
            <LinkButton to="/products" aria-label="Open the medicine cupboard" variant="secondary">
              Open
            </LinkButton>
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
