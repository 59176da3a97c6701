import type { QueryClient } from '@tanstack/react-query';
import { type InitialData, initialDataId } from '#contract/initial-data.ts';
import { setCurrency } from '#domain/values/money.ts';
import { listingsQuery } from '#web/market/market.data.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';

/** The data is removed from the page, because the next person who signs in here must not find it. */
export function takeInitialData(): InitialData {
  const element = document.getElementById(initialDataId);
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as InitialData) : {};
}

export function setInitialData(client: QueryClient, { user, currency, listings }: InitialData): void {
  // A user that an earlier version has stored has none.
  setCurrency(() => client.getQueryData(currentUserQuery.queryKey)?.currency ?? currency ?? 'USD');
  if (user !== undefined) client.setQueryData(currentUserQuery.queryKey, user);
  if (listings) client.setQueryData(listingsQuery({}).queryKey, { pages: [listings], pageParams: [undefined] });
}
