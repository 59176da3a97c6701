import type { Species } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import type { AnimalRecord } from '../records/animal.ts';
import { completeFields } from '../records/animal-values.ts';
import type { EventDetail } from '../records/events.ts';

type Young = EventDetail<'birth'>['young'][number];

/** Until the young has a tag of its own, it has its dam's with the year and a letter. */
export const provisionalTag = (damTag: string, day: CalendarDate, index: number): string =>
  `${damTag.slice(0, 90)}-${day.slice(2, 4)}${'ABCDEFGH'.charAt(index)}`;

interface Birth {
  readonly dam: { readonly id: string; readonly species: Species };
  readonly sireId: string | null;
  readonly day: CalendarDate;
}

/** What is entered of a young as an animal. */
export const animalOfYoung = (
  { sex, tagNumber, name, weightGrams, state }: Omit<Young, 'id' | 'tagNumber'> & { readonly tagNumber: string },
  { dam, sireId, day }: Birth,
): AnimalRecord =>
  completeFields({
    tagNumber,
    name,
    sex,
    species: dam.species,
    birthDate: day,
    birthWeightGrams: weightGrams,
    motherId: dam.id,
    fatherId: sireId,
    status: state === 'died' ? 'died' : 'active',
  });
