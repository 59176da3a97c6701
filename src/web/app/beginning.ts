import type { QueryClient } from '@tanstack/react-query';
import { type Beginning, beginningId } from '#contract/beginning.ts';
import { firstAnimalsKey } from '#web/herd/animals.queries.ts';
import { wholeMarket } from '#web/market/market-filter.ts';
import { listingsQuery } from '#web/market/market.data.ts';
import { currentUserQuery } from '#web/lib/session.ts';

/** What the first HTML has brought along. It is taken out of the page: whoever signs in here next is to find nothing in it. */
export function readBeginning(): Beginning {
  const element = document.getElementById(beginningId);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as Beginning) : {};
}

/** As if it had been asked for and answered. */
export function keepBeginning(client: QueryClient, { user, listings, animals }: Beginning): void {
  if (user !== undefined) client.setQueryData(currentUserQuery.queryKey, user);
  if (listings) client.setQueryData(listingsQuery(wholeMarket).queryKey, { pages: [listings], pageParams: [undefined] });
  if (animals) client.setQueryData(firstAnimalsKey, animals);
}
