import type { QueryClient } from '@tanstack/react-query';
import { type Regional, specifiedRegional } from '#domain/values/units.ts';
import { currentUserQuery } from '../session/session.ts';

let client: QueryClient | undefined;

/** Called before the first screen is rendered. */
export const readRegionalFrom = (from: QueryClient): void => {
  client = from;
};

/**
 * The choices of this page's farm. Texts are formatted without passing them along, so the page is loaded again when they change.
 * A user stored by an earlier version has none.
 */
export function regional(): Regional {
  const user: Partial<Regional> | null | undefined = client?.getQueryData(currentUserQuery.queryKey);
  return {
    weightUnit: user?.weightUnit ?? specifiedRegional.weightUnit,
    dateFormat: user?.dateFormat ?? specifiedRegional.dateFormat,
  };
}
