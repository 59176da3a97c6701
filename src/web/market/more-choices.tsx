import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListingSort } from '#domain/listings.ts';
import { read } from '#web/lib/server/query.ts';
import { dollars } from '#web/lib/text/format.ts';
import { type BarProps, distanceText, type LaterChoices, type MarketFilter, marketQuery } from './market-filter.ts';
import { PlaceInput } from '#web/components/forms/place-input.tsx';
import { optionsOf } from '#web/ui/options.ts';
import { LabelledSelect, Select } from '#web/ui/select.tsx';

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

export const countMore = ({ sex, minAgeMonths, maxAgeMonths, registered, near }: MarketFilter): number =>
  [sex, minAgeMonths ?? maxAgeMonths, registered, near].filter((choice) => choice !== undefined).length;

export const SortChoice = ({ filter, onChange }: BarProps) => (
  <Select
    aria-label="Sort"
    value={filter.sort ?? 'newest'}
    options={optionsOf(sortLabels)}
    onChange={(sort) => onChange({ sort: sort === 'newest' ? undefined : sort })}
  />
);

const any = 'any';

/** Filters that few visitors use. */
export function MoreChoices({ filter, onChange, children }: BarProps & { readonly children?: ReactNode }) {
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
