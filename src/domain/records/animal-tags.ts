import { type CalendarDate, isCalendarDate } from '../values/dates.ts';
import { parseEid } from './eid.ts';
import { validateCheckupDate } from './health-records.ts';

const labels = {
  registration: 'Registration number',
  eid: 'EID',
  official: 'Official tag',
  tattoo: 'Tattoo',
  other: 'Other number',
} as const;

export type AnimalTagKind = keyof typeof labels;
export const animalTagKinds = Object.keys(labels) as [AnimalTagKind, ...AnimalTagKind[]];

export const animalTagLabel = (kind: string): string => (Object.hasOwn(labels, kind) ? labels[kind as AnimalTagKind] : kind);

export const maxTagsPerAnimal = 20;

/** `EID 826071339300045 from 2024-01-05 until 2025-02-03`, in a list parted by semicolons. */
export const animalTagText = ({ kind, number, fromDay, toDay }: TagNumber & TagDays): string =>
  [animalTagLabel(kind), number, fromDay && `from ${fromDay}`, toDay && `until ${toDay}`].filter(Boolean).join(' ');

const kindLabels = Object.values(labels).join('|');
const tagTexts = new RegExp(
  `(?:^|; )(${kindLabels}) (.{1,60}?)(?: from ([\\d-]{10}))?(?: until ([\\d-]{10}))?(?=$|; (?:${kindLabels}) )`,
  'g',
);

/** What `animalTagText` has written; empty if it is another text. */
export const readAnimalTags = (text: string): (TagNumber & TagDays)[] =>
  [...text.matchAll(tagTexts)].flatMap(([, label, number = '', fromDay = null, toDay = null]) => {
    const kind = animalTagKinds.find((each) => labels[each] === label);
    const isValid = [fromDay, toDay].every((day) => day === null || isCalendarDate(day));
    return kind && isValid ? { kind, number, fromDay, toDay } : [];
  });

interface TagNumber {
  readonly kind: AnimalTagKind;
  readonly number: string;
}

interface TagDays {
  readonly fromDay: CalendarDate | null;
  readonly toDay: CalendarDate | null;
}

/** The number as it is stored: an EID is reduced to its 15 digits, whatever form a reader sends. */
export const storedNumber = ({ kind, number }: TagNumber): string => (kind === 'eid' ? (parseEid(number) ?? number) : number);

export function validateAnimalTag(
  { kind, number, fromDay, toDay }: TagNumber & TagDays,
  today: CalendarDate,
): { readonly field: 'number' | keyof TagDays; readonly message: string } | undefined {
  if (kind === 'eid' && parseEid(number) === null) {
    return { field: 'number', message: 'An EID has 15 digits, such as 826 071339300045. Check the number.' };
  }
  const days = { fromDay, toDay };
  for (const field of ['fromDay', 'toDay'] as const) {
    const day = days[field];
    const message = day === null ? undefined : validateCheckupDate(day, today);
    if (message !== undefined) return { field, message };
  }
  if (fromDay !== null && toDay !== null && toDay < fromDay) {
    return { field: 'toDay', message: 'It cannot end before it begins. Choose a later day.' };
  }
  return undefined;
}
