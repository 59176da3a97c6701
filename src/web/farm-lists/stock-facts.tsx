import { TriangleAlert } from 'lucide-react';
import { expiryState, type LineLeft, type StockLeft } from '#domain/health/stock.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { entriesText } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { amountText, leftText } from './use-stock.ts';

interface StockFactsProps {
  readonly unit: string | null;
  readonly stock: StockLeft;
  /** The dose that was given last. */
  readonly usual: number | null;
}

/** `40 of 100 ml left · about 8 doses of 5 ml` */
export function StockFacts({ unit, stock, usual }: StockFactsProps) {
  const { lines, left, isLow, isExceeded, uncounted, namedOnly } = stock;
  const doses = usual === null ? 0 : Math.floor(left / usual);
  return (
    <>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 font-medium tabular-nums">
        {leftText(stock, unit)}
        {usual !== null && doses > 0 && ` · about ${plural(doses, 'dose')} of ${amountText(usual, unit)}`}
        {isLow && (
          <Badge variant="straw">
            <TriangleAlert aria-hidden />
            {left === 0 ? 'Empty' : 'Low'}
          </Badge>
        )}
      </p>
      {lines.length > 0 && (
        <ul className="text-sm text-muted-foreground">
          {lines.map((each, index) => (
            // Purchases have no identity but their position.
            // oxlint-disable-next-line react/no-array-index-key
            <LineFacts key={index} each={each} unit={unit} isOnly={lines.length === 1} />
          ))}
        </ul>
      )}
      {isExceeded && <p className="text-sm text-muted-foreground">More was given than was bought: is a purchase missing?</p>}
      {uncounted > 0 && (
        <p className="text-sm text-muted-foreground">
          {entriesText(uncounted)} without a dose{unit === null ? '' : ` in ${unit}`} not counted
        </p>
      )}
      {namedOnly > 0 && (
        <p className="text-sm text-muted-foreground">
          {plural(namedOnly, 'dose')} of this name {namedOnly === 1 ? 'was' : 'were'} recorded without choosing the product, so{' '}
          {namedOnly === 1 ? 'it is' : 'they are'} not counted
        </p>
      )}
    </>
  );
}

function LineFacts({ each, unit, isOnly }: { each: LineLeft; unit: string | null; isOnly: boolean }) {
  const { batch, expiry, boughtOn } = each.line;
  const now = today();
  const state = expiryState(each.line, now);
  const facts = [
    batch === null ? `Bought ${dayText(boughtOn, now)}` : `Batch ${batch}`,
    !isOnly && amountText(each.left, unit),
    expiry && state === 'later' && `expires ${dayText(expiry, now)}`,
  ];
  return (
    <li className="wrap-anywhere">
      {facts.filter(Boolean).join(' · ')}
      {expiry && (state === 'expired' || state === 'soon') && (
        <span className="font-medium text-destructive">
          {' '}
          · {state === 'soon' ? 'expires soon,' : 'expired'} {dayText(expiry, now)}
        </span>
      )}
    </li>
  );
}
