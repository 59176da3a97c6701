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
import { HerdFilterBar } from './herd-filter-bar.tsx';
import { OutsideParents } from './herd-toolbar.tsx';
import { useAnimalDialogs } from './use-animal-dialogs.tsx';
import { useDebouncedSearch } from '#web/lib/use-debounced-filter.ts';
import type { HerdFilter } from '#web/herd/list/herd-filter.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

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
