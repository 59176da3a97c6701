import { weightUnits } from './amounts.ts';
import { isMissing, isMissingIn, mistakeOfSpreadsheet } from './cell-values.ts';
import { isDistinct } from './cells.ts';
import { columnOf, importFields, type Column, type ImportField, type TableRow } from './fields.ts';
import { kindOfFile } from './file-kind.ts';
import { parentWords, splitWords } from './heading-words.ts';
import { countKnownHeadings, matchHeadings } from './headings.ts';
import { namesSeveral, rangeIn } from './tidy.ts';

/**
 * Completes rows with what the table says elsewhere: a ewe that is written once for her litter, a day once for several animals, an animal
 * once for its weights, and a unit in a cell of its own.
 */
export const completeRows = (rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] =>
  [withUnits, fillShared, nameWeights, nameByTag, refuseOtherTable, refuseRounded, refuseRanges].reduce(
    (all, complete) => complete(all, columns),
    rows,
  );

/** The first reason stays. */
const refuse = (rows: readonly TableRow[], reasonFor: (row: TableRow, index: number) => string | undefined): TableRow[] =>
  rows.map((row, index) => {
    const refusal = row.refusal ?? reasonFor(row, index);
    return refusal === undefined ? row : { ...row, refusal };
  });

/** 'Dam ID' names the dam by what stands under 'ID', where the animals are called by their 'Tag'. */
function nameByTag(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const tag = columnOf(columns, 'tagNumber');
  const wordsOf = (heading: string): string =>
    splitWords(heading)
      .filter((word) => !parentWords.has(word))
      .join(' ');
  const named = columns.flatMap(({ heading, field }, index) => {
    if (tag === -1 || (field !== 'motherTag' && field !== 'fatherTag')) return [];
    const by = columns.findIndex((other) => other.field === 'otherNumber' && wordsOf(other.heading) === wordsOf(heading));
    return by === -1 ? [] : { index, heading, tags: tagsBy(rows, by, tag) };
  });
  return rows.map((row) => {
    const [cells, remarks] = [[...row.cells], [...(row.remarks ?? [])]];
    for (const { index, heading, tags } of named) {
      const number = (cells[index] ?? '').trim();
      const found = tags.get(number);
      if (found === undefined) continue;
      cells[index] = found ?? '';
      if (found === null) remarks.push(`Several animals have the number ${number}, so '${heading}' is not recorded.`);
    }
    return { ...row, cells, remarks };
  });
}

/** The tag of each number; null where several animals have it. */
function tagsBy(rows: readonly TableRow[], by: number, tag: number): ReadonlyMap<string, string | null> {
  const tags = new Map<string, string | null>();
  for (const { cells } of rows) {
    const [number, own] = [(cells[by] ?? '').trim(), (cells[tag] ?? '').trim()];
    if (isMissing(number) || isMissing(own)) continue;
    tags.set(number, (tags.get(number) ?? own) === own && tags.get(number) !== null ? own : null);
  }
  return tags;
}

const days: ReadonlySet<ImportField> = new Set(['eventDay', 'treatedOn', 'weighingDate']);
const given = ['product', 'vaccine', 'batch', 'meatDays', 'milkDays', 'bothDays', 'meatClearOn', 'milkClearOn'] as const;
const ofDay: ReadonlySet<ImportField> = new Set([...days, ...given]);

const isNumber = ({ field }: Column): boolean => field === 'tagNumber' || field === 'eid';

/** What is written once for several animals, where it stands before them: a dam and her litter, or a day, but not that of deaths or sales. */
function sharedIn(columns: readonly Column[]) {
  const indexesOf = (those: readonly Column[], holds: (field: ImportField) => boolean) =>
    those.flatMap(({ field }, index) => (holds(field) ? index : []));
  const [dam, kind] = [columnOf(columns, 'motherTag'), kindOfFile(columns)];
  if (dam !== -1) {
    const litter = indexesOf(columns, (field) => importFields[field].isOfLitter === true);
    const shared = litter[0]! < columns.findLastIndex(isNumber) ? litter : [];
    return { needed: dam, shared, why: "The dam's cells are empty, so it is of the same litter as" };
  }
  const before = kind === null || kind === 'death' || kind === 'sale' ? [] : columns.slice(0, columns.findIndex(isNumber));
  const shared = indexesOf(before, (field) => ofDay.has(field));
  const needed = before.findIndex(({ field }) => days.has(field));
  return { needed, shared, why: 'Its day is empty, so the day and what was given are those of' };
}

function fillShared(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const { needed, shared, why } = sharedIn(columns);
  let last: TableRow | undefined;
  return rows.map((row) => {
    const isFilled = (index: number): boolean => !isMissingIn(columns[index]?.field ?? '', row.cells[index] ?? '');
    if (shared.some(isFilled)) last = row;
    const above = last;
    const isNamed = columns.some((column, index) => isNumber(column) && isFilled(index));
    if (!above || above === row || !isNamed || isMissing(above.cells[needed] ?? '')) return row;
    const cells = row.cells.map((cell, index) => (shared.includes(index) ? (above.cells[index] ?? '') : cell));
    return { ...row, cells, remarks: [`${why} row ${above.number}.`] };
  });
}

/**
 * A row without a number is a further weight of the animal above it, if each animal is named once, at least half of them have such a row,
 * and no animal was named on its day.
 */
function nameWeights(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const [number, day] = [columns.findIndex(isNumber), columns.findIndex(({ field }) => days.has(field))];
  if (kindOfFile(columns) !== 'weighing' || number === -1 || number > day) return rows;
  const own = columns.flatMap(({ field }, index) =>
    numbers.has(field) || field === 'name' || (index < day && importFields[field].kind !== 'weight') ? index : [],
  );
  const isNamed = ({ cells }: TableRow): boolean => own.some((index) => (cells[index] ?? '').trim() !== '');
  // Without its time and its zeros.
  const dayIn = ({ cells }: TableRow): string => (cells[day] ?? '').replace(/[ T]\d+:.*$/, '').replaceAll(/\b0+(?=\d)/g, '');
  const named = rows.filter(isNamed);
  const weighedAgain = rows.filter((row, at) => isNamed(row) && rows.slice(at + 1, at + 2).some((next) => !isNamed(next)));
  const areNamedOnce = isDistinct(named.map(({ cells }) => (cells[number] ?? '').trim()));
  if (!areNamedOnce || weighedAgain.length * 2 < named.length) return rows;
  let above: TableRow | undefined;
  const taken = new Set(named.map(dayIn));
  let ofAnimal = new Set<string>();
  return rows.map((row) => {
    const on = dayIn(row);
    if (isNamed(row)) {
      [above, ofAnimal] = [row, new Set()];
      return row;
    }
    if (!above || isMissing(above.cells[number] ?? '') || isMissing(on) || taken.has(on) || ofAnimal.has(on)) return row;
    ofAnimal.add(on);
    const { cells, number: rowAbove } = above;
    const remarks = [`Its number is empty, so it is the same animal as that of row ${rowAbove}.`];
    return { ...row, cells: row.cells.map((cell, index) => (own.includes(index) ? (cells[index] ?? '') : cell)), remarks };
  });
}

function withUnits(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const unit = columnOf(columns, 'doseUnit');
  const weights = columns.flatMap(({ field }, index) =>
    field === 'weight' || field === 'birthWeight' || field === 'weaningWeight' ? index : [],
  );
  return rows.map((row) => {
    const own = (row.cells[unit] ?? '').trim().toLowerCase();
    if (!weightUnits.has(own)) return row;
    return {
      ...row,
      cells: row.cells.map((cell, index) => {
        if (index === unit) return '';
        return weights.includes(index) && /^[\d.,\s]+$/.test(cell) && cell.trim() !== '' ? `${cell.trim()} ${own}` : cell;
      }),
    };
  });
}

/** Below its own rows a sheet may have another table, with a title and other headings. */
function refuseOtherTable(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const headings = columns.map(({ heading }) => heading);
  const at = rows.findIndex(({ cells }) => {
    const words = cells.filter((cell) => cell.trim() !== '');
    const others = cells.filter((cell, column) => cell.trim() !== '' && cell !== headings[column]);
    if (others.length < 2 || words.length < 3) return false;
    if (words.some((cell) => /\d/.test(cell)) || countKnownHeadings(words) < words.length) return false;
    return matchHeadings(words).some(({ field }) => field === 'tagNumber' || field === 'eid');
  });
  if (at === -1) return rows;
  const refusal = `Another table begins in row ${rows[at]?.number}. Save it as a sheet or a file of its own.`;
  const isTitled = rows[at - 1]?.cells[0] !== '' && rows[at - 1]?.cells.slice(1).every((cell) => cell === '');
  return refuse(rows, (_, index) => (index < (isTitled ? at - 1 : at) ? undefined : refusal));
}

/** `Ewes: 123-145` in a list of animals names animals of which it tells nothing. */
function refuseRanges(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const tag = columnOf(columns, 'tagNumber');
  if (tag === -1 || kindOfFile(columns) !== null) return rows;
  const isOfSeveral = namesSeveral(columns[tag]?.heading ?? '');
  return refuse(rows, ({ cells }) => {
    const cell = cells[tag] ?? '';
    const count = isOfSeveral || cell.includes(':') ? rangeIn(cell).length : 1;
    return count === 1 ? undefined : `'${cell}' looks like ${count} animals. Give each a row of its own.`;
  });
}

const numbers: ReadonlySet<ImportField> = new Set(['tagNumber', 'registration', 'official', 'eid']);

/** Spreadsheet programs keep fifteen digits: of longer numbers the last ones are zeros. */
function refuseRounded(rows: readonly TableRow[], columns: readonly Column[]): readonly TableRow[] {
  const rounded = columns.flatMap(({ field }, index) => {
    if (!numbers.has(field)) return [];
    const long = rows.flatMap(({ cells }) => (/^[1-9]\d{15,}$/.test(cells[index] ?? '') ? [cells[index] ?? ''] : []));
    return long.length > (field === 'eid' ? 0 : 1) && long.every((cell) => cell.endsWith('0')) ? index : [];
  });
  return refuse(rows, ({ cells }) => {
    const cell = rounded.map((index) => cells[index] ?? '').find((each) => /^[1-9]\d{15,}$/.test(each));
    return cell === undefined ? undefined : mistakeOfSpreadsheet(`rounded the number ${cell} to fifteen digits`);
  });
}
