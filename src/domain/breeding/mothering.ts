import type { AnimalStatus } from '../records/animals.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { forgottenAfterDays } from '../records/chores.ts';
import type { EventOf } from '../records/events.ts';
import { compareText } from '../values/text.ts';

interface Animal {
  readonly id: string;
  readonly status: AnimalStatus;
}

interface Rearing {
  readonly animalId: string;
  readonly rearedById: string | null;
  readonly isBottleFed: boolean;
}

type Birth = Pick<EventOf<'birth'>, 'id' | 'animalId' | 'day' | 'time' | 'young' | 'createdAt'>;

type BornYoung = Birth['young'][number];

export const familyParts = ['today', 'yesterday', 'ready'] as const;
export type FamilyPart = (typeof familyParts)[number];

export interface YoungOfFamily<A extends Animal> {
  /** undefined if stillborn, and while it waits for room in the plan. */
  readonly animal: A | undefined;
  /** What its birth says of it, where it is no animal. */
  readonly born?: BornYoung;
  readonly state: 'alive' | 'stillborn' | 'died' | 'left' | 'waits';
  /** Its foster dam, if it is not reared by its own dam. */
  readonly rearedBy: A | undefined;
  readonly isBottleFed: boolean;
}

export interface Family<A extends Animal> {
  readonly birthId: string;
  readonly dam: A;
  readonly day: CalendarDate;
  readonly time: string | null;
  /** When the birth was recorded. */
  readonly createdAt: string;
  readonly part: FamilyPart;
  readonly young: readonly YoungOfFamily<A>[];
  /** Young of other dams that she rears. */
  readonly fostered: readonly A[];
}

interface Sources<A extends Animal> {
  readonly animals: readonly A[];
  readonly births: readonly Birth[];
  readonly moves: readonly Pick<EventOf<'move'>, 'animalId' | 'day' | 'groupId'>[];
  readonly rearing: readonly Rearing[];
}

const [minDaysInPen, maxDaysInPen] = [2, 7];

/**
 * The dams with their young, the latest birth first. A family has gone out when its dam is moved to a place two days or more after the
 * birth. A dam that died is listed as long as young need another one: those that are alive and not with a foster dam.
 */
export function familiesOf<A extends Animal>({ animals, births, moves, rearing }: Sources<A>, today: CalendarDate): Family<A>[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const rearedBy = new Map(rearing.map((each) => [each.animalId, each]));
  const lastMove = new Map<string, CalendarDate>();
  for (const { animalId, day, groupId } of moves) {
    if (groupId === null && day > (lastMove.get(animalId) ?? '')) lastMove.set(animalId, day);
  }
  return births
    .filter(({ day, animalId }) => {
      const hasGone = (lastMove.get(animalId) ?? '') >= addDays(day, minDaysInPen);
      return day >= addDays(today, -maxDaysInPen) && day <= today && !hasGone;
    })
    .toSorted((a, b) => compareText(moment(b), moment(a)))
    .flatMap(({ id: birthId, animalId, day, time, young, createdAt }): Family<A>[] => {
      const dam = byId.get(animalId);
      if (!dam || (dam.status !== 'active' && dam.status !== 'died')) return [];
      const own = new Set(young.flatMap(({ id }) => id ?? []));
      const family: Family<A> = {
        birthId,
        dam,
        day,
        time,
        createdAt,
        part: partOf(daysBetween(day, today)),
        young: young.flatMap((each) => youngOf(each, byId, rearedBy) ?? []),
        fostered: rearing.flatMap((each) => {
          const animal = each.rearedById === animalId && !own.has(each.animalId) ? byId.get(each.animalId) : undefined;
          return animal?.status === 'active' ? [animal] : [];
        }),
      };
      return dam.status === 'active' || hasOrphans(family) ? [family] : [];
    });
}

const hasOrphans = ({ young, fostered }: Family<Animal>): boolean =>
  fostered.length > 0 || young.some(({ state, rearedBy }) => state === 'alive' && rearedBy?.status !== 'active');

function youngOf<A extends Animal>(
  born: BornYoung,
  animals: ReadonlyMap<string, A>,
  rearing: ReadonlyMap<string, Rearing>,
): YoungOfFamily<A> | undefined {
  const noAnimal = { animal: undefined, born, rearedBy: undefined, isBottleFed: false };
  if (born.state === 'stillborn') return { ...noAnimal, state: 'stillborn' };
  if (born.waits) return { ...noAnimal, state: 'waits' };
  const animal = born.id === null ? undefined : animals.get(born.id);
  // It was deleted since.
  if (!animal) return undefined;
  const known = rearing.get(animal.id);
  return {
    animal,
    state: animal.status === 'active' ? 'alive' : animal.status === 'died' ? 'died' : 'left',
    rearedBy: known?.rearedById == null ? undefined : animals.get(known.rearedById),
    isBottleFed: known?.isBottleFed ?? false,
  };
}

const partOf = (days: number): FamilyPart => (days === 0 ? 'today' : days < minDaysInPen ? 'yesterday' : 'ready');

const moment = ({ day, time, createdAt }: Birth): string => `${day} ${time ?? ''} ${createdAt}`;

interface Young extends Animal {
  readonly motherId: string | null;
  readonly birthDate: CalendarDate | null;
  readonly weaningWeightGrams: number | null;
}

interface Standing extends Rearing {
  readonly weanedOn: CalendarDate | null;
  readonly placeId: string | null;
}

export const usualWeaningDays = 90;

/** undefined if its weaning or weaning weight is recorded, or its birth is not known. */
export const dayToWean = (
  { birthDate, weaningWeightGrams }: Pick<Young, 'birthDate' | 'weaningWeightGrams'>,
  state: Pick<Standing, 'weanedOn'> | undefined,
  weaningDays: number,
): CalendarDate | undefined =>
  birthDate === null || weaningWeightGrams !== null || state?.weanedOn != null ? undefined : addDays(birthDate, weaningDays);

interface HerdOfYoung<A extends Young> {
  readonly animals: readonly A[];
  readonly states: readonly Standing[];
  /** The age at which this farm weans young; null: no reminder. */
  readonly weaningDays: number | null;
}

export type YoungByDam<A> = ReadonlyMap<string | null, readonly A[]>;

/** The young that are not weaned, by the female they are with: the one that fosters them, or their own dam where nothing else is recorded. */
export function youngByDam<A extends Young>(
  { animals, states, weaningDays }: HerdOfYoung<A>,
  today: CalendarDate,
): YoungByDam<A> {
  const stateOf = new Map(states.map((state) => [state.animalId, state]));
  // Older young count as weaned, as in the reminders (rule 101).
  const first = addDays(today, -forgottenAfterDays);
  const isUnweaned = (animal: A): boolean => {
    const day = dayToWean(animal, stateOf.get(animal.id), weaningDays ?? usualWeaningDays);
    return animal.status === 'active' && day !== undefined && day >= first;
  };
  const damOf = ({ id, motherId }: A): string | null => {
    const { rearedById = null, isBottleFed = false, placeId = null } = stateOf.get(id) ?? {};
    if (isBottleFed) return null;
    if (rearedById !== null || motherId === null) return rearedById;
    const placeOfDam = stateOf.get(motherId)?.placeId ?? null;
    return placeId === null || placeOfDam === null || placeId === placeOfDam ? motherId : null;
  };
  return Map.groupBy(animals.filter(isUnweaned), damOf);
}

/** The young that are with these females, without the females themselves. */
export function youngWith<A extends Young>(damIds: readonly string[], byDam: YoungByDam<A>): A[] {
  const dams = new Set(damIds);
  return damIds.flatMap((id) => byDam.get(id) ?? []).filter(({ id }) => !dams.has(id));
}
