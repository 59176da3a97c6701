import type { Animal } from '#contract/animals.ts';
import { inbreedingBand, type InbreedingBand } from '#domain/performance/breeding-rules.ts';
import type { Kin } from './mate-concerns.ts';

export interface PairKin {
  readonly inbreeding: number;
  readonly band: InbreedingBand;
}

export const bandLabels: Readonly<Record<InbreedingBand, string>> = {
  fine: 'Fine',
  close: 'Close',
  tooClose: 'Too close',
  unknown: 'Not known',
};

export function pairKin(male: Animal, female: Animal, { pedigree, rules }: Kin): PairKin {
  const inbreeding = pedigree.inbreedingOfYoung(male.id, female.id);
  const isKnown = pedigree.isInbreedingOfYoungKnown(male.id, female.id);
  return { inbreeding, band: inbreedingBand(inbreeding, isKnown, rules) };
}

/** Maps each female to her male. */
export type Plan = ReadonlyMap<string, string>;

/**
 * Gives each female without a male one with whom the young are known not to be too inbred, in equal shares; if there is none, one of
 * whom it is not known; else the one with the least inbreeding that is not too close. `isOffered` excludes females that should not be
 * mated.
 */
export function assignMales(
  plan: Plan,
  males: readonly Animal[],
  females: readonly Animal[],
  { kin, isOffered }: { readonly kin: Kin; readonly isOffered: (female: Animal) => boolean },
): Plan {
  const next = new Map(plan);
  const assigned = new Map(males.map(({ id }) => [id, 0]));
  for (const maleId of next.values()) assigned.set(maleId, (assigned.get(maleId) ?? 0) + 1);
  const rank = ({ band, inbreeding }: PairKin): number =>
    ({ fine: -2, unknown: -1, close: inbreeding, tooClose: inbreeding })[band];
  for (const female of females) {
    if (next.has(female.id) || !isOffered(female)) continue;
    const [best] = males
      .map((male) => ({ id: male.id, ...pairKin(male, female, kin) }))
      .filter(({ band }) => band !== 'tooClose')
      .toSorted((a, b) => rank(a) - rank(b) || (assigned.get(a.id) ?? 0) - (assigned.get(b.id) ?? 0));
    if (!best) continue;
    next.set(female.id, best.id);
    assigned.set(best.id, (assigned.get(best.id) ?? 0) + 1);
  }
  return next;
}
