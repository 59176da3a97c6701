import { breedingOutcomes, validateBreedingDates, validatePair, validateParentsBorn } from '../records/breeding.ts';
import { parseEid } from '../records/eid.ts';
import type { CalendarDate } from '../values/dates.ts';
import { maxExposedMales } from '../values/farm-lists.ts';
import { normalizeText } from '../values/text.ts';
import type { EventDraft, FileOfFarm, PlannedMating } from './event-draft.ts';
import type { Change } from './happened.ts';
import type { HappenedField } from './happened-cells.ts';
import type { KnownAnimal } from './herd.ts';
import { oneOfParts } from './parents.ts';
import { wordSet } from './vocabulary.ts';

export const matingKey = (motherId: string, fatherId: string, day: CalendarDate): string =>
  `${motherId} mating ${fatherId} ${day}`;
export const stayKey = (motherId: string, fatherIds: readonly string[], day: CalendarDate): string =>
  `${motherId} stay ${fatherIds.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')} ${day}`;

export const keysOfMating = ({ mother, fathers, day, isStay }: PlannedMating): string[] => {
  const ids = fathers.map(({ id }) => id);
  return isStay ? [stayKey(mother.id, ids, day)] : ids.map((id) => matingKey(mother.id, id, day));
};

export const changeOfMating = ({ fathers, day, outDay }: PlannedMating): Change => ({
  label: 'Mating',
  from: null,
  to: `with ${fathers.map(({ tagNumber }) => tagNumber).join(' or ')} ${outDay === null ? 'on' : 'from'} ${day}${outDay === null ? '' : ` to ${outDay}`}`,
});

const ins = ['inDay', 'eventDay', 'arrivedOn'] as const;

/** What a row says of a mating, but for whose it is. */
function datesOf(draft: EventDraft) {
  const { values } = draft.row;
  const text = (...fields: readonly HappenedField[]): string | null =>
    (fields.map((field) => values.get(field)).find((value) => value !== undefined) as string | undefined) ?? null;
  const bornDay = text('bornOn');
  const outcome = breedingOutcomes.find((one) => one === text('outcome')) ?? (bornDay === null ? 'pending' : 'successful');
  const [inDay, outDay, day] = [text('inDay'), text('outDay', 'statusDate'), text(...ins) ?? draft.day];
  return { inDay, outDay, day, bornDay, outcome, dueDay: text('nextDue'), name: text('stayName'), group: text('group') };
}

/** The mating that a row tells of, why it cannot be recorded, or the males that are not found. */
export function matingOf(
  draft: EventDraft,
  mother: KnownAnimal | null,
  { known, outside, today, lists }: FileOfFarm,
): { readonly refusal: string } | { readonly unknown: string } | { readonly mating: PlannedMating } {
  const { father } = draft;
  const { day, inDay, group, ...rest } = datesOf(draft);
  if (!mother) return { refusal: 'The female is not among your animals. Bring it in as an animal first.' };
  if (father === null) return { refusal: 'The row names no male.' };
  if (day === null) return { refusal: 'The day is missing.' };
  const found = oneOfParts(father).map((name) => known.findMale(name, parseEid(name)) ?? outside.findMale(name, parseEid(name)));
  const fathers = [...new Set(found)].flatMap((male) => male ?? []);
  if (found.includes(undefined)) return { unknown: father };
  if (fathers.length > maxExposedMales)
    return { refusal: `The row names ${fathers.length} males, more than ${maxExposedMales}.` };
  const refusal = violationOf({ mother, fathers, day, ...rest }, today);
  if (refusal !== undefined) return { refusal };
  const isStay = fathers.length > 1 || rest.outDay !== null || inDay !== null;
  const groupId = lists.groups.get(normalizeText(group ?? '')) ?? null;
  const dueDay = rest.dueDay !== null && rest.dueDay > day ? rest.dueDay : null;
  return { mating: { mother, fathers, day, ...rest, dueDay, isStay, groupId, notes: noteOf(draft, dueDay !== null) } };
}

/** What the row says besides. A birth that cannot be due when the row says so stays in its words. */
function noteOf({ row, notes }: EventDraft, isDueKnown: boolean): string | null {
  const isTaken = (field: string): boolean => (field === 'nextDue' ? isDueKnown : ofMating.has(field));
  const lines = [...row.lines].flatMap(([field, line]) => (isTaken(field) ? [] : line));
  return [...lines, ...notes].join('\n') || null;
}

const ofMating = wordSet('inDay stayName group eventDay arrivedOn outDay statusDate bornOn outcome offspring');

function violationOf(
  { mother, fathers, day, outDay, bornDay }: Pick<PlannedMating, 'mother' | 'fathers' | 'day' | 'outDay' | 'bornDay'>,
  today: CalendarDate,
): string | undefined {
  const wrongDay = validateBreedingDates({ breedingDate: day, actualBirthDate: bornDay }, today);
  if (wrongDay) return `${wrongDay.message}: ${day}.`;
  if (outDay !== null && outDay < day) return `The males come out on ${outDay}, before they come in.`;
  for (const father of fathers) {
    const wrongPair = validatePair({ mother, father })?.message ?? validateParentsBorn({ mother, father }, day);
    if (wrongPair !== undefined) return `${wrongPair}.`;
  }
  return undefined;
}
