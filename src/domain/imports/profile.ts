import { parseEid } from '../eid.ts';
import { parseBirth } from './birth-dates.ts';
import { createSexReader, createStatusReader, isMissing } from './cell-values.ts';
import type { Column, ImportField } from './fields.ts';
import { namesParent } from './heading-words.ts';

/** The shares of the cells of a column, of those that are not empty, that look like something. */
interface Profile {
  readonly cells: number;
  readonly eid: number;
  readonly day: number;
  readonly number: number;
  readonly sex: number;
  readonly state: number;
  /** Whether a cell says that an animal has left. */
  readonly hasLeft: boolean;
}

const sample = 200;
const latestDay = '2999-12-31';

function profileOf(cells: readonly string[]): Profile {
  const share = (holds: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
  const [sexOf, statusOf] = [createSexReader(cells), createStatusReader(cells)];
  return {
    cells: cells.length,
    eid: share((cell) => parseEid(cell) !== null || /^\d[.,]\d+e\+1[45]$/i.test(cell)),
    day: share((cell) => isDay(cell)),
    number: share((cell) => /^[-\d.,\s]*\d[-\d.,\s]*(?:kgs?|lbs?|g|ml|l)?$/i.test(cell)),
    sex: share((cell) => sexOf(cell) !== undefined),
    state: share((cell) => statusOf(cell) !== undefined),
    hasLeft: cells.some((cell) => cell.length > 1 && ['sold', 'died'].includes(statusOf(cell) ?? '')),
  };
}

/** A number alone may be a serial day as well as anything else. */
const isDay = (cell: string): boolean =>
  /\D/.test(cell.trim()) && (parseBirth(cell, 'dmy', latestDay) ?? parseBirth(cell, 'mdy', latestDay))?.date != null;

const likelyDays = [
  'birthDate',
  'weighingDate',
  'statusDate',
  'eventDay',
  'castratedOn',
] as const satisfies readonly ImportField[];
const withdrawalWords = /with?dr[ae]w|withh?old|\bwhp\b|\bwdp?\b|\bwp\b|\besi\b|clear|safe|wartezeit/i;

/** Compares the headings' meanings with the cells. */
export function profileColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  isRemembered: (column: Column) => boolean,
): Column[] {
  const has = (field: ImportField): boolean => columns.some((column) => column.field === field);
  return columns.map((column, index) => {
    const cells = rows
      .slice(0, sample)
      .map((row) => (row[index] ?? '').trim())
      .filter((cell) => !isMissing(cell));
    if (isRemembered(column)) return column;
    const found = decide(column, profileOf(cells), has);
    if (found === undefined) return column;
    if (typeof found === 'string') return { ...column, field: found };
    const fields = found.filter((field) => field === column.field || !has(field));
    return fields.length === 0 ? column : { heading: column.heading, field: 'keep', ask: fields };
  });
}

const isUnnamed = (heading: string): boolean => /^Column \d+$/.test(heading);

type Has = (field: ImportField) => boolean;
type Decision = ImportField | readonly ImportField[] | undefined;

/** The field, or several of which the person chooses; undefined leaves the column as it is. */
const decide = (column: Column, profile: Profile, has: Has): Decision =>
  column.field === 'keep'
    ? (decideByHeading(column.heading, profile, has) ?? decideByCells(column.heading, profile, has))
    : contradicted(column, profile, has);

/** What a heading means although its cells look like something else. */
function contradicted({ field, heading }: Column, { cells, eid, day, number, sex, state }: Profile, has: Has): Decision {
  if (cells === 0) return undefined;
  if (field === 'eid' && eid < 0.3) return has('tagNumber') ? ['eid', 'registration'] : ['tagNumber', 'eid'];
  if (cells < 3) return undefined;
  const wrong: Partial<Record<ImportField, boolean>> = {
    birthDate: day < 0.2 && number < 0.5 && !/^(?:lambing|kidding)/i.test(heading),
    sex: sex === 0 && number > 0.8,
    status: state === 0 && cells > 12,
    weight: number < 0.3,
  };
  return wrong[field] ? [field] : undefined;
}

const isAnimalList = (has: Has): boolean => !(['product', 'vaccine', 'eventDay', 'treatedOn'] as const).some(has);

function decideByHeading(heading: string, profile: Profile, has: Has): Decision {
  if (withdrawalWords.test(heading.replaceAll('_', ' '))) {
    if (profile.day > 0.5) return ['meatClearOn', 'milkClearOn'];
    return /milk/i.test(heading) ? ['milkDays'] : ['meatDays', 'milkDays', 'bothDays'];
  }
  if (isDateHeading(heading) && isAnimalList(has)) return dateMeaning(has);
  const isOfParent = namesParent(heading) && !/age|breed|weight|wt|born|dob|color|colour/i.test(heading);
  return isOfParent && profile.cells > 0 ? ['motherTag', 'fatherTag'] : undefined;
}

function decideByCells(heading: string, { cells, eid, day, sex, state, hasLeft }: Profile, has: Has): Decision {
  if (cells === 0) return undefined;
  const isBare = isUnnamed(heading);
  const isSex = sex > 0.8 && cells > 1 && !has('sex');
  if (eid > 0.6 && cells > 1) return isBare && !has('eid') ? 'eid' : ['eid', 'motherTag', 'fatherTag'];
  if (isSex) return isBare ? 'sex' : ['sex'];
  if (state > 0.8 && hasLeft && !has('status')) return ['status'];
  return day > 0.7 && (isBare || isAnimalList(has)) ? likelyDays : undefined;
}

const isDateHeading = (heading: string): boolean => /^(?:date|day|datum|fecha|data|datetime)$/i.test(heading.trim());

/** 'Date' in a list of animals: of the birth where dams, birth weights or young say so and nobody was weighed. */
function dateMeaning(has: Has): Decision {
  if (has('weight')) return has('weighingDate') ? likelyDays : ['birthDate', 'weighingDate'];
  const isOfBirths = !has('birthDate') && (has('motherTag') || has('birthWeight'));
  return isOfBirths ? 'birthDate' : likelyDays;
}
