import { healthStatuses, healthText } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { type Option, optionsOf } from '#web/ui/options.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { speciesLabels, statusLabels } from '#web/herd/animal/animal-labels.ts';
import type { HerdFilter } from '#web/herd/list/herd-filter.ts';

interface BarProps {
  readonly filter: HerdFilter;
  readonly onChange: (change: Partial<HerdFilter>) => void;
}

export function HerdFilterBar({ filter, onChange }: BarProps) {
  return (
    <search className="contents gap-2.5 lg:sticky lg:top-14 lg:z-20 lg:-mx-8 lg:flex lg:flex-wrap lg:bg-background lg:px-8 lg:py-2.5 print:hidden">
      <div className="grow lg:basis-72 max-lg:sticky max-lg:short:static max-lg:top-14 max-lg:z-20 max-lg:-mx-4 max-lg:bg-background max-lg:px-4 max-lg:py-0.5 sm:max-lg:-mx-6 sm:max-lg:pb-2.5 sm:max-lg:px-6">
        <SearchInput
          aria-label="Search animals"
          placeholder="Search by tag number, name, or breed..."
          value={filter.search}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <div className="flex flex-wrap gap-1.5 max-sm:py-1 sm:gap-2.5">
        <FilterSelect
          label="Species"
          isSet={filter.species !== 'all'}
          value={filter.species}
          options={[{ value: 'all', label: 'All Species' }, ...optionsOf(speciesLabels)]}
          onChange={(species) => onChange({ species })}
        />
        {filter.show === 'kept' && (
          <>
            <FilterSelect
              label="Health"
              isSet={filter.health !== 'all'}
              value={filter.health}
              options={[
                { value: 'all', label: 'All Health' },
                ...healthStatuses.map((value) => ({ value, label: healthText(value) })),
              ]}
              onChange={(health) => onChange({ health })}
            />
            <FilterSelect
              label="Status"
              isSet={filter.status !== 'active'}
              value={filter.status}
              options={[{ value: 'all', label: 'All Animals' }, ...optionsOf(statusLabels)]}
              onChange={(status) => onChange({ status })}
            />
          </>
        )}
      </div>
    </search>
  );
}

interface FilterSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  /** Whether this filter hides animals that are usually shown. */
  readonly isSet: boolean;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
}

/** On a phone this is a chip of 36 pixels with a touch target of 48. */
function FilterSelect<V extends string>({ label, isSet, ...choice }: FilterSelectProps<V>) {
  return (
    <Select
      aria-label={label}
      width="w-auto grow lg:w-40 lg:grow-0"
      className={cn(
        'max-sm:relative max-sm:h-9 max-sm:grow-0 max-sm:gap-0.5 max-sm:rounded-full max-sm:px-2.5 max-sm:text-sm max-sm:shadow-none max-sm:after:absolute max-sm:after:-inset-y-1.5 max-sm:after:inset-x-0 max-sm:[&_svg]:size-4',
        isSet
          ? 'max-sm:border-foreground max-sm:bg-foreground max-sm:text-background max-sm:[&_svg]:text-background'
          : 'max-sm:border-border',
      )}
      {...choice}
    />
  );
}
