import { daysOfLeaving, targets } from './fields.ts';
import type { CalendarDate } from '../values/dates.ts';
import { isForGood } from '../journal/departures.ts';
import { formatPrice } from '../values/money.ts';
import { plural } from '../values/plural.ts';
import { deathCauseOf, entryNameOf, eventKinds, type EventDetail, type EventKind } from '../records/events.ts';
import { choiceText, infosOf, type FieldInfo, type Fields } from '../records/fields.ts';
import { normalizeText } from '../values/text.ts';
import { valueText, type BreedingValue } from '../breeding/breeding-values.ts';
import type { HasBirth } from '../records/births.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import { parsePounds, poundText } from '../values/weights.ts';
import { formatWeight } from './amounts.ts';
import { isSlaughter } from './cell-values.ts';
import { happenedDays, isHappenedDay, type Happened, type HappenedField, type Value } from './happened-cells.ts';
import { wordSet } from './vocabulary.ts';
import type { Grams } from '../values/units.ts';

/** The first day in the row, whatever it is of. */
export const anyDay = ({ headingDay, values }: Happened): CalendarDate | null =>
  headingDay ??
  ((happenedDays.map((field) => values.get(field)).find((day) => day !== undefined) ?? null) as CalendarDate | null);

export interface Told {
  readonly kind: EventKind;
  readonly day: CalendarDate | null;
  readonly time?: string | null;
  readonly responsible?: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly note?: string | null;
  /** Why it cannot be recorded. */
  readonly why?: string | undefined;
  /** Those it is made of. */
  readonly fields?: readonly HappenedField[];
}

/** Why it cannot have happened on this day. */
export function wrongDay(day: CalendarDate | null, today: CalendarDate, animal: HasBirth): string | undefined {
  const message = day === null ? undefined : validateCheckupDate(day, today, animal);
  return day === null ? 'The day is missing.' : message && `${message}: ${day}.`;
}

/** What the rows of a list are; `animals` also where a row of animals tells of an event. */
export type RowKind = EventKind | 'animals' | 'mating' | 'records' | 'breedingValues';

export interface Telling {
  readonly kind: RowKind;
  /** Of the places and groups of the farm, and of its animals, by their names. */
  readonly idOf: (what: 'place' | 'group' | 'animal', name: string) => string | null;
  /** The day of rows without one. */
  readonly day: CalendarDate | null;
  /** Each event of a row of animals has its own day; only that of their weights may be told once for all. */
  readonly isOfAnimals?: boolean;
}

/** Events that only a list of them tells of. */
const ownLists: ReadonlySet<EventKind> = new Set(['sale', 'slaughter', 'death', 'move', 'abortion', 'tagChange', 'loan', 'heat']);
/** Each row of such a list is an event, even if nothing but the animal and the day is known. */
const withoutSign: ReadonlySet<string> = wordSet(
  'sale death slaughter arrival shearing hooves weaning dryOff heat castration abortion return loan',
);

const ownDays: Readonly<Partial<Record<EventKind, readonly HappenedField[]>>> = {
  weighing: ['weighingDate'],
  treatment: ['treatedOn'],
  vaccination: ['treatedOn', 'vaccinatedOn'],
  sale: ['soldOn', 'statusDate'],
  death: ['diedOn', 'statusDate'],
  slaughter: daysOfLeaving,
  arrival: ['arrivedOn'],
  weaning: ['weanedOn'],
  castration: ['castratedOn'],
};

export function tell(happened: Happened, telling: Telling): Told[] {
  if (telling.kind === 'vaccination') nameVaccine(happened);
  // The text of a note is what the row says besides.
  if (telling.kind === 'note') return [{ ...toldOf('note', happened, telling), fields: daysOf('note') }];
  return [...kindsTold(happened, telling.kind)].flatMap((kind) => tellOne(kind, happened, telling) ?? []);
}

const toldOf = (kind: EventKind, happened: Happened, telling: Telling): Told => ({
  kind,
  day: dayOfKind(kind, happened, telling),
  time: textIn(happened, 'time'),
  responsible: textIn(happened, 'responsible'),
  detail: {},
});

export const textIn = ({ values }: Happened, field: HappenedField): string | null =>
  (values.get(field) as string | undefined) ?? null;

/** In a list of vaccinations the product is the vaccine. */
function nameVaccine({ values, lines }: Happened): void {
  for (const map of [values, lines] as Map<HappenedField, Value>[]) {
    const product = map.get('product');
    if (product !== undefined && !map.has('vaccine')) map.set('vaccine', product);
    map.delete('product');
  }
}

function kindsTold({ values, wrong }: Happened, kind: RowKind): ReadonlySet<EventKind> {
  const told = new Set<EventKind>();
  // Where a row of leaving says 'From', it is a register.
  const isLeaving = (isForGood({ kind }) || kind === 'move') && !values.has('arrivedOn');
  for (const field of [...values.keys(), ...wrong.keys()])
    for (const target of targets.get(field) ?? [])
      if (target.isSign && (target.kind === kind || !(ownLists.has(target.kind) || (isLeaving && target.kind === 'arrival'))))
        told.add(target.kind);
  if (withoutSign.has(kind)) told.add(kind as EventKind);
  return told;
}

function tellOne(named: EventKind, happened: Happened, telling: Telling): Told | undefined {
  const { wrong, headingDay } = happened;
  const kind = named === 'death' && isSlaughter(textIn(happened, 'cause') ?? '') ? 'slaughter' : named;
  const { detail, fields } = detailOf(kind, happened);
  const { more, note = null, isNothing = false } = complete[kind]?.(detail, happened, telling.idOf) ?? { more: {} };
  if (isNothing && note === null) return undefined;
  const bad = fields.find((field) => wrong.has(field) && (headingDay == null || !isHappenedDay(field)));
  const told = { ...toldOf(kind, happened, telling), note, why: bad && wrong.get(bad), fields };
  return isNothing ? { ...told, kind: 'note' } : { ...told, detail: { ...detail, ...more } };
}

const daysOf = (kind: EventKind): readonly HappenedField[] => [...(ownDays[kind] ?? []), 'eventDay'];

function dayOfKind(kind: EventKind, happened: Happened, { day: answered, isOfAnimals = false }: Telling): CalendarDate | null {
  const own = daysOf(kind).find((field) => happened.values.has(field));
  if (happened.headingDay != null) return happened.headingDay;
  if (own) return happened.values.get(own) as CalendarDate;
  return isOfAnimals ? (kind === 'weighing' ? answered : null) : (anyDay(happened) ?? answered);
}

/** The fields of the event, and the columns that it is made of. */
function detailOf(kind: EventKind, { values }: Happened) {
  const detail: Record<string, Value> = {};
  const fields: HappenedField[] = [...daysOf(kind), ...(kind === 'slaughter' ? (['cause'] as const) : [])];
  for (const [name, of] of targets) {
    const field = name as HappenedField;
    const target = of.find((each) => each.kind === kind);
    const value = values.get(field);
    // Beside a medicine the vaccine has no dose and no batch of its own.
    if (kind === 'vaccination' && values.has('product') && name !== 'vaccine') continue;
    if (target) fields.push(field);
    if (target?.name != null && value !== undefined) detail[target.name] = value;
  }
  return { detail, fields };
}

/** The cells of a row that nothing is made of which it tells, as lines of a note; a no tells nothing. */
export const untold = ({ lines, values, notes }: Happened, used: ReadonlySet<string>): string[] => [
  ...notes,
  ...[...lines].flatMap(([field, line]) =>
    values.get(field) === false || (values.has(field) && used.has(field)) ? [] : line.split('\n'),
  ),
];

interface Completed {
  readonly more: Readonly<Record<string, unknown>>;
  readonly note?: string | null;
  /** Only the note is recorded, if there is one. */
  readonly isNothing?: boolean;
}

type Complete = (detail: Record<string, Value>, happened: Happened, idOf: Telling['idOf']) => Completed;

const medicine: Complete = (detail, { withdrawals, values }) => ({
  more: {
    ...detail,
    withdrawals: [...(values.has('product') && values.get('product') !== detail['productName'] ? [] : withdrawals.values())].map(
      (each) => (each.days === null ? each : { ...each, clearOn: null }),
    ),
  },
});

/** The cell of an animal that was taken from its place and to no other. */
export const noPlace = 'No place';

const toWhom: Complete = (detail, { values }) => ({
  more: { buyer: detail['buyer'] ?? values.get('party') ?? null },
});

const complete: Readonly<Partial<Record<EventKind, Complete>>> = {
  weighing: ({ method = null }) => ({ more: { method } }),
  treatment: medicine,
  vaccination: medicine,
  sale: toWhom,
  slaughter: toWhom,
  loan: ({ to }, { values }) => ({ more: { to: to ?? values.get('party') ?? null } }),
  death: ({ disposal }, { values }) => {
    const why = values.get('cause') ?? values.get('reason');
    const exact = why === undefined ? 'unknown' : deathCauseOf(String(why));
    const cause = exact ?? causes.find(([words]) => words.test(String(why)))?.[1] ?? 'other';
    return {
      more: { cause, disposal: disposal ?? values.get('party') ?? null },
      note: exact === undefined ? `Cause: ${why}` : null,
    };
  },
  arrival: ({ from }, { values }) => {
    // Of a row that also tells of its sale, the price is that of the sale.
    const got = values.has('soldOn') || values.has('statusDate') ? undefined : values.get('pricePaid');
    const price = values.get('purchasePrice') ?? got;
    // Born here, and not from elsewhere.
    if (/^(?:born|home ?bred|bred|own|here|farm ?born|on ?farm|raised|natural)\b/i.test(String(from ?? '')))
      return { more: {}, note: null, isNothing: true };
    return {
      more: { from: from ?? values.get('party') ?? null },
      note: price === undefined ? null : `Price paid: ${formatPrice(Math.round(Number(price) * 100))}`,
    };
  },
  heat: ({ sireId }, _, idOf) => ({ more: sireId === undefined ? {} : { sireId: idOf('animal', String(sireId)) } }),
  fostering: ({ rearedById }, _, idOf) => {
    const id = rearedById === undefined ? null : idOf('animal', String(rearedById));
    return rearedById === undefined || id !== null
      ? { more: { rearedById: id } }
      : { more: {}, note: `Reared by ${rearedById}`, isNothing: true };
  },
  move: ({ leavesGroup = false }, { values }, idOf) => {
    const [place, group] = [values.get('place'), values.get('group')].map((name) =>
      name === undefined ? undefined : String(name),
    );
    const placeId = place === undefined || place === noPlace ? null : idOf('place', place);
    const groupId = group === undefined ? null : idOf('group', group);
    const isKnown = (place === undefined || placeId !== null || place === noPlace) && (group === undefined || groupId !== null);
    const wherePlaced = place === noPlace ? 'out of its place' : place && `to ${place}`;
    const where = [wherePlaced, group && `${leavesGroup === true ? 'out of' : 'into'} ${group}`].filter(Boolean).join(', ');
    return isKnown && where !== ''
      ? { more: { placeId, groupId, leavesGroup } }
      : { more: {}, note: where === '' ? null : `Moved ${where}`, isNothing: true };
  },
};

const causes: readonly (readonly [RegExp, string])[] = [
  [/worm|parasit|fluke|coccid|barber/i, 'parasites'],
  [/birth|lambing|kidding|dystoc|prolapse/i, 'birth'],
  [/predat|coyote|dog|fox|wolf|eagle|lion|bear|raven/i, 'predator'],
  [/bloat/i, 'bloat'],
  [/poison|toxic/i, 'poisoning'],
  [/accident|injur|broken|trauma|hit|drown|cast/i, 'accident'],
  [/cold|hypotherm|starv|exposure|heat|chill|mismother/i, 'exposure'],
  [/old age|^age$|age related/i, 'oldAge'],
  [/euthan|put down|pts/i, 'euthanasia'],
  [/missing|stolen|lost/i, 'missing'],
  [/pneumon|scour|ill|disease|infect|mastitis|toxaemi|toxemi|enterotox|fever|listeri|tetanus|johne/i, 'illness'],
];

export interface Weighing {
  readonly date: CalendarDate;
  readonly grams: Grams;
}

/** As the form of a checkup rounds it, so that the same weight is known again. */
export const weighingKey = (animalId: string, { date, grams }: Weighing): string =>
  `${animalId} ${date} ${parsePounds(poundText(grams))}`;

export interface Change {
  readonly label: string;
  readonly from: string | null;
  readonly to: string;
}

/** What the preview says of it. */
export function changeOf({ kind, day, detail, note }: Pick<Told, 'kind' | 'day' | 'detail' | 'note'>): Change {
  const change = (to: string): Change => ({ label: entryNameOf(kind), from: null, to });
  if (kind === 'breedingValues')
    return change(`${(detail as EventDetail<'breedingValues'>).values.map(valueText).join(', ')} on ${day}`);
  if (kind === 'checkup') {
    const { description, medication } = detail as Partial<EventDetail<'checkup'>>;
    return change([description, medication, day].filter(Boolean).join(', '));
  }
  if (kind === 'weighing') return change(`${formatWeight(Number(detail['weightGrams']))} on ${day}`);
  const { productName, dose, unit, withdrawals = [] } = detail as Partial<EventDetail<'treatment'>>;
  const held = withdrawals.map((each) =>
    each.days === null ? `no ${each.product} until ${each.clearOn}` : `no ${each.product} for ${plural(each.days, 'day')}`,
  );
  const what =
    productName === undefined
      ? factsOf(kind, detail).join(', ') || (kind === 'note' ? (note ?? '') : '')
      : [productName, dose, dose === undefined ? undefined : unit].filter((part) => part != null).join(' ');
  return change([[what, `on ${day}`].filter(Boolean).join(' '), ...held].join(', '));
}

/** The fields of an event as texts. */
const factsOf = (kind: EventKind, detail: Readonly<Record<string, unknown>>): string[] =>
  Object.entries<FieldInfo>(infosOf<Fields>(eventKinds[kind].fields)).flatMap(([name, info]) => {
    const value = detail[name];
    const [what = ''] = info.label.split(' (');
    if (value == null || value === false || value === '' || typeof value === 'object') return [];
    if (info.kind === 'yesNo') return what;
    const words = `${value as string | number}`;
    if (info.kind === 'choice') return choiceText(info, words);
    if (info.kind === 'reference' || info.kind === 'animal') return [];
    return info.kind === 'text' ? words : `${what} ${words}`;
  });

interface KeyParts {
  readonly kind: string;
  readonly day: string;
  readonly values?: readonly BreedingValue[];
  readonly [name: string]: unknown;
}

/** What tells events of a kind apart on one day. Of most kinds a day has one. */
const whatTells: Readonly<Partial<Record<string, (event: KeyParts) => readonly unknown[]>>> = {
  breedingValues: ({ values = [] }) => values.map((each) => JSON.stringify([each.trait, each.value, each.accuracy])).toSorted(),
  castration: (event) => [isCastrationTold(event)],
  checkup: ({ description, medication, notes }) => [[description, medication, notes].filter(Boolean).join(' ')],
  // Twice a day the same may be given, and animals are milked, which only files with times tell.
  treatment: ({ productName, dose, time }) => [productName, dose, time],
  milking: ({ amountMl, time }) => [amountMl, time],
  note: ({ note }) => [note],
  vaccination: ({ productName }) => [productName],
  move: ({ placeId, groupId, leavesGroup }) => [placeId, groupId, leavesGroup === true],
  birthCheck: ({ check }) => [check],
};

/** More than its day, which is all that the animal's own field tells. */
const isCastrationTold = ({ method, time, note, responsible }: KeyParts): boolean =>
  [method, time, note, responsible].some((told) => told != null);

/** By which the same event is known again. */
export function eventKey(animalId: string, event: KeyParts): string {
  const { kind, day } = event;
  if (kind === 'weighing') return weighingKey(animalId, { date: day, grams: Number(event['weightGrams']) });
  const parts = whatTells[kind]?.(event) ?? [];
  return [animalId, day, kind, ...parts.map((part) => normalizeText(String((part ?? '') as string | number | boolean)))].join(
    ' ',
  );
}

/** Any breeding values of one analysis of an animal. */
export const analysisKey = (animalId: string, day: CalendarDate): string => `${animalId} ${day} analysis`;

/** A list of treatments repeats the checkups that name a medicine. */
export const medicineKey = (animalId: string, day: string): string => `${animalId} ${day} medicine of a checkup`;

/** Of an animal whose sale, death or slaughter is recorded. */
export const leavingKey = (animalId: string): string => `${animalId} left`;
