import type { Animal } from '#contract/animals.ts';
import { type BreedingRules, rulesOf } from '#domain/breeding-rules.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { type Kin, pedigreeOf } from './mate-concerns.ts';

/** What has been worked out of a pedigree stays while the animals are the same. */
const kinOf = rememberingLast(
  (animals: readonly Animal[] | undefined, outside: readonly Animal[], rules: BreedingRules): Kin => ({
    pedigree: pedigreeOf(animals, outside),
    rules,
  }),
);

const rulesFor = rememberingLast(rulesOf);

/** A user stored by an earlier version has no rules. */
export const useBreedingRules = (): BreedingRules => rulesFor(useCurrentUser().data?.breedingRules);

export const useKin = (animals: readonly Animal[] | undefined, outside: readonly Animal[]): Kin =>
  kinOf(animals, outside, useBreedingRules());
