import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { dollars } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { Select, LabelledSelect } from '#web/ui/select.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { type BarProps, priceBounds, distanceText, type LaterChoices, type MarketFilter, marketQuery } from './market-filter.ts';
import { useQuery } from '@tanstack/react-query';
import type { ListingSort } from '#domain/listings.ts';
import { read } from '#web/lib/server/query.ts';
import { PlaceInput } from '#web/components/forms/place-input.tsx';

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

const sortLabels: Readonly<Record<ListingSort, string>> = {
  newest: 'Newest',
  price: 'Lowest price',
  '-price': 'Highest price',
};

const sexLabels = { male: 'Male', female: 'Female' } as const;

const ages = [
  { label: 'Under 6 months', minAgeMonths: undefined, maxAgeMonths: '5' },
  { label: '6 to 12 months', minAgeMonths: '6', maxAgeMonths: '11' },
  { label: '1 to 2 years', minAgeMonths: '12', maxAgeMonths: '23' },
  { label: '2 to 5 years', minAgeMonths: '24', maxAgeMonths: '59' },
  { label: '5 years and older', minAgeMonths: '60', maxAgeMonths: undefined },
] as const;

const distances = ['10', '25', '50', '100', '250', '500', '1000'];

const countMore = ({ sex, minAgeMonths, maxAgeMonths, registered, near }: MarketFilter): number =>
  [sex, minAgeMonths ?? maxAgeMonths, registered, near].filter((choice) => choice !== undefined).length;

const SortChoice = ({ filter, onChange }: BarProps) => (
  <Select
    aria-label="Sort"
    value={filter.sort ?? 'newest'}
    options={optionsOf(sortLabels)}
    onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
  />
);

const any = 'any';

/** Filters that few visitors use. */
function MoreChoices({ filter, onChange, children }: BarProps & { readonly children?: ReactNode }) {
  const age = ages.findIndex(
    ({ minAgeMonths, maxAgeMonths }) => minAgeMonths === filter.minAgeMonths && maxAgeMonths === filter.maxAgeMonths,
  );
  const isOtherAge = age === -1 && (filter.minAgeMonths ?? filter.maxAgeMonths) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-3 border-t pt-3 sm:grid-cols-2 lg:grid-cols-3">
      {children}
      <LabelledSelect
        label="Sex"
        value={filter.sex ?? any}
        options={[{ value: any, label: 'Any' }, ...optionsOf(sexLabels)]}
        onChange={(sex) => onChange({ sex: sex === any ? undefined : sex })}
      />
      <LabelledSelect
        label="Age"
        value={isOtherAge ? 'other' : age === -1 ? any : String(age)}
        options={[
          { value: any, label: 'Any' },
          ...ages.map(({ label }, index) => ({ value: String(index), label })),
          ...(isOtherAge ? [{ value: 'other', label: ageText(filter) }] : []),
        ]}
        onChange={(index) => {
          const { minAgeMonths, maxAgeMonths } = ages[Number(index)] ?? {};
          onChange({ minAgeMonths, maxAgeMonths });
        }}
      />
      <LabelledSelect
        label="Registered"
        value={filter.registered ?? any}
        options={[
          { value: any, label: 'Any' },
          { value: 'true', label: 'Shows a registration number' },
          { value: 'false', label: 'Shows no registration number' },
        ]}
        onChange={(choice) => onChange({ registered: choice === any ? undefined : choice })}
      />
      <PlaceInput
        label="Near"
        hint="A town is found by the search above. When you choose a distance, farms without a location are left out."
        value={filter.near ?? ''}
        onChange={(near) => onChange({ near: near || undefined, ...(near === '' && { withinKm: undefined }) })}
      />
      {filter.near !== undefined && (
        <LabelledSelect
          label="Distance"
          value={filter.withinKm ?? any}
          options={[
            { value: any, label: 'Any' },
            ...distances.map((km) => ({ value: km, label: `Within ${distanceText(Number(km))}` })),
            ...(filter.withinKm === undefined || distances.includes(filter.withinKm)
              ? []
              : [{ value: filter.withinKm, label: `Within ${distanceText(Number(filter.withinKm))}` }]),
          ]}
          onChange={(km) => onChange({ withinKm: km === any ? undefined : km })}
        />
      )}
      <OfferedPrices filter={filter} />
    </div>
  );
}

function ageText({ minAgeMonths = '0', maxAgeMonths }: LaterChoices): string {
  return maxAgeMonths === undefined ? `${minAgeMonths} months and older` : `${minAgeMonths} to ${maxAgeMonths} months`;
}

function OfferedPrices({ filter }: { filter: MarketFilter }) {
  const { minPrice: _, maxPrice: __, sort: ___, ...query } = marketQuery(filter);
  const { data } = useQuery({ ...read('readOfferedPrices', { query }), staleTime: 60_000 });
  if (!data || data.lowest === null || data.highest === null) return null;
  return (
    <p className="sm:col-span-2 lg:col-span-3">
      Prices on offer:{' '}
      <span className="font-semibold">
        {data.lowest === data.highest ? dollars(data.lowest) : `${dollars(data.lowest)} to ${dollars(data.highest)}`}
      </span>
    </p>
  );
}
