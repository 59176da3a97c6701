import type { QueryClient } from '@tanstack/react-query';
import { type Regional, specifiedRegional } from '#domain/units.ts';
import { currentUserQuery } from './session.ts';

let client: QueryClient | undefined;

/** Before the first screen is drawn. */
export const readRegionalFrom = (from: QueryClient): void => {
  client = from;
};

/**
 * What the farm of this page has chosen. Texts are formatted without being told, so a page is loaded anew when the choice changes. A
 * user stored by an earlier version has none.
 */
export function regional(): Regional {
  const user: Partial<Regional> | null | undefined = client?.getQueryData(currentUserQuery.queryKey);
  return {
    weightUnit: user?.weightUnit ?? specifiedRegional.weightUnit,
    dateFormat: user?.dateFormat ?? specifiedRegional.dateFormat,
  };
}
