import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { dollars } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { Select } from '#web/ui/select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { type BarProps, priceBounds } from './market-filter.ts';
import { countMore, MoreChoices, SortChoice } from './more-choices.tsx';

/** In a chunk of its own, because the prerendered marketplace does not need it. */
export function MarketChoices({ filter, onChange }: BarProps) {
  const isNarrow = useMedia('(width < 40rem)');
  const price = <PriceRange filter={filter} onChange={onChange} />;
  const panel = useId();
  const isPriced = filter.minPrice !== priceBounds.min || filter.maxPrice !== priceBounds.max;
  const chosen = countMore(filter) + Number(isNarrow && isPriced);
  const [isOpen, setOpen] = useState(chosen > 0);
  return (
    <>
      <div className="flex flex-wrap gap-2 sm:contents max-sm:[&_button]:gap-1 max-sm:[&_button]:px-2.5 max-sm:[&_button]:text-sm">
        <div className="min-w-30 flex-[5] sm:min-w-0">
          <Select
            aria-label="Species"
            value={filter.species}
            options={[{ value: 'all', label: 'All Species' }, ...optionsOf(speciesLabels)]}
            onChange={(species) => onChange({ species })}
          />
        </div>
        {!isNarrow && price}
        <div className="contents min-w-0 gap-3 sm:col-span-2 sm:flex lg:col-span-3 xl:contents">
          <div className="min-w-22 flex-[4] sm:min-w-0 sm:max-xl:max-w-56">
            <SortChoice filter={filter} onChange={onChange} />
          </div>
          <Button
            variant="outline"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
            className="shrink-0"
          >
            <SlidersHorizontal aria-hidden className="max-sm:hidden xl:hidden" />
            Filters{chosen > 0 && ` (${chosen})`}
          </Button>
        </div>
      </div>
      <div id={panel} hidden={!isOpen} className="min-w-0 sm:col-span-2 lg:col-span-3 xl:col-span-5">
        {isOpen && (
          <MoreChoices filter={filter} onChange={onChange}>
            {isNarrow && price}
          </MoreChoices>
        )}
      </div>
    </>
  );
}

function PriceRange({ filter: { minPrice, maxPrice }, onChange }: BarProps) {
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <p className="flex justify-between gap-3 text-sm font-medium">
        <span className="xl:sr-only">Price</span>
        <output>
          {dollars(minPrice)} – {dollars(maxPrice)}
          {maxPrice === priceBounds.max && ' and more'}
        </output>
      </p>
      <Slider
        {...priceBounds}
        labels={['Lowest price', 'Highest price']}
        value={[minPrice, maxPrice]}
        onValueChange={([low = priceBounds.min, high = priceBounds.max]) => onChange({ minPrice: low, maxPrice: high })}
      />
    </div>
  );
}
