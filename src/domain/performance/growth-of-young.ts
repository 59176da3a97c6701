import type { Species } from '../records/animals.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import {
  type Applied,
  type Circumstances,
  type FactorSet,
  factorsFor,
  growthKind,
  type GrowthKind,
  type Ranked,
  rankInGroups,
  targetDays,
  type TargetDays,
  weightAtAge,
} from './adjusted-weights.ts';
import { type HerdAnimal, type HerdHistory, type Litter, type Rearing, weaningDay, yearsAt } from './litters.ts';
import type { Grams } from '../values/units.ts';

/** The unknown or unsuitable value because of which a weaning weight is not compared. */
export type NotCompared = 'birthDate' | 'weaningAge' | 'birthWeight' | 'age' | 'factors';

export interface Compared<A extends HerdAnimal = HerdAnimal> {
  readonly animal: A;
  readonly birthGrams: Grams;
  readonly grams: Grams;
  readonly ageDays: number;
  readonly gramsPerDay: number;
  readonly target: TargetDays;
  readonly atTarget: number;
  readonly circumstances: Circumstances;
  readonly applied: Applied;
  readonly adjusted: number;
  readonly isBottleFed: boolean;
  readonly group: string;
}

/** Young of one species and sex, born within six weeks, reared alike and weighed for the same age. */
export interface ContemporaryGroup<A extends HerdAnimal = HerdAnimal> {
  readonly key: string;
  readonly species: Species;
  readonly kind: GrowthKind;
  readonly isBottleFed: boolean;
  readonly target: TargetDays;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly meanGrams: Grams;
  /** The heaviest first. */
  readonly young: readonly Compared<A>[];
}

export interface Growth<A extends HerdAnimal = HerdAnimal> {
  /** The youngest first. */
  readonly groups: readonly ContemporaryGroup<A>[];
  readonly rankOf: (animalId: string) => Ranked | undefined;
  readonly of: (animalId: string) => Compared<A> | NotCompared | undefined;
  readonly notCompared: Readonly<Record<NotCompared, number>>;
}

export interface RearingRecords<A extends HerdAnimal> {
  readonly history: HerdHistory<A>;
  readonly litters: readonly Litter<A>[];
  readonly rearing: Rearing;
}

/** A young born more days than this after the first of a group belongs to the next group. */
export const groupDays = 42;

export function growthOf<A extends HerdAnimal>(
  { history, litters, rearing }: RearingRecords<A>,
  factors: Readonly<Record<Species, FactorSet>>,
): Growth<A> {
  const byId = new Map(history.animals.map((animal) => [animal.id, animal]));
  const litterOf = new Map(litters.flatMap((litter) => litter.young.map(({ id }) => [id, litter])));
  const found = new Map<string, Compared<A> | NotCompared>();
  for (const animal of history.animals) {
    const { id, birthDate, birthWeightGrams, weaningWeightGrams: grams, weaningAgeDays: ageDays, species } = animal;
    if (grams === null) continue;
    const day = weaningDay(animal);
    if (birthDate === null || day === undefined || ageDays === null) {
      found.set(id, birthDate === null ? 'birthDate' : 'weaningAge');
      continue;
    }
    const target = targetDays(ageDays);
    const circumstances = {
      kind: growthKind(animal.sex, animal.castratedOn === null ? animal.isCastrated : animal.castratedOn <= day),
      born: litterOf.get(id)?.born,
      reared: rearing.rearedWith(animal, day),
      damYears: animal.motherId === null ? undefined : yearsAt(byId.get(animal.motherId), birthDate),
    };
    const applied = factorsFor(circumstances, factors[species]);
    if (birthWeightGrams === null) found.set(id, 'birthWeight');
    else if (!target) found.set(id, 'age');
    else if (!applied) found.set(id, 'factors');
    else {
      const atTarget = weightAtAge({ birthGrams: birthWeightGrams, grams, ageDays }, target);
      found.set(id, {
        animal,
        birthGrams: birthWeightGrams,
        grams,
        ageDays,
        gramsPerDay: (grams - birthWeightGrams) / ageDays,
        target,
        atTarget,
        circumstances,
        applied,
        adjusted: atTarget * applied.product,
        isBottleFed: circumstances.reared === 0,
        group: '',
      });
    }
  }
  return grouped(found);
}

function grouped<A extends HerdAnimal>(found: ReadonlyMap<string, Compared<A> | NotCompared>): Growth<A> {
  const compared = [...found.values()].filter((one) => typeof one === 'object');
  const groups: ContemporaryGroup<A>[] = [];
  for (const alike of Map.groupBy(compared, aspectsOf).values()) {
    for (const young of inWindows(alike)) {
      const first = young[0]!;
      const { species } = first.animal;
      const { kind } = first.circumstances;
      const [from, to] = [first.animal.birthDate!, young.at(-1)!.animal.birthDate!];
      const key = `${aspectsOf(first)} ${from}`;
      groups.push({
        key,
        species,
        kind,
        isBottleFed: first.isBottleFed,
        target: first.target,
        from,
        to,
        meanGrams: young.reduce((sum, { adjusted }) => sum + adjusted, 0) / young.length,
        young: young.map((one) => ({ ...one, group: key })).toSorted((a, b) => b.adjusted - a.adjusted),
      });
    }
  }
  const all = groups.flatMap(({ young }) => young);
  const ranks = rankInGroups(
    all,
    ({ group }) => group,
    ({ adjusted }) => adjusted,
  );
  const ofAnimal = new Map(all.map((one) => [one.animal.id, one]));
  const rankOf = (animalId: string) => {
    const one = ofAnimal.get(animalId);
    return one && ranks.get(one);
  };
  const notCompared = { birthDate: 0, weaningAge: 0, birthWeight: 0, age: 0, factors: 0 };
  for (const one of found.values()) if (typeof one === 'string') notCompared[one] += 1;
  return {
    groups: groups.toSorted((a, b) => (a.from === b.from ? (a.key < b.key ? -1 : 1) : a.from < b.from ? 1 : -1)),
    rankOf,
    of: (animalId) => ofAnimal.get(animalId) ?? found.get(animalId),
    notCompared,
  };
}

const aspectsOf = ({ animal: { species }, circumstances: { kind }, isBottleFed, target }: Compared): string =>
  `${species} ${kind} ${isBottleFed ? 'bottle' : 'dam'} ${target}`;

function inWindows<A extends HerdAnimal>(young: readonly Compared<A>[]): Compared<A>[][] {
  const windows: Compared<A>[][] = [];
  for (const one of young.toSorted((a, b) => daysBetween(b.animal.birthDate!, a.animal.birthDate!))) {
    const window = windows.at(-1);
    const first = window?.[0]?.animal.birthDate;
    if (window && first && one.animal.birthDate! <= addDays(first, groupDays)) window.push(one);
    else windows.push([one]);
  }
  return windows;
}
