import type { CurrentUser } from './accounts.ts';
import type { Listing } from './market.ts';

export const initialDataId = 'initial-data';

/** Data embedded in the first HTML, so that the page need not request it. */
export interface InitialData {
  /** null if nobody is signed in. */
  readonly user?: CurrentUser | null;
  /** Of the installation; undefined: that of the user. */
  readonly currency?: string;
  readonly listings?: FirstListings;
}

export interface FirstListings {
  readonly items: Listing[];
  readonly nextCursor: string | undefined;
}

export type RenderScreen = (address: string, initialData: InitialData) => Promise<string>;
