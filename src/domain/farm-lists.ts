import { normalizeText } from './text.ts';
import { codePointLength, truncateText } from './text-length.ts';

/** Of each of places, groups and products, archived ones included. */
export const maxFarmListEntries = 500;

/** Of one exposure. */
export const maxExposedMales = 20;
export const maxExposedFemales = 2000;

/** Each day of half a century one. */
export const maxWorklists = 20_000;

/** With what is done; old ones can be deleted. */
export const maxChores = 20_000;

export const maxNameLength = 100;

/** Names with the same key are the same name. */
export const nameKey = normalizeText;

/** The name, or with a number where another entry has it. `taken` holds keys. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(nameKey(free)); number += 1) {
    const suffix = ` (${number})`;
    free = truncateText(name, maxNameLength - codePointLength(suffix)).trimEnd() + suffix;
  }
  return free;
}
