import type { CurrentUser } from './accounts.ts';
import type { Animal } from './animals.ts';
import type { Listing } from './market.ts';

/** The id of the element of the first HTML that holds InitialData as JSON. */
export const initialDataId = 'initial-data';

/** What the first HTML brings along, so that the page need not ask for it. */
export interface InitialData {
  /** null: nobody is signed in. */
  readonly user?: CurrentUser | null;
  /** The first page of the marketplace without filters. */
  readonly listings?: FirstListings;
  /** The newest animals of the farm, shown while the whole list is loading. */
  readonly animals?: readonly Animal[];
}

export interface FirstListings {
  readonly items: Listing[];
  readonly nextCursor: string | undefined;
}

/** Renders a screen to markup from this data alone, with skeletons in the place of everything else. */
export type RenderScreen = (address: string, initialData: InitialData) => Promise<string>;

/** Renders the list of animals as it is while the whole list is loading. */
export type RenderAnimals = (animals: readonly Animal[]) => string;
