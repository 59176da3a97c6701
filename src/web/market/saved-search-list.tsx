import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { SavedSearch } from '#contract/saved-searches.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { call } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import { useIsUnconfirmed } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { readMarketFilter } from './market-filter.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

export const savedSearchesQuery = read('listSavedSearches', {});

/** The searches of a signed-in person. */
export function SavedSearchList() {
  const searches = useQuery({ ...savedSearchesQuery, staleTime: 0 });
  return (
    <section className="mb-8">
      <h2 className="title mb-3 text-xl">Saved searches</h2>
      {searches.isPending && <Skeleton className="h-24" />}
      {searches.isError && <QueryFailed what="Your searches" query={searches} />}
      {searches.data?.length === 0 && (
        <p className="text-muted-foreground">None yet. Search for something on the marketplace and save it there.</p>
      )}
      {Boolean(searches.data?.length) && <UnconfirmedEmail className="mb-3" until="no daily email is sent" />}
      <ul className="flex flex-col gap-3">
        {searches.data?.map((search) => (
          <li key={search.id} className="rounded-xl border bg-card p-4">
            <SavedSearchLine search={search} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SavedSearchLine({ search: { id, name, search, wantsMail, newAnimals } }: { search: SavedSearch }) {
  const client = useQueryClient();
  const isUnconfirmed = useIsUnconfirmed();
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => toastFailure(error, 'The search was not changed'),
    onSettled: () => client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link
        to="/for-sale"
        search={readMarketFilter(search)}
        onClick={() => change.mutate(() => call('changeSavedSearch', { params: { id }, body: { isSeen: true } }))}
        className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere text-primary underline decoration-1 underline-offset-4"
      >
        {name}
      </Link>
      {newAnimals > 0 && <Badge variant="straw">{newAnimals >= 100 ? '100 or more' : newAnimals} new</Badge>}
      <div className="ms-auto flex items-center gap-2">
        <CheckboxLine
          checked={wantsMail}
          disabled={change.isPending || (isUnconfirmed && !wantsMail)}
          onCheckedChange={(isOn) =>
            change.mutate(() => call('changeSavedSearch', { params: { id }, body: { wantsMail: isOn === true } }))
          }
        >
          Daily email
        </CheckboxLine>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete the search ${name}`}
          disabled={change.isPending}
          onClick={() => change.mutate(() => call('deleteSavedSearch', { params: { id } }))}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}
