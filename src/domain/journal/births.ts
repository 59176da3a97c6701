import type { Species } from '../records/animals.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { AnimalRecord } from '../records/animal.ts';
import { completeFields } from '../records/animal-values.ts';
import type { EventDetail } from '../records/events.ts';

type Young = EventDetail<'birth'>['young'][number];

/** Until the young has its own tag, it has its dam's tag with the year and a letter. */
export const provisionalTag = (damTag: string, day: CalendarDate, index: number): string =>
  `${damTag.slice(0, 90)}-${day.slice(2, 4)}${'ABCDEFGH'.charAt(index)}`;

interface Birth {
  readonly dam: { readonly id: string; readonly species: Species; readonly breed: string | null };
  readonly sire: { readonly id: string; readonly breed: string | null } | undefined;
  readonly day: CalendarDate;
}

const crossbred = 'Crossbred';

/** Crosses are written with the sire's breed first. Returns null if either breed is unknown. */
export function breedOfYoung(dam: string | null, sire: string | null): string | null {
  if (dam === null || sire === null || dam === sire) return dam === sire ? dam : null;
  const cross = `${sire} × ${dam}`;
  return cross.length > 100 || [dam, sire].some((breed) => breed === crossbred || breed.includes('×')) ? crossbred : cross;
}

/**
 * The young of a birth that has just been recorded: those that live and are not in the herd yet wait if the plan has no room (rule 51).
 * `isKnown` says that a young is an animal already, or was one.
 */
export function seatYoung<Y extends Pick<Young, 'id' | 'state'>>(
  young: readonly Y[],
  room: number,
  isKnown: (young: Y) => boolean,
) {
  let left = room;
  return young.map((each) => {
    const isAdded = each.state !== 'stillborn' && !isKnown(each);
    const needsRoom = isAdded && each.state === 'alive';
    const waits = needsRoom && left <= 0;
    if (needsRoom) left -= 1;
    const id = each.state === 'stillborn' ? null : each.id;
    return { young: { ...each, id, waits }, isAdded: isAdded && !waits };
  });
}

/** The ids of the young that are animals of the farm, or were. */
export const bornIds = (young: readonly Young[]): string[] => young.flatMap(({ id, waits }) => (id === null || waits ? [] : id));

/** The fields of the animal that is added for a young. */
export const animalOfYoung = (
  { sex, tagNumber, name, color, weightGrams, state }: Omit<Young, 'id' | 'tagNumber' | 'waits'> & { readonly tagNumber: string },
  { dam, sire, day }: Birth,
): AnimalRecord =>
  completeFields({
    tagNumber,
    name,
    color,
    sex,
    species: dam.species,
    breed: breedOfYoung(dam.breed, sire?.breed ?? null),
    birthDate: day,
    birthWeightGrams: weightGrams,
    motherId: dam.id,
    fatherId: sire?.id ?? null,
    status: state === 'died' ? 'died' : 'active',
  });
