import { EmptyState } from '#web/components/page/empty-state.tsx';
import { Button } from '#web/ui/button.tsx';
import type { BarProps } from './market-filter.ts';
import { isWholeMarket, wholeMarket } from './market-filter.ts';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';

export function NothingFound({ filter, onChange }: BarProps) {
  const isWhole = isWholeMarket(filter);
  return (
    <EmptyState
      drawing={<PriceTag />}
      title="No animals for sale found"
      action={
        !isWhole && (
          <Button variant="outline" onClick={() => onChange(wholeMarket)}>
            Show all animals
          </Button>
        )
      }
    >
      {isWhole ? 'Farms offer their animals here. Check back soon.' : 'No animals match this search.'}
    </EmptyState>
  );
}
