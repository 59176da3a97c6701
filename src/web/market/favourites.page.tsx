import { useQuery, useMutation } from '@tanstack/react-query';
import { useSearch, Link } from '@tanstack/react-router';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { read } from '#web/lib/server/query.ts';
import { Button } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/drawings/price-tag.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BackToMarket } from './back-to-market.tsx';
import { useFavourites } from './favourites.ts';
import { GoatInstead } from './goat-instead.tsx';
import { ListingCards } from './listings.tsx';
import { Trash2 } from 'lucide-react';
import type { SavedSearch } from '#contract/saved-searches.ts';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { useSave } from '#web/lib/server/use-call.ts';
import { useIsUnconfirmed } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { readMarketFilter } from './market-filter.ts';

export function FavouritesPage() {
  const { ids, isStoredHere, failed, toggle } = useFavourites();
  const { token } = useSearch({ from: '/shell/favourites' });
  return (
    <>
      <BackToMarket />
      <PageHeader
        title="Favourites"
        subtitle={
          isStoredHere
            ? 'Stored only in this browser. Sign in to have them on your other devices too.'
            : 'The animals you are watching, on all your devices.'
        }
      />
      {token !== undefined && <EndSearchMails token={token} />}
      {!isStoredHere && <SavedSearchList />}
      {!isStoredHere && <h2 className="title mb-3 text-xl">Marked animals</h2>}
      {ids === undefined && !failed && <Skeleton className="h-64" />}
      {failed && <QueryFailed what="Your favourites" query={failed} />}
      {ids?.length === 0 && (
        <EmptyState
          drawing={<PriceTag />}
          title="No favourites yet"
          action={<LinkButton to="/for-sale">See animals for sale</LinkButton>}
        >
          The heart on an animal puts it here.
        </EmptyState>
      )}
      {ids !== undefined && ids.length > 0 && <Marked ids={ids} onForget={(gone) => gone.forEach((id) => toggle(id))} />}
    </>
  );
}

function Marked({ ids, onForget }: { ids: readonly string[]; onForget: (gone: readonly string[]) => void }) {
  const offered = useQuery(read('listForSale', { query: { ids: ids.toSorted().join(','), limit: 200 } }));
  if (offered.isPending) return <Skeleton className="h-64" />;
  if (offered.isError) return <QueryFailed what="Your favourites" query={offered} />;
  const byId = new Map(offered.data.map((listing) => [listing.id, listing]));
  const gone = ids.filter((id) => !byId.has(id));
  return (
    <>
      {gone.length > 0 && (
        <div className="mb-5 flex flex-wrap items-center gap-3 rounded-xl border bg-card p-4">
          <p className="min-w-0 grow">
            {gone.length === 1
              ? 'One animal you marked is no longer for sale.'
              : `${gone.length} animals you marked are no longer for sale.`}
          </p>
          <Button variant="outline" onClick={() => onForget(gone)}>
            Take {gone.length === 1 ? 'it' : 'them'} off the list
          </Button>
        </div>
      )}
      <ListingCards listings={ids.flatMap((id) => byId.get(id) ?? [])} goat={<GoatInstead />} />
    </>
  );
}

/** Unsubscribes from the daily mail, also without a session. Opening the link changes nothing, because programs that scan mails open links too. */
function EndSearchMails({ token }: { token: string }) {
  const end = useMutation({
    mutationFn: async () => {
      const answer = await fetch(`/api/search-mail-stops/${encodeURIComponent(token)}`, { method: 'POST' });
      if (!answer.ok) throw new Error(`${answer.status}`);
    },
  });
  return (
    <section aria-label="Daily mail" className="mb-8 flex flex-wrap items-center gap-3 rounded-xl border bg-card p-4">
      <p aria-live="polite" className="min-w-0 grow">
        {end.isSuccess
          ? 'You get no more daily emails about your saved searches. The searches are still there.'
          : end.isError
            ? 'The emails were not stopped. Try again in a moment.'
            : 'Do you want to stop the daily email about your saved searches?'}
      </p>
      {!end.isSuccess && (
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          Stop the emails
        </Button>
      )}
    </section>
  );
}

const savedSearchesQuery = { ...read('listSavedSearches', {}), staleTime: 0 };

/** The searches of a signed-in person. */
function SavedSearchList() {
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
