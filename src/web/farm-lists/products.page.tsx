import { useQuery } from '@tanstack/react-query';
import { choiceText, infoOf } from '#domain/records/fields.ts';
import { productFields } from '#domain/records/product.ts';
import type { Product } from '#contract/products.ts';
import { PageHeader } from '#web/components/page-header.tsx';
import { productsQuery } from './lists.data.ts';
import { sourcesOf, withdrawalsText } from './withdrawal-text.ts';
import { EntryList } from './entry-list.tsx';

export function ProductsPage() {
  const products = useQuery(productsQuery);
  return (
    <>
      <PageHeader title="Products" subtitle="Medicines, vaccines and supplements, with the withdrawals that you enter" />
      <div className="max-w-3xl">
        <EntryList
          kind="product"
          title="Products"
          query={products}
          emptyText="Enter what you use once: its unit and its withdrawals are then proposed when you treat an animal."
        >
          {(product) => <ProductFacts product={product} />}
        </EntryList>
      </div>
    </>
  );
}

function ProductFacts({ product: { name, kind, unit, withdrawals, note } }: { product: Product }) {
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="text-sm text-muted-foreground">
        {[choiceText(infoOf(productFields.kind), kind), unit && `dose in ${unit}`].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1 wrap-anywhere">{withdrawals.length > 0 ? withdrawalsText(withdrawals) : 'No withdrawal entered'}</p>
      {withdrawals.length > 0 && (
        <p className="text-sm wrap-anywhere text-muted-foreground">Source: {sourcesOf(withdrawals).join('; ')}</p>
      )}
      {note !== null && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
    </>
  );
}
