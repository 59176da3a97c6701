import type { Animal } from '#contract/animals.ts';
import { isHealthy } from '#domain/records/animals.ts';
import { healthConcerns, isBreedingMale, olderFirst } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';

export interface HerdSummary {
  readonly active: readonly Animal[];
  readonly total: number;
  readonly healthy: number;
  readonly forSale: number;
  readonly breedingMales: readonly Animal[];
  readonly concerns: readonly Animal[];
}

export function summarize(animals: readonly Animal[], today: CalendarDate): HerdSummary {
  const active = animals.filter(({ status }) => status === 'active');
  return {
    active,
    total: active.length,
    healthy: active.filter(isHealthy).length,
    forSale: active.filter(({ forSale }) => forSale).length,
    breedingMales: active.filter((animal) => isBreedingMale(animal, today)).toSorted(olderFirst),
    concerns: healthConcerns(active),
  };
}
