import type { CurrentUser } from './accounts.ts';
import type { Animal } from './animals.ts';
import type { Listing } from './market.ts';

/** The id of the element of the first HTML that holds a Beginning as JSON. */
export const beginningId = 'beginning';

/** What the first HTML brings along, so that the page need not ask for it. */
export interface Beginning {
  /** null: nobody is signed in. */
  readonly user?: CurrentUser | null;
  /** The first page of the whole marketplace. */
  readonly listings?: FirstListings;
  /** The newest animals of the farm, to be seen while the whole list is on its way. */
  readonly animals?: readonly Animal[];
}

export interface FirstListings {
  readonly items: Listing[];
  readonly nextCursor: string | undefined;
}

/** The markup of a screen as it is before anything more is known than this: in parts that wait for more stands a skeleton. */
export type DrawScreen = (address: string, beginning: Beginning) => Promise<string>;

/** The markup of the list of animals while it is on its way, of which these are known already. */
export type DrawAnimals = (animals: readonly Animal[]) => string;
