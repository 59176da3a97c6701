import { daysBetween } from '../values/dates.ts';
import type { EventOf } from '../records/events.ts';
import { targetDays } from './adjusted-weights.ts';
import { weaningDays, type HerdAnimal } from './litters.ts';

type Young = Pick<HerdAnimal, 'id' | 'birthDate' | 'weaningWeightGrams' | 'isReference'>;
type Weighing = Pick<EventOf<'weighing'>, 'animalId' | 'day' | 'occasion' | 'method'>;

/**
 * The weighing of each young without a weaning weight that may be declared to be it: on a scale, at an age at which weaning weights are
 * compared, and of several the one nearest to 90 days. `weighings` are not voided.
 */
export function undeclaredWeanings<A extends Young, W extends Weighing>(
  animals: readonly A[],
  weighings: readonly W[],
): readonly { readonly animal: A; readonly weighing: W; readonly ageDays: number }[] {
  const ofAnimal = Map.groupBy(
    weighings.filter(({ occasion, method }) => occasion === null && (method === null || method === 'scale')),
    ({ animalId }) => animalId,
  );
  return animals.flatMap((animal) => {
    const { birthDate, weaningWeightGrams, isReference } = animal;
    if (birthDate === null || weaningWeightGrams !== null || isReference) return [];
    const [nearest] = (ofAnimal.get(animal.id) ?? [])
      .map((weighing) => ({ animal, weighing, ageDays: daysBetween(birthDate, weighing.day) }))
      .filter(({ ageDays }) => targetDays(ageDays) !== undefined)
      .toSorted((a, b) => fromWeaning(a.ageDays) - fromWeaning(b.ageDays));
    return nearest ?? [];
  });
}

const fromWeaning = (ageDays: number): number => Math.abs(ageDays - weaningDays);
