import type { QueryClient } from '@tanstack/react-query';
import { type InitialData, initialDataId } from '#contract/initial-data.ts';
import { firstAnimalsKey } from '#web/herd/animals.queries.ts';
import { wholeMarket } from '#web/market/market-filter.ts';
import { listingsQuery } from '#web/market/market.data.ts';
import { currentUserQuery } from '#web/lib/session.ts';

/** Reads what the first HTML has brought along, and removes it from the page: the next person who signs in here must not find it. */
export function takeInitialData(): InitialData {
  const element = document.getElementById(initialDataId);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as InitialData) : {};
}

/** Puts the data into the query cache as if it had been fetched. */
export function setInitialData(client: QueryClient, { user, listings, animals }: InitialData): void {
  if (user !== undefined) client.setQueryData(currentUserQuery.queryKey, user);
  if (listings) client.setQueryData(listingsQuery(wholeMarket).queryKey, { pages: [listings], pageParams: [undefined] });
  if (animals) client.setQueryData(firstAnimalsKey, animals);
}
