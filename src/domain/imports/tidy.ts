import { monthNames } from '../values/calendar-date.ts';
import { capitalized } from '../values/text.ts';
import { daysWithoutYear, inYear, lacksYear } from './birth-dates.ts';
import { createStatusReader, parseSex } from './cell-values.ts';
import { columnOf, importFields, type Column, type TableRow } from './fields.ts';
import { kindOfFile } from './file-kind.ts';
import { parentsIn, parentWords, splitWords } from './heading-words.ts';
import { matchHeadings } from './headings.ts';
import { cellsOf } from './inspection.ts';
import { isNobody, isTotal } from './nobody.ts';
import { normalizeWord } from './vocabulary.ts';

export interface Tidy {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

/** What spreadsheet programs write to keep a number a text: `="0045"`, `'0045`. */
export function withoutTextMarks(cell: string): string {
  const [, quoted] = /^="([^"]*)"$/.exec(cell.trim()) ?? [];
  if (quoted !== undefined) return quoted;
  // 982000411110003.0
  if (/^\d{9,16}\.0+$/.test(cell.trim())) return cell.trim().replace(/\.0+$/, '');
  return /^'[\p{L}\p{N}]/u.test(cell) && !cell.slice(1).includes("'") ? cell.slice(1) : cell;
}

/** A table as a person reads it: without section lines, and with a row for each young. */
export const tidyTable = (table: Tidy): Tidy =>
  splitCells(splitLitters(joinBreeds(addYears(joinDays(joinOunces(wholeNumbers(readSections(fillDittos(table)))))))));

/** `"` and `ditto` stand for the cell above. */
function fillDittos({ headings, rows }: Tidy): Tidy {
  const above: string[] = [];
  const filled = (cell: string, column: number): string => {
    if (/^(?:["“”″〃]|''|- ?["“”″] ?-|ditto|do\.)$/i.test(cell.trim())) return above[column] ?? '';
    return cell.trim() === '' ? cell : (above[column] = cell);
  };
  return { headings, rows: rows.map((row) => ({ ...row, cells: row.cells.map(filled) })) };
}

/** What remains of a heading without its unit; undefined if it has another. */
const withoutPart = (heading: string, part: RegExp): string | undefined =>
  part.test(heading) ? heading.replace(part, ' ').replaceAll(/[()%]/g, ' ').trim().toLowerCase() : undefined;

const pounds = /\b(?:lbs?|pounds?)\b\.?/i;
const ounces = /\b(?:oz|ounces?)\b\.?/i;

/** A weight in a column of pounds and one of ounces becomes one column. */
function joinOunces(table: Tidy): Tidy {
  const { headings } = table;
  for (const [column, heading] of headings.entries()) {
    const what = withoutPart(heading, ounces);
    const whole = what === undefined ? -1 : headings.findIndex((other) => withoutPart(other, pounds) === what);
    if (whole === -1) continue;
    const weightOf = (cells: readonly string[]): string =>
      [cells[whole] && `${cells[whole]} lb`, cells[column] && `${cells[whole] ? '' : '0 lb '}${cells[column]} oz`]
        .filter(Boolean)
        .join(' ');
    return joinOunces(joinColumns(table, whole, [column], weightOf));
  }
  return table;
}

/** A day, a month and a year in columns of their own become one. */
function joinDays(table: Tidy): Tidy {
  const parts = ['day', 'month', 'year'].map((part) =>
    table.headings.findIndex((heading) => heading.toLowerCase().replace(/^(?:birth|born|dob)[ _]/, '') === part),
  );
  const [day = -1, month = -1, year = -1] = parts;
  if (parts.includes(-1)) return table;
  const heading = /birth|born|dob/i.test(table.headings[year] ?? '') ? 'Birth date' : 'Date';
  const dayOf = (cells: readonly string[]): string =>
    [cells[day], monthNames[Number(cells[month]) - 1] ?? cells[month], cells[year]].filter(Boolean).join(' ');
  return joinColumns(table, year, [day, month], dayOf, heading);
}

/** A day of birth without its year has that of the column of years. */
function addYears(table: Tidy): Tidy {
  const columns = matchHeadings(table.headings);
  const [born, year] = [columnOf(columns, 'birthDate'), columnOf(columns, 'birthYear')];
  const order = year === -1 ? undefined : daysWithoutYear(cellsOf(born, table.rows))?.order;
  if (!order) return table;
  const dayOf = (day: string, told: string): string =>
    lacksYear(day) && /^(?:\d\d){1,2}$/.test(told) ? inYear(day, told, order) : day;
  const cellOf = (cells: readonly string[]): string => dayOf(cells[born] ?? '', cells[year]?.trim() ?? '');
  return joinColumns(table, born, [], cellOf);
}

/** The breeds of a cross, with their shares, become one column. */
function joinBreeds(table: Tidy): Tidy {
  const { headings } = table;
  const breeds = headings.flatMap((heading, column) => (/^breed ?[1-4]$/i.test(heading.replaceAll('_', ' ')) ? column : []));
  const [first] = breeds;
  if (first === undefined || breeds.length < 2) return table;
  const numberIn = (heading: string): string | undefined => /(\d) ?%?\)?$/.exec(heading)?.[1];
  const parts = breeds.map((breed) => ({
    breed,
    share: headings.findIndex(
      (heading) => /%|percent|pct/i.test(heading) && numberIn(heading) === numberIn(headings[breed] ?? ''),
    ),
  }));
  const crossOf = (cells: readonly string[]): string =>
    parts
      .flatMap(({ breed, share }) => {
        const percent = cells[share] ?? '';
        return cells[breed] ? [percent && `${percent.replace('%', '')}%`, cells[breed]].filter(Boolean).join(' ') : [];
      })
      .join(', ');
  const others = parts.flatMap(({ breed, share }) => [breed, share]).filter((column) => column !== first);
  return joinColumns(table, first, others, crossOf, 'Breed');
}

/** One column gets what the cells of a row say together, and the others are left out. */
function joinColumns(
  { headings, rows }: Tidy,
  into: number,
  others: readonly number[],
  cellOf: (cells: readonly string[]) => string,
  heading = headings[into] ?? '',
): Tidy {
  const kept = headings.flatMap((_, column) => (others.includes(column) ? [] : column));
  return {
    headings: kept.map((column) => (column === into ? heading : (headings[column] ?? ''))),
    rows: rows.map(({ cells, ...row }) => ({
      ...row,
      cells: kept.map((column) => (column === into ? cellOf(cells) : (cells[column] ?? ''))),
    })),
  };
}

/** A column of `101.0` and `102.0` has whole numbers. */
function wholeNumbers({ headings, rows }: Tidy): Tidy {
  const whole = headings.map((_, column) => {
    const cells = rows.map(({ cells: all }) => (all[column] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => /^\d+\.0+$/.test(cell));
  });
  const wholeIn = (cells: readonly string[]): string[] =>
    cells.map((cell, column) => (whole[column] ? cell.trim().replace(/\.0+$/, '') : cell));
  return { headings, rows: whole.includes(true) ? rows.map((row) => ({ ...row, cells: wholeIn(row.cells) })) : rows };
}

type Line = Pick<TableRow, 'cells'>;

const sectionHeadings = {
  sex: /^(?:animal[ _]?)?(?:sex|gender)\b/i,
  status: /^status\b/i,
  dam: /^(?:dam|mother)(?:[ _](?:tag|id|no|number))?$/i,
  sire: /^(?:sire|father)(?:[ _](?:tag|id|no|number))?$/i,
};

const filledIn = ({ cells }: Line): string[] => cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

/** Below each section, the headings may stand again. */
const areHeadings = (row: Line, headings: readonly string[]): boolean =>
  filledIn(row).length > 1 && row.cells.every((cell, column) => cell.trim() === '' || cell.trim() === headings[column]);

/** Lines such as `EWES` say the sex of the animals below them, and `Ewe 101` or `Ram: Q3` their parents. */
function readSections({ headings, rows }: Tidy): Tidy {
  let section: Section = {};
  const parents = parentsAbove({ headings, rows });
  const below = rows.flatMap((row, index) => {
    const [begun, parent, isAlone] = [sectionOf(row), parents[index], filledIn(row).length === 1];
    const isTitle = isAlone && areHeadings(rows[index + 1] ?? { cells: [] }, headings);
    if (begun || (isTitle && !parent?.name)) section = begun ?? {};
    else if (parent) section = { ...section, dam: undefined, [parent.part]: parent.name };
    if (begun || parent?.name || areHeadings(row, headings)) return [];
    // A note has no parents.
    return { row, section: isAlone ? { ...section, dam: undefined, sire: undefined } : section };
  });
  if (headings.length < 2 || below.length === rows.length) return { headings, rows };
  const all = [...headings];
  const parts = (['sex', 'status', 'dam', 'sire'] as const).flatMap((part) => {
    if (below.every((each) => each.section[part] === undefined)) return [];
    const found = headings.findIndex((heading) => sectionHeadings[part].test(heading));
    return { part, column: found === -1 ? all.push(capitalized(part)) - 1 : found };
  });
  return {
    headings: all,
    rows: below.map(({ row, section: own }) => {
      const cells = all.map((_, column) => row.cells[column] ?? '');
      for (const { part, column } of parts) if (cells[column]?.trim() === '') cells[column] = own[part] ?? '';
      return { ...row, cells };
    }),
  };
}

const groupWords =
  /\b(?:ewes|rams|tups|does|doelings|bucks|bucklings|wethers|females|males|brebis|lambs|kids|goats|sheep|weaners|yearlings|hoggets|culls|culled|mutterschafe|auen|bocke|hammel|lammer|ziegen|beliers|moutons|agneaux|chevres|boucs|hembras|machos|ovejas|carneros|corderos|cabras|ooien|rammen|hamels|lammeren|geiten|bokken|ooie|ramme)\b/i;
const readState = createStatusReader([]);
/** `Meat goats` are alive. */
const isLeaving = (word: string): boolean => !/^(?:.|left|meat)$/i.test(word) && ['sold', 'died'].includes(readState(word) ?? '');
const besideGroups =
  /^(?:and|with|in|the|of|all|other|young|old|adult|mature|yearlings?|breeding|replacement|weaned|market|feeder|commercial|registered|stud|flock|herd|group|freezer|animals|list|milk|dairy|junior|senior|bottle|spring|summer|autumn|fall|winter|new|main|my|our|fat|store)$/i;

interface Parent {
  readonly part: 'dam' | 'sire';
  /** Without one, the line only ends the young of the parent before it. */
  readonly name?: string | undefined;
}

/** `Ewe 101`, `Ram: Rex`: a number that is no year, or after a colon a word. */
function parentIn(row: Line): Parent | undefined {
  const [first = ''] = filledIn(row);
  const [, word = '', mark = '', text = ''] =
    /^(\p{L}+(?<!s))(?!\p{L})(?: (?:no|tag|id|used))?( ?[:=#] ?|\.? )?(.*)$/iu.exec(first) ?? [];
  const role = parentWords.get(splitWords(word)[0] ?? '');
  if (!role) return undefined;
  const isNumber = mark !== '' && /^(?!(?:19|20)\d\d$)\p{L}{0,3}-?\d+(?:-\d+)?\p{L}?$/u.test(text);
  const isName = mark.trim() === ':' && /^\p{Lu}\p{L}*$/u.test(text) && !isWordOfKeeper(text);
  return { part: role === 'mother' ? 'dam' : 'sire', name: isNumber || isName ? text : undefined };
}

const isWordOfKeeper = (text: string): boolean =>
  isNobody(text) ||
  isTotal(text) ||
  isLeaving(text) ||
  parseSex(text) !== undefined ||
  /^(?:see|in|out|open|dry|bred|yes)$/i.test(text);

/** For the rows of a list of young: the parent that stands in a line of its own above them. */
export function parentsAbove({ headings, rows }: Tidy): readonly (Parent | undefined)[] {
  const isOther = (heading: string): boolean =>
    parentsIn(heading).length > 0 && !sectionHeadings.dam.test(heading) && !sectionHeadings.sire.test(heading);
  if (!headings.some(namesYoung) || headings.some(isOther)) return [];
  const lines = rows.map(parentIn);
  const sizes = [...rows.map((row) => filledIn(row).length), 0];
  // The young themselves are called so.
  if (lines.some((line, index) => line?.name && sizes[index]! > 1)) return [];
  const isAbove = (index: number): boolean =>
    sizes[index + 1]! > 1 || (lines[index]?.part === 'sire' && lines[index + 1]?.part === 'dam' && isAbove(index + 1));
  return lines.map((line, index) =>
    line && sizes[index] === 1 ? { ...line, name: isAbove(index) ? line.name : undefined } : undefined,
  );
}

/** A line of a group alone: the sex and the state that it names, if it does. */
export function sectionOf(row: Line): Section | undefined {
  const [only = '', ...others] = filledIn(row);
  const text = only.replaceAll(/[\d():/-]+/g, ' ').trim();
  const words = text.match(/\p{L}+/gu) ?? [];
  const isOfGroup = (word: string): boolean => groupWords.test(normalizeWord(word));
  const leaving = words.filter(isLeaving);
  // 'Mort' may be a name.
  const isAlone =
    /sold|dead|died|\p{L}{5}/iu.test(leaving.join(' ')) && words.every((word) => /^(?:and|in)$/i.test(word) || isLeaving(word));
  if (others.length > 0 || !/^[\p{L} &,]+$/u.test(text) || !(words.some(isOfGroup) || isAlone)) return undefined;
  const hasYoung = /\b(?:and|with)\b|[&,]/i.test(text) && /\b(?:lamb|kid)s?\b/i.test(text);
  const isOfSex = !hasYoung && parseSex(text) !== undefined;
  const isKnown = (word: string): boolean =>
    !/^cull/i.test(word) && (isOfGroup(word) || besideGroups.test(word) || (parseSex(word) ?? readState(word)) !== undefined);
  const isSure = leaving.length < 2 && words.every(isKnown);
  const status = isSure ? leaving[0] : text;
  return { ...(isOfSex && { sex: text }), ...(status !== undefined && { status }) };
}

type Section = { readonly [part in keyof typeof sectionHeadings]?: string | undefined };

const young = new Set('lamb kid young offspring progeny'.split(' '));

/** `Lamb 1 tag`, `Kid2 Sex` and `Sex lamb 1`: which young, and what of it. */
function partOfLitter(heading: string): { readonly which: number; readonly what: string } | undefined {
  const words = splitWords(heading.replaceAll(/(\p{L})(\d)/gu, '$1 $2').replaceAll(/(\d)(\p{L})/gu, '$1 $2'));
  const at = words.findIndex((word) => /^[1-6]$/.test(word));
  if (at === -1) return undefined;
  const rest = words.filter((word, index) => index !== at && !young.has(word));
  return { which: Number(words[at]), what: rest.join(' ') || 'tag' };
}

const namesYoung = (heading: string): boolean => splitWords(heading.replace(/\d/, ' ')).some((word) => young.has(word));

/** Repeated headings are numbered. Those before the first heading of young are the parents'. */
function numberedHeadings(headings: readonly string[]): string[] {
  const start = Math.max(headings.findIndex(namesYoung), 0);
  const seen = new Map<string, number>();
  return headings.map((heading, column) => {
    if (column < start || headings.indexOf(heading, start) === headings.lastIndexOf(heading)) return heading;
    const which = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, which);
    return `${heading} ${which}`;
  });
}

/** `L1`, `1st lamb`, and `Lamb A` beside `Lamb B`. */
function withNumbers(headings: readonly string[]): string[] {
  const letters = headings.flatMap((heading) => /^(?:lamb|kid) ([ab])\b/i.exec(heading)?.[1]?.toLowerCase() ?? []);
  const areLettered = new Set(letters).size === 2;
  return headings.map((heading) => {
    const plain = heading.replace(/^[lk] ?(?=[1-6]\b)/i, 'Lamb ').replace(/\b([1-6])(?:st|nd|rd|th)\b/i, '$1');
    return areLettered
      ? plain.replace(/(?<=\p{L} )[a-f]\b/iu, (letter) => String('abcdef'.indexOf(letter.toLowerCase()) + 1))
      : plain;
  });
}

/** A table with a litter in each row becomes one with a young in each row. */
function splitLitters({ headings: all, rows }: Tidy): Tidy {
  const headings = numberedHeadings(withNumbers(all));
  const named = headings.map(partOfLitter);
  const numbers = [...new Set(named.flatMap((part) => part?.which ?? []))].toSorted((a, b) => a - b);
  if (numbers.length < 2) return { headings: all, rows };
  // 'Sex 1' is of a young where there is a 'Sex 2' too, and 'Lamb 1'.
  const parts = named.map((part) => (named.filter((other) => other?.what === part?.what).length > 1 ? part : undefined));
  const isOfYoung = headings.some((heading, column) => parts[column] && namesYoung(heading));
  const what = [...new Set(parts.flatMap((part) => part?.what ?? []))];
  const isOfAnimals = headings.some((heading, column) => !parts[column] && /sex|birth|dob|born|breed|sire|dam\b/i.test(heading));
  const common = headings.flatMap((_, column) => (parts[column] ? [] : column));
  const headingsOf = (own: readonly string[]): string[] => [...common.map((column) => headings[column] ?? ''), ...own];
  const ofEvents = headingsOf(what);
  const fields = new Set(matchHeadings(ofEvents).flatMap(({ field }, column) => (column < common.length ? [] : field)));
  // 'Wt1, Date1, Wt2, Date2'.
  const isOfVisits = fields.has('weight') && (fields.has('weighingDate') || fields.has('eventDay'));
  // 'Drug 1, Dose 1, Drug 2, Dose 2'.
  const isOfMedicines = fields.has('product') || fields.has('vaccine');
  const isOfEvents = !isOfAnimals && (isOfVisits || isOfMedicines);
  if (!(isOfYoung || isOfEvents)) return { headings: all, rows };
  // Young without numbers are not their dam.
  if (isOfYoung && !(['tagNumber', 'eid', 'name'] as const).some((field) => fields.has(field))) what.push('tag');
  return {
    headings: isOfYoung ? headingsOf(what.map((each) => `Lamb ${each}`)) : ofEvents,
    rows: numbered(rows, ({ cells }) => {
      const litter = numbers.map((which) =>
        what.map((each) => cells[parts.findIndex((part) => part?.which === which && part.what === each)] ?? ''),
      );
      const filled = litter.filter((own) => own.some((cell) => cell.trim() !== ''));
      const shared = common.map((column) => cells[column] ?? '');
      return (filled.length === 0 ? litter.slice(0, 1) : filled).map((own) => [...shared, ...own]);
    }),
  };
}

/** The rows that each row becomes, with numbers of their own if they are more. */
function numbered(rows: readonly TableRow[], become: (row: TableRow) => readonly (readonly string[])[]): TableRow[] {
  const first = rows[0]?.number ?? 2;
  const all = rows.flatMap((row) => become(row).map((cells) => ({ ...row, cells })));
  return all.length === rows.length ? all : all.map((row, index) => ({ ...row, number: first + index }));
}

/** `101-105` and `Ewes: 101-105` are five, but `20-45` may be one tag with its year. */
export function rangeIn(cell: string): string[] {
  const [, first = '', last = ''] = /^(?:\p{L}+:? )?(\d{3,9}) ?(?:-|–|to) ?(\d{3,9})$/u.exec(cell.trim()) ?? [];
  const count = first.length === last.length ? Number(last) - Number(first) + 1 : 0;
  if (count < 2 || count > maxListed) return [cell];
  return Array.from({ length: count }, (_, index) => String(Number(first) + index).padStart(first.length, '0'));
}

const ofLitters = /\b(?:lamb|kid|young|offspring)s?\b.*\b(?:tags|ids|numbers|nos)\b/i;
const ofSeveral = /^(?:(?:animal|ear) )?(?:animals|tags|ids|ewes|does|goats|sheep)(?: treated| moved| sold)?$/i;
const plainHeading = (heading: string): string => heading.replaceAll('_', ' ').replace('(s)', 's');
/** `Tags`, `Animal_IDs`, `Tag(s)`. */
export const namesSeveral = (heading: string): boolean => ofSeveral.test(plainHeading(heading));
const [maxLitter, maxListed] = [6, 50];

/** Several animals in one cell, `K1/K2`, become a row for each young; cells with as many parts, such as `F/M`, are divided too. */
function splitCells({ headings, rows }: Tidy): Tidy {
  const areTags = (column: number): boolean =>
    rows.every(({ cells }) => /^(?:|\p{L}{0,3}\d{2,}(?: ?[/,;&+] ?\p{L}{0,3}\d{2,})*)$/u.test(cells[column]?.trim() ?? ''));
  const named = headings.map((heading, column) => (/^(?:lambs|kids)$/i.test(heading) && areTags(column) ? 'Lamb tags' : heading));
  const plain = named.map(plainHeading);
  const litter = plain.findIndex((heading) => ofLitters.test(heading));
  const tags = litter === -1 ? named.findIndex(namesSeveral) : litter;
  // `12/34` may be one tag, but not where litters are listed.
  const [marks, most] = litter === -1 ? [/[,;&+]/, maxListed] : [/[/,;&+]/, maxLitter];
  const partsIn = (cells: readonly string[]): string[] => partsOf(cells[tags] ?? '', marks);
  const expandedIn = (cells: readonly string[]): string[] => partsIn(cells).flatMap(rangeIn);
  // A task is of all of its animals.
  if (!rows.some(({ cells }) => expandedIn(cells).length > 1) || plain.some((heading) => /^tasks?$/i.test(heading)))
    return { headings, rows };
  const rowsOfCells = rows.map(({ cells }) => cells);
  const columns = matchHeadings(named, new Map(), new Map(), rowsOfCells);
  // In a list of animals a range would make animals that nobody has seen.
  const listedIn = kindOfFile(columns) === null ? partsIn : expandedIn;
  const born = columnOf(columns, 'birthDate');
  const areDays = daysWithoutYear(cellsOf(born, rows)) !== undefined;
  const isOfAll = ({ heading, field }: Column): boolean =>
    importFields[field].kind === 'price'
      ? !/\b(?:per|each)\b/i.test(heading)
      : field === 'dose' && /total|quantity|qty/i.test(heading);
  const areSums = columns.map(isOfAll);
  return {
    headings: named,
    rows: numbered(rows, ({ cells }) => {
      const all = listedIn(cells);
      const each = all.length > most ? [cells[tags] ?? ''] : all;
      const divisions = cells.map((cell, column) =>
        column === tags
          ? each
          : column === born && areDays
            ? each.map(() => cell)
            : divided(cell, each.length, { marks, isSum: areSums[column] === true }),
      );
      return each.map((_, which) => divisions.map((parts) => parts[which] ?? ''));
    }),
  };
}

/** What a cell says of each of so many animals. The sum of several is the price, or the dose, of none. */
function divided(cell: string, animals: number, { marks, isSum }: { marks: RegExp; isSum: boolean }): readonly string[] {
  // `1,250` is one price.
  const parts = animals > 1 ? partsOf(cell, isSum ? /[/;&+]|, / : marks) : [];
  if (parts.length === animals) return parts;
  const isOfSeveral = isSum && animals > 1 && /\d/.test(cell);
  return Array.from({ length: animals }, () => (isOfSeveral ? `${cell} for ${animals} animals` : cell));
}

/** A day is no list. */
const partsOf = (cell: string, marks: RegExp): string[] => {
  const parts =
    /\d[/.-]\d+[/.-]\d/.test(cell) || cell.length > 200
      ? [cell]
      : cell.split(/^(\p{L}*)\d+(?: \1\d+)+$/u.test(cell) ? / / : marks).map((part) => part.trim());
  return parts.every((part) => part !== '') ? parts : [cell];
};
