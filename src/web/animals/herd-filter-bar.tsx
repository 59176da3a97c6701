import { healthStatuses, healthText } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
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
          options={[['all', 'All Species'], ...Object.entries(speciesLabels)]}
          onChange={(species) => onChange({ species: species as HerdFilter['species'] })}
        />
        {filter.show === 'kept' && (
          <>
            <FilterSelect
              label="Health"
              isSet={filter.health !== 'all'}
              value={filter.health}
              options={[['all', 'All Health'], ...healthStatuses.map((health): [string, string] => [health, healthText(health)])]}
              onChange={(health) => onChange({ health: health as HerdFilter['health'] })}
            />

            <FilterSelect
              label="Status"
              isSet={filter.status !== 'active'}
              value={filter.status}
              options={[['all', 'All Animals'], ...Object.entries(statusLabels)]}
              onChange={(status) => onChange({ status: status as HerdFilter['status'] })}
            />
          </>
        )}
      </div>
    </search>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  /** Whether this filter hides animals that are usually shown. */
  readonly isSet: boolean;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** On a phone this is a chip of 36 pixels with a touch target of 48. */
function FilterSelect({ label, value, isSet, options, onChange }: FilterSelectProps) {
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger
        aria-label={label}
        width="w-auto grow lg:w-40 lg:grow-0"
        className={cn(
          'max-sm:relative max-sm:h-9 max-sm:grow-0 max-sm:gap-0.5 max-sm:rounded-full max-sm:px-2.5 max-sm:text-sm max-sm:shadow-none max-sm:after:absolute max-sm:after:-inset-y-1.5 max-sm:after:inset-x-0 max-sm:[&_svg]:size-4',
          isSet
            ? 'max-sm:border-foreground max-sm:bg-foreground max-sm:text-background max-sm:[&_svg]:text-background'
            : 'max-sm:border-border',
        )}
      >
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {options.map(([option, text]) => (
          <SelectItem key={option} value={option}>
            {text}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
