import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import { isDosedByWeight } from '#domain/records/doses.ts';
import { read } from '#web/lib/server/query.ts';
import type { EventOf } from '../data/events.queries.ts';

type Use = EventOf<'treatment' | 'vaccination'>;

export const isUse = (event: RecordedEvent): event is Use => event.kind === 'treatment' || event.kind === 'vaccination';

/** Read to propose the dose and batch with which a product was last used. */
export const lastUsesQuery = read('listEvents', { query: { kind: 'treatment,vaccination', limit: 200 } });

/** `uses` are listed newest first. */
export const lastUseOf = (productId: string, uses: readonly RecordedEvent[]): Use | undefined =>
  uses.filter(isUse).find((use) => use.productId === productId);

/** The dose to propose again; none of a product that is dosed by weight, since it was given to an animal of another weight. */
export const lastDoseOf = (product: Product | undefined, last: Pick<Use, 'dose'> | undefined): string =>
  product && isDosedByWeight(product) ? '' : String(last?.dose ?? '');

/** The most recently used products first, then the others in their order. */
export function lastUsedFirst<P extends { readonly id: string }>(products: readonly P[], uses: readonly RecordedEvent[]): P[] {
  const order = new Map<string, number>();
  for (const { productId } of uses.filter(isUse))
    if (productId !== null && !order.has(productId)) order.set(productId, order.size);
  const rank = ({ id }: P): number => order.get(id) ?? order.size;
  return products.toSorted((a, b) => rank(a) - rank(b));
}
