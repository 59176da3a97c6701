import type { PlannedAnimal, KnownAnimal } from '#domain/imports/herd.ts';
import { askingColumn } from '#domain/imports/inspection.ts';
import { answerTo, type Question } from '#domain/imports/question.ts';
import { importFieldNames } from '#domain/imports/fields.ts';
import type { NamedLists } from '#domain/imports/event-draft.ts';
import type { KnownNumber } from '#domain/imports/numbers.ts';
import { tidyTable, withoutTextMarks } from '#domain/imports/tidy.ts';
import { columnsToldAs, findHeadingRow, matchHeadings } from '#domain/imports/headings.ts';
import type { PlannedRow } from '#domain/imports/planned-row.ts';
import { inspectFile, type Plan } from '#domain/imports/plan.ts';
import type { WeightUnit } from '#domain/values/units.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import { unsetValues } from '#domain/records/fields.ts';

export interface Planned extends Plan {
  readonly open: readonly Question[];
  row(tag: string): PlannedRow;
  animal(tag: string): { animal: PlannedAnimal; mother: PlannedAnimal | null; father: PlannedAnimal | null; notes?: string };
}

interface Told {
  readonly answers: Record<string, string>;
  readonly animals: readonly KnownAnimal[];
  readonly today: string;
  readonly recorded: readonly string[];
  readonly numbers: readonly KnownNumber[];
  readonly lists: NamedLists;
  readonly unit: WeightUnit;
  readonly rowChoices: readonly (readonly [number, boolean])[];
}

/** Tab-separated text, or comma-separated text without quotes. */
export function planText(
  text: string,
  {
    answers = {},
    animals = [],
    today = '2026-11-21',
    rowChoices = [],
    recorded = [],
    numbers = [],
    lists,
    unit = 'lbs',
  }: Partial<Told> = {},
): Planned {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(text.includes('\t') ? '\t' : ','));
  const headingRow = findHeadingRow(lines) ?? -1;
  const { headings, rows } = tidyTable({
    headings: (lines[headingRow] ?? lines[0]?.map((_, column) => `Column ${column + 1}`) ?? []).map((cell) => cell.trim()),
    rows: lines
      .slice(headingRow + 1)
      .map((cells, index) => ({ number: headingRow + 2 + index, cells: cells.map(withoutTextMarks) })),
  });
  const given = new Map(Object.entries(answers));
  const matched = matchHeadings(
    headings,
    new Map(),
    new Map(),
    rows.map(({ cells }) => cells),
  ).map((column, index, all) => {
    const field = importFieldNames.find((name) => name === answers[`column:${askingColumn(all, index)}`]);
    return column.ask && field ? { ...column, field, isChosen: true as const } : column;
  });
  const file = inspectFile({
    columns: columnsToldAs(matched, given),
    rows,
    rowChoices: new Map(rowChoices),
    answers: given,
    memory: new Map(),
    animals,
    today,
    recorded: new Set(recorded),
    numbers,
    lists,
    unit,
    keeps: null,
  });
  const plan = file.plan();
  return {
    ...plan,
    open: [...file.questions, ...plan.questions].filter((question) => answerTo(question, given) === null),
    row: (tag) => found(plan.rows.find((row) => row.tagNumber === tag)),
    animal: (tag) =>
      found([...plan.newAnimals, ...plan.changes].find(({ animal, number }) => animal.tagNumber === tag && number !== null)),
  };
}

export function applyPlan({ newAnimals, changes }: Plan, before: readonly KnownAnimal[] = []): KnownAnimal[] {
  const ids = new Map<PlannedAnimal, string>(newAnimals.map(({ animal }) => [animal, crypto.randomUUID()]));
  const idOf = (candidate: PlannedAnimal | null): string | null =>
    candidate && (candidate.known?.id ?? ids.get(candidate) ?? null);
  const changed = new Map(
    changes.map(({ known, patch, mother, father }) => [
      known,
      { ...known, ...patch, motherId: idOf(mother) ?? known.motherId, fatherId: idOf(father) ?? known.fatherId },
    ]),
  );
  const born = newAnimals.map(({ animal, mother, father, notes, number }): KnownAnimal => {
    const { tagNumber, name, species, sex, breed, birthDate, birthYear, row } = animal;
    const own = { id: found(ids.get(animal)), tagNumber, name, species, sex, breed, birthDate, birthYear };
    const parents = { motherId: idOf(mother), fatherId: idOf(father) };
    return {
      ...blankAnimal,
      ...row?.values,
      ...own,
      ...parents,
      notes: notes === '' ? null : notes,
      isReference: number === null,
    };
  });
  return [...before.map((animal) => changed.get(animal) ?? animal), ...born];
}

const { imageUrl: _, ...unset } = unsetValues(animalFields) as AnimalRecord;

export const blankAnimal: Omit<KnownAnimal, 'id' | 'tagNumber' | 'species' | 'sex'> = {
  ...unset,
  isMate: false,
  isOffspring: false,
  firstRecordOn: null,
  version: 1,
};

/** A ewe of the farm. */
export const knownAnimal = (tagNumber: string, more: Partial<KnownAnimal> = {}): KnownAnimal => ({
  ...blankAnimal,
  id: `id of ${tagNumber}`,
  tagNumber,
  species: 'sheep',
  sex: 'female',
  ...more,
});

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not in the plan');
  return value;
}
