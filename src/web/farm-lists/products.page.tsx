import { useQuery } from '@tanstack/react-query';
import { choiceText, infoOf } from '#domain/records/fields.ts';
import { productFields } from '#domain/records/product.ts';
import type { Product } from '#contract/products.ts';
import { isPictureUrl } from '#domain/records/animals.ts';
import { doseByWeightText } from '#domain/records/doses.ts';
import { type StockLeft, expiryState, type LineLeft } from '#domain/health/stock.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { lastUseOf, lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { today } from '#web/lib/text/today.ts';
import { productsQuery } from './lists.data.ts';
import { useStock, amountText, leftText } from './use-stock.ts';
import { sourcesOf, withdrawalsText } from './withdrawal-text.ts';
import { EntryList } from './entry-list.tsx';
import { useState } from 'react';
import { smallerUrl } from '#domain/values/pictures.ts';
import { usePhotoSource } from '#web/lib/server/waiting-photo.ts';
import { TriangleAlert } from 'lucide-react';
import { plural } from '#domain/values/plural.ts';
import { entriesText } from '#web/lib/text/format.ts';
import { Badge } from '#web/ui/badge.tsx';

export function ProductsPage() {
  const products = useQuery(productsQuery);
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const { stock } = useStock(products.data ?? []);
  return (
    <>
      <PageHeader
        title="Medicine Cupboard"
        subtitle="Medicines, vaccines and supplements, with the doses and withdrawals you enter"
      />
      <div className="max-w-3xl">
        <EntryList
          kind="product"
          title="Products"
          query={products}
          emptyText="Enter each product once. Its dose and withdrawals are then suggested when you treat an animal."
        >
          {(product) => <ProductFacts product={product} lastUse={lastUseOf(product.id, uses)} stock={stock.get(product.id)} />}
        </EntryList>
      </div>
    </>
  );
}

interface ProductFactsProps {
  readonly product: Product;
  readonly lastUse: ReturnType<typeof lastUseOf>;
  readonly stock: StockLeft | undefined;
}

function ProductFacts({ product, lastUse, stock }: ProductFactsProps) {
  const { name, kind, unit, withdrawals, photo, note } = product;
  const dose = doseByWeightText(product) ?? (unit && `dose in ${unit}`);
  return (
    <>
      <h3 dir="auto" className="font-semibold wrap-anywhere">
        {name}
      </h3>
      <p className="text-sm text-muted-foreground">
        {[choiceText(infoOf(productFields.kind), kind), dose].filter(Boolean).join(' · ')}
      </p>
      {stock && <StockFacts unit={unit} stock={stock} usual={lastUse?.dose ?? null} />}
      <p dir="auto" className="mt-1 wrap-anywhere">
        {withdrawals.length > 0 ? withdrawalsText(withdrawals) : 'Withdrawal not recorded'}
      </p>
      {withdrawals.length > 0 && (
        <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
          Source: {sourcesOf(withdrawals).join('; ')}
        </p>
      )}
      {lastUse && <LastBatch lastUse={lastUse} />}
      {isPictureUrl(photo) && <ProductPhoto name={name} url={photo} />}
      {note !== null && (
        <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
    </>
  );
}

function LastBatch({ lastUse: { day, batch, expiry } }: { lastUse: NonNullable<ProductFactsProps['lastUse']> }) {
  const now = today();
  const isExpired = expiry !== null && expiry < now;
  const facts = [
    `Last used ${dayText(day, now)}`,
    batch && `batch ${batch}`,
    expiry && !isExpired && `expires ${dayText(expiry, now)}`,
  ];
  return (
    <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
      {facts.filter(Boolean).join(' · ')}
      {isExpired && <span className="font-medium text-destructive"> · expired {dayText(expiry, now)}</span>}
    </p>
  );
}

/** A small picture that is enlarged when it is pressed, so that the label can be read. */
function ProductPhoto({ name, url }: { name: string; url: string }) {
  const [isLarge, setLarge] = useState(false);
  const source = usePhotoSource(url);
  if (source === '') return null;
  return (
    <button
      type="button"
      aria-label={`Photo of ${name}`}
      aria-expanded={isLarge}
      onClick={() => setLarge(!isLarge)}
      className="mt-2 block rounded-lg"
    >
      <img
        src={isLarge ? source : smallerUrl(source, 'card')}
        alt=""
        loading="lazy"
        className={isLarge ? 'max-h-[75svh] rounded-lg border' : 'size-20 rounded-lg border object-cover'}
      />
    </button>
  );
}

interface StockFactsProps {
  readonly unit: string | null;
  readonly stock: StockLeft;
  /** The dose that was given last. */
  readonly usual: number | null;
}

/** `40 of 100 ml left · about 8 doses of 5 ml` */
function StockFacts({ unit, stock, usual }: StockFactsProps) {
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
