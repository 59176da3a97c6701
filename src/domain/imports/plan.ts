import type { AnimalStatus } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import { compare, isTooLong, moreNotes, notesOf, type Change, type Patch } from './changes.ts';
import { Family, type Draft } from './family.ts';
import type { Column, TableRow } from './fields.ts';
import { candidateOf, Herd, newcomer, type Candidate, type KnownAnimal } from './herd.ts';
import { inOrder } from './loops.ts';
import { Matcher, sameTagQuestion, type SameTagAnswer } from './matching.ts';
import { unsaid, wrongParentQuestion, type WrongParentAnswer } from './parents.ts';
import { answerTo, type Answers, type Inspection, type Question } from './questions.ts';
import { createRowReader, isRead, type ReadRow } from './reading.ts';

export const verdicts = ['ready', 'changed', 'duplicate', 'refused'] as const;
/** `ready`: a new animal. `changed`: an animal of the farm gets other values. `duplicate`: nothing new. `refused`: stays outside. */
export type Verdict = (typeof verdicts)[number];

export interface PlannedRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly verdict: Verdict;
  /** Why it is refused or a duplicate. */
  readonly reason: string | null;
  /** What is done otherwise than the file says. */
  readonly remarks: readonly string[];
  readonly changes: readonly Change[];
}

/** What is written for one animal. */
interface Writing {
  /** The row that brings it; null for a reference animal. */
  readonly number: number | null;
  readonly animal: Candidate;
  /** null: none, or of a changed animal: as it is. */
  readonly mother: Candidate | null;
  readonly father: Candidate | null;
}

export interface Birth extends Writing {
  readonly notes: string;
}

export interface ChangeOfKnown extends Writing {
  readonly known: KnownAnimal;
  readonly patch: Patch;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  /** Questions that only comparing with the farm brings up. */
  readonly questions: readonly Question[];
  /** New animals and reference animals, parents before their children. */
  readonly births: readonly Birth[];
  readonly changes: readonly ChangeOfKnown[];
  /** Active animals, which the plan's limit counts. */
  readonly activeBefore: number;
  readonly activeAfter: number;
}

export interface PlanInput {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly inspection: Inspection;
  readonly answers: Answers;
  /** All animals of the farm, reference animals too. */
  readonly animals: readonly KnownAnimal[];
  /** The latest day that can be today where the farm is. */
  readonly today: CalendarDate;
}

/**
 * Plans an import without writing anything; the same input gives the same plan. It pauses after each small piece of work, so that a
 * server can answer others meanwhile.
 */
export function* planImport(input: PlanInput): Generator<void, Plan> {
  const herd = yield* Herd.of(input.animals);
  const matched = yield* matchRows(input, herd);
  const family = yield* Family.of(matched.drafts, herd);
  yield* family.settle(answerTo(wrongParentQuestion(0), input.answers) as WrongParentAnswer);
  return yield* write(matched, herd, family);
}

interface Matched {
  readonly drafts: readonly Draft[];
  readonly settled: readonly PlannedRow[];
  readonly reusedTags: number;
}

function* matchRows({ columns, rows, inspection, answers, today }: PlanInput, herd: Herd): Generator<void, Matched> {
  const read = createRowReader(columns, inspection, answers, today);
  const matcher = new Matcher(herd, answerTo(sameTagQuestion(0), answers) as SameTagAnswer);
  const drafts: Draft[] = [];
  const settled: PlannedRow[] = [];
  for (const tableRow of rows) {
    yield;
    const row = read(tableRow);
    if (!isRead(row)) {
      settled.push(settle(row, 'refused', row.refusal));
      continue;
    }
    const match = isTooLong(notesOf(row.notes)) ? tooLong : matcher.match(row);
    if (match.kind === 'new') drafts.push({ row, animal: newcomer(row) });
    else if (match.kind === 'known') drafts.push({ row, animal: candidateOf(match.animal, row) });
    else settled.push(settle(row, match.kind, match.reason, row.remarks));
  }
  return { drafts, settled, reusedTags: matcher.reused.length };
}

const tooLong = { kind: 'refused', reason: 'Its notes are longer than 2,000 characters.' } as const;

function* write({ drafts, settled, reusedTags }: Matched, herd: Herd, family: Family): Generator<void, Plan> {
  const rows = [...settled];
  const births = new Map<Candidate, Birth>();
  const changes: ChangeOfKnown[] = [];
  for (const { row, animal } of drafts) {
    yield;
    const { parents, lines, remarks } = withFamily(row, animal, family);
    if (!animal.known) {
      births.set(animal, { number: row.number, animal, ...parents, notes: notesOf(lines) });
      rows.push(settle(row, 'ready', null, remarks));
      continue;
    }
    const { changes: differences, patch } = compare(row, animal.known, lines);
    differences.push(...family.changesOf(animal));
    if (differences.length === 0) {
      rows.push(settle(row, 'duplicate', 'You have this animal already, and the file says nothing new.', remarks));
      continue;
    }
    changes.push({ number: row.number, animal, known: animal.known, ...parents, patch });
    rows.push({ ...settle(row, 'changed', null, remarks), changes: differences });
  }
  for (const animal of outsideParents([...births.values(), ...changes])) {
    yield;
    births.set(animal, { number: null, animal, mother: null, father: null, notes: '' });
  }
  const { order } = yield* inOrder(births.keys(), family.parentsOf);
  yield;
  return {
    rows: rows.toSorted((a, b) => a.number - b.number),
    questions: [
      ...(reusedTags > 0 ? [sameTagQuestion(reusedTags)] : []),
      ...(family.reusedTags > 0 ? [wrongParentQuestion(family.reusedTags)] : []),
    ],
    births: order.flatMap((animal) => births.get(animal) ?? []),
    changes,
    ...activeCounts(herd, births.values(), changes),
  };
}

/** A row with what was found out about its parents; what they cannot say stands in its notes. */
function withFamily(row: ReadRow, animal: Candidate, family: Family) {
  const [mother, father] = [family.parentageOf(animal, 'mother'), family.parentageOf(animal, 'father')];
  const parentages = [mother ?? [], father ?? []].flat();
  const lines = [...row.notes, ...parentages.flatMap(unsaid)];
  const hasRoom = !isTooLong(moreNotes(animal.known?.notes ?? null, lines)?.all);
  return {
    parents: { mother: mother?.parent ?? null, father: father?.parent ?? null },
    lines: hasRoom ? lines : row.notes,
    remarks: [
      ...row.remarks,
      ...parentages.flatMap(({ remark }) => remark ?? []),
      ...(hasRoom ? [] : ['What the file says of its parents did not fit into the notes.']),
    ],
  };
}

const outsideParents = (writings: readonly Writing[]): Candidate[] =>
  writings.flatMap(({ mother, father }) => [mother, father]).flatMap((parent) => (parent && isOutside(parent) ? parent : []));

/** A reference animal that this import makes. */
const isOutside = ({ known, row }: Candidate): boolean => !known && !row;

function activeCounts({ animals }: Herd, births: Iterable<Birth>, changes: readonly ChangeOfKnown[]) {
  const activeBefore = animals.filter(({ isReference, status }) => isActive(isReference, status)).length;
  let activeAfter = activeBefore;
  for (const { animal } of births) activeAfter += Number(isActive(isOutside(animal), animal.row?.values.status));
  for (const { known, patch } of changes) {
    activeAfter -= Number(isActive(known.isReference, known.status));
    activeAfter += Number(isActive(patch.isReference ?? known.isReference, patch.status ?? known.status));
  }
  return { activeBefore, activeAfter };
}

const isActive = (isReference: boolean, status: AnimalStatus = 'active'): boolean => !isReference && status === 'active';

const settle = (
  { number, tagNumber }: Pick<ReadRow, 'number' | 'tagNumber'>,
  verdict: Verdict,
  reason: string | null,
  remarks: readonly string[] = [],
): PlannedRow => ({ number, tagNumber, verdict, reason, remarks, changes: [] });
