import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { SavedSearch } from '#contract/saved-searches.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { read } from '#web/lib/server/query.ts';
import { useSave } from '#web/lib/server/use-call.ts';
import { useIsUnconfirmed } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { readMarketFilter } from './market-filter.ts';

const savedSearchesQuery = { ...read('listSavedSearches', {}), staleTime: 0 };

/** The searches of a signed-in person. */
export function SavedSearchList() {
  const searches = useQuery(savedSearchesQuery);
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
  const isUnconfirmed = useIsUnconfirmed();
  const said = { failed: 'The search was not changed' };
  const [change, remove] = [useSave('changeSavedSearch', said), useSave('deleteSavedSearch', said)];
  const isBusy = change.isPending || remove.isPending;
  const params = { id };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link
        to="/for-sale"
        search={readMarketFilter(search)}
        onClick={() => change.mutate({ params, body: { isSeen: true } })}
        className="inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere text-primary underline decoration-1 underline-offset-4"
      >
        {name}
      </Link>
      {newAnimals > 0 && <Badge variant="straw">{newAnimals >= 100 ? '100 or more' : newAnimals} new</Badge>}
      <div className="ms-auto flex items-center gap-2">
        <CheckboxLine
          checked={wantsMail}
          disabled={isBusy || (isUnconfirmed && !wantsMail)}
          onCheckedChange={(isOn) => change.mutate({ params, body: { wantsMail: isOn === true } })}
        >
          Daily email
        </CheckboxLine>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Delete the search ${name}`}
          disabled={isBusy}
          onClick={() => remove.mutate({ params })}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  );
}
