import { cutText } from '#domain/text.ts';
import { speciesLabels } from '#web/animals/animal-words.ts';
import { dollars } from '#web/lib/format.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { type MarketFilter, maxSearch, priceBounds } from './market-filter.ts';

interface BarProps {
  readonly filter: MarketFilter;
  readonly onChange: (change: Partial<MarketFilter>) => void;
}

export function MarketFilterBar({ filter, onChange }: BarProps) {
  return (
    <search className="mb-5 grid gap-x-5 gap-y-3 rounded-xl border bg-card p-4 shadow-card sm:grid-cols-[1fr_11rem] lg:grid-cols-[1fr_11rem_minmax(16rem,22rem)] lg:items-end print:hidden">
      <SearchInput
        aria-label="Search animals for sale"
        placeholder="Search by name, breed, or farm..."
        value={filter.search}
        onChange={(search) => onChange({ search: cutText(search, maxSearch) })}
      />
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
    </search>
  );
}

function PriceRange({ filter: { minPrice, maxPrice }, onChange }: BarProps) {
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <p className="flex justify-between gap-3 text-sm font-medium">
        <span>Price</span>
        <output className="tabular-nums">
          {dollars(minPrice)} – {dollars(maxPrice)}
          {maxPrice === priceBounds.max && ' and more'}
        </output>
      </p>
      <Slider
        {...priceBounds}
        className="h-8"
        labels={['Lowest price', 'Highest price']}
        value={[minPrice, maxPrice]}
        onValueChange={([low = priceBounds.min, high = priceBounds.max]) => onChange({ minPrice: low, maxPrice: high })}
      />
    </div>
  );
}
