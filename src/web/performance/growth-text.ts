import { speciesTerms } from '#domain/records/animals.ts';
import type { FactorSet } from '#domain/performance/adjusted-weights.ts';
import type { Compared, ContemporaryGroup, NotCompared } from '#domain/performance/growth-of-young.ts';
import { plural } from '#domain/values/plural.ts';
import { dateText } from '#web/lib/text/format.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';

type Kinds = Pick<ContemporaryGroup, 'species' | 'kind'>;

/** `Doe kids`, `Wether lambs` */
export function kindsText({ species, kind }: Kinds): string {
  const terms = speciesTerms[species];
  return `${kind === 'wether' ? 'Wether' : terms[kind]} ${terms.young.toLowerCase()}s`;
}

/** `Doe kids born Mar 1 to Apr 10, at 90 days` */
export function groupText(group: Kinds & Pick<ContemporaryGroup, 'from' | 'to' | 'target' | 'isBottleFed'>, now: string): string {
  const { from, to, target, isBottleFed } = group;
  const days = from === to ? dateText(to, now) : `${dateText(from, to)} to ${dateText(to, now)}`;
  return `${kindsText(group)} born ${days}, at ${target} days${isBottleFed ? ', bottle-fed' : ''}`;
}

/** `15.4 + (99.2 − 15.4) ÷ 80 × 90 = 109.7 lbs` */
export const formulaText = ({ birthGrams, grams, ageDays, target, atTarget }: Compared): string => {
  const birth = roundedWeight(birthGrams);
  return `${birth} + (${roundedWeight(grams)} − ${birth}) ÷ ${ageDays} × ${target} = ${roundedWeight(atTarget)} ${weightUnit()}`;
};

/** `× 1.11 doe × 1.18 twin raised twin × 1.09 dam of 2 = 156.6 lbs` */
export function factorsText({ animal, applied, circumstances, adjusted }: Compared): string {
  const { kind, born, reared, damYears } = circumstances;
  const sex = kind === 'wether' ? 'wether' : speciesTerms[animal.species][kind].toLowerCase();
  const litter =
    born === undefined || reared === undefined ? 'litter not known' : `born ${ofMany(born)}, raised ${ofMany(reared)}`;
  const dam = damYears === undefined ? 'dam' : `dam of ${plural(damYears, 'year')}`;
  const parts = [
    [applied.sex, sex],
    [applied.litter, litter],
    [applied.dam, dam],
  ] as const;
  return `${parts.map(([factor, what]) => `× ${factor} ${what}`).join(' ')} = ${roundedWeight(adjusted)} ${weightUnit()}`;
}

const ofMany = (count: number): string => ['by bottle', 'single', 'twin'][count] ?? 'triplet';

export const setText = ({ name, base }: FactorSet): string => `Factors: ${name}. Base: ${base}.`;

export const notComparedTexts: Readonly<Record<NotCompared, string>> = {
  birthDate: 'no birth date: a year alone does not say which young it grew up with',
  weaningAge: 'no age at weaning',
  birthWeight: 'no birth weight',
  age: 'weighed before 40 or after 150 days',
  factors: 'the dam’s age or the litter is not known, or there is no factor for such a litter',
};

/** 100 is the mean of the group. */
export const indexText = (ratio: number): string => String(Math.round(ratio * 100));
