import type { Animal } from '#contract/animals.ts';
import type { BreedingRules } from '#domain/performance/breeding-rules.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { type Kin, pedigreeOf } from './mate-concerns.ts';

/** Results computed from a pedigree are reused while the animals are the same. */
const kinOf = rememberingLast(
  (animals: readonly Animal[] | undefined, outside: readonly Animal[], rules: BreedingRules): Kin => ({
    pedigree: pedigreeOf(animals, outside),
    rules,
  }),
);

export const useKin = (animals: readonly Animal[] | undefined, outside: readonly Animal[]): Kin =>
  kinOf(animals, outside, useBreedingRules());
