import { normalizeText } from './text.ts';
import { codePointLength, truncateText } from './text-length.ts';

/** The maximum number of places, of groups and of products, including archived ones. */
export const maxFarmListEntries = 500;

/** The maximum numbers in one exposure. */
export const maxExposedMales = 20;
export const maxExposedFemales = 2000;

/** One a day for half a century. */
export const maxWorklists = 20_000;

/** Includes chores that are done; old ones can be deleted. */
export const maxChores = 20_000;

export const maxNameLength = 100;

/** Names with the same key are the same name. */
export const nameKey = normalizeText;

/** The name, with a number added if it is taken. `taken` contains name keys. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(nameKey(free)); number += 1) {
    const suffix = ` (${number})`;
    free = truncateText(name, maxNameLength - codePointLength(suffix)).trimEnd() + suffix;
  }
  return free;
}
