import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useRights } from '#web/lib/session/session.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { AnimalsLoading } from '#web/herd/animal/animals-loading.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { AddAnimalButton } from './add-animal-button.tsx';
import { HerdList } from './herd-list.tsx';
import { OutsideParents } from './herd-toolbar.tsx';
import { useAnimalDialogs } from './use-animal-dialogs.tsx';
import { useDebouncedSearch } from '#web/lib/use-debounced-filter.ts';
import type { HerdFilter } from '#web/herd/list/herd-filter.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { healthStatuses, healthText } from '#domain/records/animals.ts';
import { cn } from '#web/ui/cn.ts';
import { type Option, optionsOf } from '#web/ui/options.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { speciesLabels, statusLabels } from '#web/herd/animal/animal-labels.ts';

export function AnimalsPage() {
  const [filter, changeFilter] = useHerdFilter();
  const shownFilter = useDeferredValue(filter);
  const isOutside = filter.show === 'outside';
  const animals = useQuery(isOutside ? outsideParentsQuery : animalsQuery);
  const { add, actions, dialogs } = useAnimalDialogs();
  const mayImport = useRights().has('manage');
  return (
    <>
      <PageHeader
        title="Animals"
        subtitle={isOutside ? 'Parents that are not on your farm' : 'Manage your livestock inventory'}
        actions={
          !isOutside && (
            <>
              {mayImport && (
                <LinkButton
                  to="/animals/import"
                  variant="outline"
                  className="max-sm:w-11 max-sm:border-0 max-sm:bg-transparent max-sm:px-0"
                >
                  <FileUp aria-hidden />
                  <span className="max-sm:sr-only">Import</span>
                </LinkButton>
              )}
              <AddAnimalButton onPress={add} />
            </>
          )
        }
      />
      <HerdFilterBar filter={filter} onChange={changeFilter} />
      {animals.isPending && <AnimalsLoading />}
      {animals.isError && <QueryFailed what="The animals" query={animals} />}
      {animals.data && (
        <HerdList animals={animals.data} filter={shownFilter} onFilter={changeFilter} onAdd={add} actions={actions} />
      )}
      {shownFilter.show === 'kept' && <OutsideParents />}
      {dialogs}
    </>
  );
}

/** The filter is in the address, so that Back, reload and a shared link show the same animals. */
function useHerdFilter(): [filter: HerdFilter, change: (change: Partial<HerdFilter>) => void] {
  const address = useSearch({ from: '/shell/animals' });
  const navigate = useNavigate({ from: '/animals' });
  const keep = (change: Partial<HerdFilter>) =>
    navigate({ search: (now) => ({ ...now, ...change }), replace: true, state: true });
  const [search, typeSearch] = useDebouncedSearch(address.search, (typed) => keep({ search: typed }));

  const change = ({ search: typed, ...rest }: Partial<HerdFilter>) => {
    if (typed !== undefined) typeSearch(typed);
    if (Object.keys(rest).length > 0) void keep(rest);
  };
  return [{ ...address, search }, change];
}

interface BarProps {
  readonly filter: HerdFilter;
  readonly onChange: (change: Partial<HerdFilter>) => void;
}

function HerdFilterBar({ filter, onChange }: BarProps) {
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
