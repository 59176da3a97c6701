import { speciesLabels } from '#web/herd/animal-labels.ts';
import { dollars } from '#web/lib/format.ts';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import type { BarProps } from './market-filter.ts';
import { MoreChoices } from './more-choices.tsx';
import { type MarketFilter, priceBounds } from './market-filter.ts';

/** In a chunk of its own, because the prerendered marketplace does not need it. */
export function MarketChoices({ filter, onChange }: BarProps) {
  return (
    <>
      <Select value={filter.species} onValueChange={(species) => onChange({ species: species as MarketFilter['species'] })}>
        <SelectTrigger aria-label="Species">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="all">All Species</SelectItem>
          {Object.entries(speciesLabels).map(([species, label]) => (
            <SelectItem key={species} value={species}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <PriceRange filter={filter} onChange={onChange} />
      <MoreChoices filter={filter} onChange={onChange} />
    </>
  );
}

function PriceRange({ filter: { minPrice, maxPrice }, onChange }: BarProps) {
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <p className="flex justify-between gap-3 text-sm font-medium">
        <span>Price</span>
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
