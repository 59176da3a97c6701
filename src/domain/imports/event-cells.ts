import { codePointLength } from '../text-length.ts';
import type { ScoreName } from '../records/event-names.ts';
import { deathCauseOf, scoreFields } from '../records/events.ts';
import { milkUnit, parsePrice, toPlainNumber } from './amounts.ts';
import { dayOf, gramsOf, type CellContext } from './cell-context.ts';
import { parseYesNo } from './cell-values.ts';
import type { CheckupCells } from './checkup-cells.ts';
import type { FileKind } from './file-kind.ts';
import type { EventField } from './fields.ts';

/** What the cells of a row say besides weights and treatments, by field. */
export interface EventCells {
  readonly scores: Partial<Record<ScoreName, number>>;
  vaccine: string | null;
  nextDueDay: string | null;
  amountMl: number | null;
  fleeceGrams: number | null;
  cause: string | null;
  disposal: string | null;
  buyer: string | null;
  price: number | null;
  from: string | null;
  /** From or to whom, in a list of movements. */
  party: string | null;
  place: string | null;
  placeId: string | null;
  groupId: string | null;
  group: string | null;
  leavesGroup: boolean;
  isPooled: boolean;
  weighedBy: string | null;
  occasion: string | null;
  readonly checkup: CheckupCells;
  scanned: { result: 'pregnant' | 'open' | 'unsure'; count: number | null } | null;
  responsible: string | null;
}

export const emptyEventCells = (): EventCells => ({
  scores: {},
  vaccine: null,
  nextDueDay: null,
  amountMl: null,
  fleeceGrams: null,
  cause: null,
  disposal: null,
  buyer: null,
  price: null,
  from: null,
  party: null,
  place: null,
  placeId: null,
  groupId: null,
  group: null,
  leavesGroup: false,
  isPooled: false,
  weighedBy: null,
  occasion: null,
  checkup: {},
  scanned: null,
  responsible: null,
});

type Draft = EventCells & { readonly violations: string[]; readonly notes: string[] };
type Reader = (cell: string, draft: Draft, context: CellContext) => void;

const score =
  (name: ScoreName): Reader =>
  (cell, draft, { facts, column }) => {
    const value = Number(toPlainNumber(cell.replace(/\s*(?:epg|\/\s*5)$/i, ''), facts.decimalComma ?? false));
    // A score that our scale does not have is kept, as a text.
    if (scoreFields[name].safeParse(value).success) draft.scores[name] = value;
    else draft.notes.push(`${column.heading}: ${cell}`);
  };

const line =
  (name: 'vaccine' | 'disposal' | 'buyer' | 'from' | 'party' | 'place' | 'group' | 'responsible' | 'cause', max = 100): Reader =>
  (cell, draft, { column }) => {
    const words = cell.replaceAll(/\s+/g, ' ');
    if (codePointLength(words) > max) draft.notes.push(`${column.heading}: ${words}`);
    else draft[name] = words;
  };

const oneOf =
  (name: 'weighedBy' | 'occasion', values: readonly string[]): Reader =>
  (cell, draft, { column }) => {
    const value = cell.trim().toLowerCase();
    if (values.includes(value)) draft[name] = value;
    else draft.notes.push(`${column.heading}: ${cell}`);
  };

/** Weights of milk are converted with its density. */
const kgPerLitre = 1.03;

export const eventCellReaders: Readonly<Partial<Record<EventField, Reader>>> = {
  vaccine: line('vaccine'),
  nextDue: (cell, draft, context) => {
    draft.nextDueDay = dayOf(cell, context) ?? null;
    if (draft.nextDueDay === null) draft.notes.push(`${context.column.heading}: ${cell}`);
  },
  famacha: score('famacha'),
  bodyCondition: score('bodyCondition'),
  dag: score('dag'),
  nasal: score('nasal'),
  coat: score('coat'),
  jaw: score('jaw'),
  eggCount: score('eggCount'),
  milk: (cell, draft, context) => {
    const ml = millilitresOf(cell, context);
    if (ml === undefined || ml < 1 || ml > 50_000) draft.violations.push(`'${cell}' is no amount of milk.`);
    else draft.amountMl = (draft.amountMl ?? 0) + ml;
  },
  fleece: (cell, draft, context) => {
    const grams = gramsOf(cell, context);
    if (grams === undefined || grams > 50_000) draft.notes.push(`${context.column.heading}: ${cell}`);
    else draft.fleeceGrams = grams;
  },
  cause: line('cause', 200),
  disposal: line('disposal'),
  buyer: line('buyer', 200),
  pricePaid: (cell, draft, { facts, column }) => {
    const cents = parsePrice(cell, facts.decimalComma ?? false);
    if (cents === undefined) draft.notes.push(`${column.heading}: ${cell}`);
    else draft.price = cents / 100;
  },
  from: line('from', 200),
  place: line('place'),
  group: line('group'),
  leavesGroup: (cell, draft) => (draft.leavesGroup = parseYesNo(cell) ?? false),
  isPooled: (cell, draft) => (draft.isPooled = parseYesNo(cell) ?? false),
  weighedBy: oneOf('weighedBy', ['scale', 'tape', 'estimate']),
  occasion: oneOf('occasion', ['birth', 'weaning']),
  party: line('party', 200),
  responsible: line('responsible'),
  scanned: (cell, draft, { column }) => {
    const scanned = scannedOf(cell);
    if (scanned) draft.scanned = scanned;
    else draft.violations.push(`'${cell}' in '${column.heading}' is no result of a pregnancy check.`);
  },
};

function scannedOf(cell: string): EventCells['scanned'] {
  const word = cell.trim().toLowerCase();
  const counts: Readonly<Record<string, number>> = {
    single: 1,
    singles: 1,
    twin: 2,
    twins: 2,
    triplet: 3,
    triplets: 3,
    quad: 4,
    quads: 4,
  };
  const count = counts[word] ?? (/^[1-8]$/.test(word) ? Number(word) : null);
  if (count !== null) return { result: 'pregnant', count };
  if (/^(?:0|empty|open|dry|no|n|negative|neg|not pregnant|barren)$/.test(word)) return { result: 'open', count: null };
  if (/^(?:pregnant|preg|yes|y|positive|pos|in lamb|in kid|bred|multiple|multiples)$/.test(word))
    return { result: 'pregnant', count: null };
  return /^(?:unsure|unclear|recheck|\?)$/.test(word) ? { result: 'unsure', count: null } : null;
}

function millilitresOf(cell: string, { facts, column, answers, index }: CellContext): number | undefined {
  const [, number = '', own = ''] = /^([\d.,]+)\s*([a-z]*)\.?$/i.exec(cell.trim()) ?? [];
  const value = Number(toPlainNumber(number, facts.decimalComma ?? false));
  const unit = (own || milkUnit(column.heading) || (answers.get(`milk:${index}`) ?? '')).toLowerCase();
  if (Number.isNaN(value)) return undefined;
  if (unit.startsWith('ml')) return Math.round(value);
  if (/^l(?:it|$)/.test(unit)) return Math.round(value * 1000);
  if (unit.startsWith('kg')) return Math.round((value * 1000) / kgPerLitre);
  return /^(?:lb|pound)/.test(unit) ? Math.round((value * 453.592) / kgPerLitre) : undefined;
}

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

export interface KeyedDetail {
  readonly kind:
    | 'checkup'
    | 'death'
    | 'sale'
    | 'slaughter'
    | 'move'
    | 'arrival'
    | 'vaccination'
    | 'scores'
    | 'milking'
    | 'shearing'
    | 'pregnancyCheck'
    | 'note';
  readonly detail: object;
  /** What the preview says of it. */
  readonly text: string;
  readonly label: string;
  readonly note?: string;
}

const joined = (...parts: (string | null | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ');

const causeOf = (cause: string | null): string =>
  cause === null ? 'unknown' : (deathCauseOf(cause) ?? causes.find(([word]) => word.test(cause))?.[1] ?? 'other');

type MakeEvents = (draft: EventCells & { readonly reason: string | null }, father: string | null) => KeyedDetail[];

const note = (what: string | null): KeyedDetail[] =>
  what === null ? [] : [{ kind: 'note', label: 'Note', detail: { photo: null }, text: what, note: what }];

/** What a row of a list of this kind is. */
const eventsByKind: Readonly<Partial<Record<FileKind, MakeEvents>>> = {
  death: ({ cause, disposal, party, price, buyer, reason }) => {
    const to = disposal ?? party;
    if (/^slaughter(?:ed)?$/i.test(cause ?? ''))
      return [{ kind: 'slaughter', label: 'Slaughter', detail: { price, buyer, reason }, text: joined('slaughtered', buyer) }];
    const why = cause ?? reason;
    const isExact = why === null || deathCauseOf(why) !== undefined;
    return [
      {
        kind: 'death',
        label: 'Death',
        detail: { cause: causeOf(why), disposal: to },
        text: joined('died', why, to),
        ...(!isExact && { note: `Cause: ${why}` }),
      },
    ];
  },
  sale: ({ price, buyer, party, reason }) => {
    const to = buyer ?? party;
    const text = joined('sold', to && `to ${to}`, price !== null && `for $${price}`);
    return [{ kind: 'sale', label: 'Sale', detail: { price, buyer: to, reason }, text }];
  },
  arrival: ({ price, from: seller, party }) => {
    const from = seller ?? party;
    const paid = price === null ? null : `Price paid: $${price}`;
    const text = joined('arrived', from && `from ${from}`, paid);
    return [{ kind: 'arrival', label: 'Arrival', detail: { from }, text, ...(paid !== null && { note: paid }) }];
  },
  move: ({ place, placeId, group, groupId, leavesGroup }) => {
    const where = joined(place, group && `${leavesGroup ? 'out of' : 'into'} ${group}`);
    const isKnown = (place === null || placeId !== null || place === noPlace) && (group === null || groupId !== null);
    if (where === '' || !isKnown) return note(where === '' ? null : `Moved to ${where}`);
    return [
      {
        kind: 'move',
        label: 'Move',
        detail: { placeId, groupId, leavesGroup },
        text: place === noPlace ? 'taken from its place' : `to ${where}`,
      },
    ];
  },
  mating: (_, father) => note(father && `Mated with ${father}`),
};

/** The cell of an animal that was taken from its place and to no other. */
export const noPlace = 'No place';

function scoresIn({ scores, isPooled }: EventCells): KeyedDetail[] {
  const scored = Object.entries(scores);
  const text = scored.map(([name, value]) => `${scoreLabels[name as ScoreName]} ${value}`).join(', ');
  return scored.length === 0 ? [] : [{ kind: 'scores', label: 'Scores', detail: { ...scores, isPooled }, text }];
}

function yieldsIn({ amountMl, fleeceGrams, scanned }: EventCells, kind: FileKind): KeyedDetail[] {
  const found: KeyedDetail[] = [];
  if (amountMl !== null) found.push({ kind: 'milking', label: 'Milk', detail: { amountMl }, text: `${amountMl} ml` });
  if (fleeceGrams !== null || kind === 'shearing') {
    const text = fleeceGrams === null ? 'shorn' : `${fleeceGrams / 1000} kg`;
    found.push({ kind: 'shearing', label: 'Shearing', detail: { fleeceGrams }, text });
  }
  if (scanned) {
    const text = joined(scanned.result, scanned.count !== null && `${scanned.count} young`);
    found.push({ kind: 'pregnancyCheck', label: 'Pregnancy check', detail: scanned, text });
  }
  return found;
}

/** The events that a row of a file of this kind tells of, besides weights and treatments. */
export function otherEventsOf(
  draft: EventCells & { readonly reason: string | null },
  kind: FileKind,
  father: string | null,
): KeyedDetail[] {
  const { vaccine, nextDueDay } = draft;
  const vaccination: KeyedDetail[] =
    vaccine === null
      ? []
      : [{ kind: 'vaccination', label: 'Vaccination', detail: { productName: vaccine, nextDueDay }, text: vaccine }];
  return [...(eventsByKind[kind]?.(draft, father) ?? []), ...vaccination, ...scoresIn(draft), ...yieldsIn(draft, kind)];
}

const scoreLabels: Readonly<Record<ScoreName, string>> = {
  famacha: 'FAMACHA',
  bodyCondition: 'body condition',
  dag: 'dag',
  nasal: 'nose',
  coat: 'coat',
  jaw: 'jaw',
  eggCount: 'eggs per gram',
};
