import { areaUnits, exactArea } from '../values/areas.ts';
import { repeatNames, repeats } from '../records/chores.ts';
import type { CalendarDate } from '../values/dates.ts';
import { nameKey } from '../values/farm-lists.ts';
import { isRule } from '../health/herd-rules.ts';
import { choreFields } from '../records/chore.ts';
import { choiceText, type FieldInfo, type Fields, infosOf } from '../records/fields.ts';
import { groupFields, type HerdRule, ruleFields } from '../records/group.ts';
import { placeFields } from '../records/place.ts';
import type { WeightUnit } from '../values/units.ts';
import { toPlainNumber } from './amounts.ts';
import { oneLine, valueOfKind, type CellContext, type ReadFile } from './cell-context.ts';
import { parseYesNo } from './cell-values.ts';
import { linesOf } from './cells.ts';
import { columnOf, headingOf, type ImportField, type TableRow } from './fields.ts';
import type { Telling } from './happened.ts';
import { futureDayOf } from './happened-cells.ts';
import { splitWords } from './heading-words.ts';
import { finishRow, type PlannedRow } from './planned-row.ts';
import { byWord, normalizeWord } from './vocabulary.ts';

type ColumnsOf<F extends Fields> = {
  readonly [K in keyof F | 'archivedAt']: ImportField | readonly [ImportField, heading: string];
};

/** The columns that the entries of the farm's lists are written to and read from, by their fields. */
const columnsOfLists = {
  places: {
    name: ['place', 'Place'],
    areaSquareMetres: 'area',
    restDays: 'restDays',
    outline: 'outline',
    note: ['notes', 'Note'],
    archivedAt: 'endedOn',
  } satisfies ColumnsOf<typeof placeFields>,
  groups: { name: 'group', rule: 'rule', note: ['notes', 'Note'], archivedAt: 'endedOn' } satisfies ColumnsOf<typeof groupFields>,
  chores: {
    day: 'eventDay',
    name: 'task',
    subject: 'putsOff',
    repeat: 'repeat',
    animalIds: ['tagNumber', 'Animals'],
    groupId: 'group',
    placeId: ['place', 'Place'],
    putOffTo: 'putOffTo',
    reason: 'reason',
    doneOn: 'doneOn',
    doneBy: 'responsible',
    responsible: 'assignedTo',
    note: ['notes', 'Note'],
    archivedAt: 'endedOn',
  } satisfies ColumnsOf<typeof choreFields>,
} as const;

export type ImportedList = keyof typeof columnsOfLists;
export const isImportedList = (kind: string): kind is ImportedList => Object.hasOwn(columnsOfLists, kind);

const fieldsOf: Readonly<Record<ImportedList, Fields>> = { places: placeFields, groups: groupFields, chores: choreFields };

interface ListColumn {
  readonly name: string;
  readonly field: ImportField;
  readonly heading: string;
  readonly kind: FieldInfo['kind'];
  readonly info: FieldInfo | null;
}

export const listColumns = (list: ImportedList): ListColumn[] =>
  Object.entries<ImportField | readonly [ImportField, string]>(columnsOfLists[list]).map(([name, column]) => {
    const [field, heading] = typeof column === 'string' ? [column, headingOf(column, 'lbs')] : column;
    const info = name === 'archivedAt' ? null : infosOf(fieldsOf[list])[name]!;
    return { name, field, heading, kind: info?.kind ?? 'day', info };
  });

type Entry = Readonly<Record<string, unknown>>;

interface Names {
  readonly nameOf: (id: string | null) => string | null;
  readonly tagsOf: (ids: readonly string[]) => readonly string[];
}

/** The cell of a field of an entry; a moment is written as its day. */
export function cellOfEntry({ name, kind, info }: ListColumn, entry: Names, unit: WeightUnit): string | number | null {
  const value = (entry as unknown as Entry)[name];
  if (value == null) return null;
  if (name === 'areaSquareMetres') return exactArea(Number(value), unit);
  if (info === null) return (value as string).slice(0, 10);
  switch (kind) {
    case 'reference':
      return entry.nameOf(value as string);
    case 'ids':
      return entry.tagsOf(value as string[]).join(', ') || null;
    case 'list':
      return (value as { x: number; y: number }[]).map(({ x, y }) => `${x}/${y}`).join(' ') || null;
    case 'object':
      return ruleText({ ...entry, ...(value as HerdRule) }, unit) || null;
    case 'choice':
      return choiceText(info, value as string);
    case 'yesNo':
      return 'Yes';
    default:
      return value as string | number;
  }
}

/** The conditions of a rule are the lines of a cell: `Age: Young`. */
const conditions = Object.entries(infosOf<Fields>(ruleFields)).map(([name, info]): ListColumn => ({
  name,
  field: 'rule',
  heading: info.label,
  kind: info.kind,
  info,
}));

const ruleText = (rule: Names, unit: WeightUnit): string =>
  conditions
    .flatMap((condition) => {
      const cell = cellOfEntry(condition, rule, unit);
      return cell === null ? [] : `${condition.heading}: ${cell}`;
    })
    .join('\n');

type IdOf = Telling['idOf'];

interface Reading extends Pick<ListFile, 'idOf' | 'unit'> {
  readonly context: CellContext;
}

/** A cell and its column; the lines of a rule are cells of its conditions. */
const partsOf = (cell: string, column: ListColumn): (readonly [part: string, text: string, column: ListColumn | undefined])[] =>
  column.kind === 'object'
    ? linesOf(cell).map((line) => {
        const [, label = '', text = ''] = /^([^:]+):\s*(.+)$/.exec(line) ?? [];
        return [line, text, conditions.find(({ heading }) => heading.toLowerCase() === label.trim().toLowerCase())];
      })
    : [[cell, cell, column]];

const stateWords = byWord({
  done: 'complete|completed|finished|closed',
  open: 'open|to do|todo|pending|in progress|planned|due|overdue|not done|not started|not completed|incomplete',
});

/** Whether a task is done, in a column that does not say on which day. */
function parseDone(cell: string): boolean | undefined {
  const state = stateWords.get(normalizeWord(cell));
  return state === undefined ? parseYesNo(cell) : state === 'done';
}

const { kg: metric, lbs: customary } = areaUnits;
const areaWords = [
  [/\bha\b|hectare/, metric.squareMetres],
  [/\bm2\b|\bsq ?m\b|square met/, metric.small.squareMetres],
  [/\bacres?\b/, customary.squareMetres],
  [/\bft2\b|\bsq ?ft\b|square f/, customary.small.squareMetres],
] as const;

/** In square metres. A unit in the cell (`3 ha`) takes precedence over that of the heading, and that over the farm's own. */
function parseAreaCell(cell: string, heading: string, unit: WeightUnit, decimalComma: boolean): number | undefined {
  const [, number = '', own = ''] = /^([\d.,'’\s]+)(.*)$/.exec(cell) ?? [];
  const words = splitWords(own === '' ? heading : own).join(' ');
  const usual = own === '' ? areaUnits[unit].squareMetres : undefined;
  const squareMetres = areaWords.find(([word]) => word.test(words))?.[1] ?? usual;
  const plain = toPlainNumber(number, decimalComma);
  return plain === undefined || squareMetres === undefined ? undefined : Math.round(Number(plain) * squareMetres);
}

/** The value of a cell; null if it has none that can be stored. */
function readCell(cell: string, { name, kind }: ListColumn, reading: Reading): unknown {
  const { context, idOf, unit } = reading;
  const { column, facts } = context;
  if (name === 'areaSquareMetres') return parseAreaCell(cell, column.heading, unit, facts.decimalComma ?? false) ?? null;
  switch (kind) {
    case 'day':
      return futureDayOf(cell, context) ?? (name === 'doneOn' ? parseDone(cell) : undefined) ?? null;
    case 'reference':
      return idOf(name === 'placeId' ? 'place' : 'group', cell);
    case 'ids':
      return cell.split(/, ?/).map((tag) => idOf('animal', tag));
    case 'list':
      return cell.split(' ').map((corner) => ({ x: Number(corner.split('/')[0]), y: Number(corner.split('/')[1]) }));
    case 'choice':
      return repeatNames.find((repeat) => repeats[repeat].label.toLowerCase() === cell.toLowerCase()) ?? cell.toLowerCase();
    // Also none, and years to come.
    case 'days':
    case 'year':
      return Number(cell);
    default:
      return valueOfKind(kind, oneLine(cell), context) ?? null;
  }
}

export interface PlannedEntry {
  readonly number: number;
  readonly list: ImportedList;
  readonly fields: Entry & { readonly name: string };
  /** The day since which it is no longer used. */
  readonly endedOn: CalendarDate | null;
}

const named = (list: ImportedList, { name }: PlannedEntry['fields'], endedOn: string | null): string =>
  `${list} ${nameKey(name)} ${endedOn ?? ''}`;

/** The key by which an entry is recognized: its name if entries in use have different ones, otherwise all that a task is about. */
export function entryKey(list: ImportedList, fields: PlannedEntry['fields'], endedOn: string | null): string {
  if (list !== 'chores') return named(list, fields, endedOn);
  const { day, repeat, animalIds, groupId, placeId, subject, note } = fields;
  return `chores ${JSON.stringify([nameKey(fields.name), repeat ?? day, (animalIds as string[]).toSorted((a, b) => (a < b ? -1 : 1)), groupId, placeId, subject, note])}`;
}

interface ListFile extends ReadFile {
  readonly idOf: IdOf;
  /** The ids of the farm's groups that are rules. */
  readonly ruleIds: ReadonlySet<string>;
  /** The farm's unit of weight, which decides that of areas. */
  readonly unit: WeightUnit;
}

interface ReadCells {
  readonly values: Record<string, unknown>;
  readonly texts: string[];
  readonly wrong: string[];
}

/** Adds the value of a cell. Returns what of it is not known. */
function addValue(values: Record<string, unknown>, cell: string, column: ListColumn, reading: Reading): string[] {
  const target: Record<string, unknown> = column.kind === 'object' ? {} : values;
  const unknown = partsOf(cell, column).flatMap(([part, text, of]) => {
    const value = of ? readCell(text, of, reading) : null;
    if (!of || [value].flat().includes(null)) return part;
    target[of.name] = value;
    return [];
  });
  if (column.kind === 'object') values[column.name] = target;
  return unknown;
}

/** What no column takes is kept in the note. */
function readCells(own: readonly ListColumn[], cells: readonly string[], { columns, contexts, idOf, unit }: ListFile): ReadCells {
  const read: ReadCells = { values: {}, texts: [], wrong: [] };
  const notes: string[] = [];
  for (const [index, { field, heading }] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '' || field === 'leaveOut') continue;
    const column = own.find((each) => each.field === field);
    if (column?.name !== 'name') read.texts.push(`${heading}: ${oneLine(cell)}`);
    if (!column || column.name === 'note') {
      notes.push(column ? cell : `${heading}: ${oneLine(cell)}`);
      continue;
    }
    const unknown = addValue(read.values, cell, column, { context: contexts[index]!, idOf, unit });
    read.wrong.push(...unknown.map((part) => `'${part}' in '${heading}' is not known.`));
  }
  if (notes.length > 0) read.values['note'] = notes.join('\n');
  return read;
}

/** A task that is done has its end, unless it repeats. Returns what was assumed. */
function settleTask({ values, wrong }: ReadCells, today: CalendarDate): string[] {
  const { day, doneOn } = values as { readonly day?: CalendarDate; readonly doneOn?: CalendarDate | boolean };
  const isRepeated = values['repeat'] !== undefined;
  const isEnded = Boolean(doneOn) && !isRepeated;
  if (doneOn === true && isRepeated) wrong.push('It repeats, so say on which day it was done.');
  const likely = day !== undefined && day < today ? day : today;
  const done = doneOn === true ? likely : doneOn || undefined;
  values['day'] = day ?? (isEnded ? done : today);
  values['doneOn'] = done;
  if (isEnded) values['archivedAt'] ??= done;
  if (doneOn === true) return [`It does not say when it was done, so it was done on ${done}.`];
  return day === undefined && !isEnded ? ['It has no day, so it is due today.'] : [];
}

/** The fields of an entry as they are stored; what is wrong with them is added. */
function storedFields(own: readonly ListColumn[], list: ImportedList, { values, wrong }: ReadCells): PlannedEntry['fields'] {
  const fields: Record<string, unknown> = {};
  for (const { name, info, heading } of own) {
    const schema = fieldsOf[list][name];
    if (!schema) continue;
    const parsed = schema.safeParse(values[name] ?? info?.unset);
    if (parsed.success) fields[name] = parsed.data;
    else wrong.push(`${heading}: ${parsed.error.issues[0]?.message}.`);
  }
  return fields as PlannedEntry['fields'];
}

interface ReadEntry {
  readonly row: PlannedRow;
  readonly entry?: PlannedEntry;
}

/** Reads the rows of one of the farm's lists. An entry that the farm has stays as it is. */
export function readEntryRows(list: ImportedList, file: ListFile, rows: readonly TableRow[]): ReadEntry[] {
  const own = listColumns(list);
  const rowsByKey = new Map<string, number>();
  const [groupsInUse, endedGroups] = [new Map<string, string>(), new Map<string, string>()];
  const ruleIds = new Set(file.ruleIds);
  const idOf: IdOf = (what, name) => {
    const key = what === 'group' ? nameKey(name) : '';
    return groupsInUse.get(key) ?? file.idOf(what, name) ?? endedGroups.get(key) ?? null;
  };
  const label = own.find(({ name }) => name === 'name')?.heading ?? '';
  const settle = list === 'chores' ? settleTask : () => [];
  const readRow = ({ number, cells }: TableRow): ReadEntry => {
    const read = readCells(own, cells, { ...file, idOf });
    const { values, texts, wrong } = read;
    const remarks = settle(read, file.today);
    const fields = storedFields(own, list, read);
    const { rule } = fields as { readonly rule?: HerdRule };
    if (ruleIds.has(rule?.groupId ?? '')) wrong.push('Which animals: Choose a group that is not a rule itself.');
    const endedOn = (values['archivedAt'] ?? null) as CalendarDate | null;
    const row = { number, tagNumber: (values['name'] ?? '') as string };
    if (wrong[0] !== undefined) return { row: finishRow(row, 'refused', wrong[0]) };
    const key = entryKey(list, fields, endedOn);
    if (file.recorded.has(key)) return { row: finishRow(row, 'duplicate', 'You have it already. It stays as it is.') };
    // What repeats may do so from two days.
    const keyInFile = [key, fields['day']].join(' ');
    const earlier = rowsByKey.get(keyInFile);
    if (earlier !== undefined && list === 'chores') return { row: finishRow(row, 'duplicate', `The same as row ${earlier}.`) };
    if (earlier !== undefined) return { row: finishRow(row, 'refused', `Row ${earlier} has the same name.`) };
    rowsByKey.set(keyInFile, number);
    if (list === 'groups') {
      (endedOn === null ? groupsInUse : endedGroups).set(nameKey(fields.name), rowReference(number));
      if (rule && isRule({ rule })) ruleIds.add(rowReference(number));
    }
    const changes = [{ label, from: null, to: texts.join(', ') || fields.name }];
    return { row: { ...finishRow(row, 'ready', null, remarks), changes }, entry: { number, list, fields, endedOn } };
  };
  // A group that is named in a rule, which has none itself, may stand below it.
  const ruleColumn = columnOf(file.columns, 'rule');
  const namesGroup = ({ cells }: TableRow): boolean => linesOf(cells[ruleColumn] ?? '').some((line) => /^group *:/i.test(line));
  return rows.toSorted((a, b) => Number(namesGroup(a)) - Number(namesGroup(b))).map(readRow);
}

/** Stands for the id that the entry of a row gets. */
export const rowReference = (row: number): string => `00000000-0000-7000-8000-${String(row).padStart(12, '0')}`;
