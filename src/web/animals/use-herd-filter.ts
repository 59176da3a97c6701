import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDebouncedSearch } from '#web/lib/use-debounced-search.ts';
import type { HerdFilter } from '#web/herd/herd-filter.ts';

/** The filter is in the address, so that Back, reload and a shared link show the same animals. */
export function useHerdFilter(): [filter: HerdFilter, change: (change: Partial<HerdFilter>) => void] {
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
