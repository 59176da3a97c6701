import type { Reason } from '#domain/performance/keep-or-cull.ts';
import type { CullPart } from '#domain/performance/cull-weights.ts';
import { signed } from '#domain/breeding/breeding-values.ts';
import { plural } from '#domain/values/plural.ts';

export const cullLabels: Readonly<Record<CullPart, string>> = {
  weaned: 'Weight weaned per exposure',
  lived: 'Young that lived',
  growth: 'Growth of the young',
  interval: 'Days from birth to birth',
  famacha: 'FAMACHA',
  dewormed: 'Times dewormed',
};

/** `2 litters lost`, `dewormed 6 times in 12 months` */
export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'empty':
      return reason.of === 1 ? 'exposed but not pregnant' : `not pregnant ${reason.times} of ${reason.of} times`;
    case 'lost':
      return `${plural(reason.litters, 'litter')} lost`;
    case 'died':
      return `${reason.young} of ${reason.of} young died`;
    case 'growth':
      return `young ${reason.percentBelow} % below their groups`;
    case 'interval':
      return `${reason.days} days from birth to birth`;
    case 'impossible':
      return `two births ${plural(reason.days, 'day')} apart: one of the days is wrong`;
    case 'famacha':
      return `FAMACHA ${reason.mean.toFixed(1)} on average`;
    case 'dewormed':
      return `dewormed ${reason.times} times in 12 months`;
    case 'old':
      return `${reason.years} years old`;
    case 'health':
      return 'in poor health';
    case 'breedingValue':
      return `${reason.trait} ${signed(reason.value)}, ${'below' in reason ? `below ${signed(reason.below)}` : `above ${signed(reason.above)}`}`;
    default:
      return 'no young recorded yet';
  }
}
