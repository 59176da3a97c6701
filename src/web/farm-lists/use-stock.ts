import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Product } from '#contract/products.ts';
import { dosesByProduct, firstStockDay, type StockLeft, stockLeft } from '#domain/health/stock.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';

/** The doses recorded since products with stock in use were bought; read only if there are some. */
export function useStockDoses(products: readonly Product[]) {
  const from = firstStockDay(products);
  return useQuery({ ...eventsQuery({ kinds: ['treatment', 'vaccination'], from }), enabled: from !== undefined });
}

/** What is left of the products with stock, by id, from the doses recorded since they were bought. */
export function useStock(products: readonly Product[]): {
  readonly stock: ReadonlyMap<string, StockLeft>;
  readonly isLoading: boolean;
} {
  const { data: doses, isLoading } = useStockDoses(products);
  const stock = useMemo(() => {
    const dosesOf = dosesByProduct(doses ?? []);
    return new Map(
      (doses ? products : []).flatMap((product) => {
        const left = stockLeft(product, dosesOf(product));
        return left ? [[product.id, left] as const] : [];
      }),
    );
  }, [products, doses]);
  return { stock, isLoading };
}

const numberText = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const amountText = (amount: number, unit: string | null): string =>
  [numberText(amount), unit].filter((part) => part !== null).join(' ');

/** `40 of 100 ml left` */
export const leftText = ({ left, of }: Pick<StockLeft, 'left' | 'of'>, unit: string | null): string =>
  left === 0 ? 'None left' : `${numberText(left)} of ${amountText(of, unit)} left`;
