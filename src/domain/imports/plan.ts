import type { Sex, Species } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import { compare, isTooLong, moreNotes, notesOf, type Change, type Patch } from './changes.ts';
import { Family, type Draft } from './family.ts';
import type { Column, TableRow } from './fields.ts';
import { candidateOf, Herd, isActive, newcomer, type Candidate, type KnownAnimal } from './herd.ts';
import type { LeftOutBy, LeftOutRow } from './left-out.ts';
import { inOrder } from './loops.ts';
import { Matcher, sameTagQuestion, type SameTagAnswer } from './matching.ts';
import { unsaid, wrongParentQuestion, type WrongParentAnswer } from './parents.ts';
import { answerTo, type Answers, type Inspection, type Question } from './questions.ts';
import { createRowReader, isRead, type ReadRow } from './reading.ts';
import { settleWeighing, weighingText, type Weighing } from './weighings.ts';

export const verdicts = ['ready', 'changed', 'duplicate', 'refused'] as const;
/** `ready` adds an animal, `changed` updates one, `duplicate` contains nothing new, and `refused` is not imported. */
export type Verdict = (typeof verdicts)[number];

/** The animal of a row as the preview shows it, with the parents as tag and name. */
export interface ShownAnimal {
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly isWether: boolean;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly mother: string | null;
  readonly father: string | null;
  /** This import puts it on the public marketplace. */
  readonly goesPublic: boolean;
  /** The weight that becomes a checkup. */
  readonly weighing: Weighing | null;
}

export interface PlannedRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly verdict: Verdict;
  /** Set if the row is refused or a duplicate. */
  readonly reason: string | null;
  /** Where the import deviates from the file. */
  readonly remarks: readonly string[];
  readonly changes: readonly Change[];
  /** null if the row could not be read or is left out. */
  readonly animal: ShownAnimal | null;
  /** Set if the row is left out but the person can include it. */
  readonly leftOut: LeftOutBy | null;
}

interface Writing {
  /** null for a reference animal. */
  readonly number: number | null;
  readonly animal: Candidate;
  /** null if there is none or, for an existing animal, if it stays as it is. */
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

export interface AddedWeighing extends Weighing {
  readonly animal: Candidate;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  /** Questions that arise only from the comparison with the farm. */
  readonly questions: readonly Question[];
  /** New animals and reference animals, sorted with parents before their children. */
  readonly births: readonly Birth[];
  readonly changes: readonly ChangeOfKnown[];
  readonly weighings: readonly AddedWeighing[];
  /** Counted as the limit of the plan counts. */
  readonly activeBefore: number;
  readonly activeAfter: number;
}

export interface PlanInput {
  readonly columns: readonly Column[];
  /** Without those that are left out. */
  readonly rows: readonly TableRow[];
  readonly leftOut: readonly LeftOutRow[];
  readonly inspection: Inspection;
  readonly answers: Answers;
  /** All animals of the farm, including reference animals. */
  readonly animals: readonly KnownAnimal[];
  /** The latest day that can be today where the farm is. */
  readonly today: CalendarDate;
  /** The keys of the weighings that the farm has recorded, at least for the days of this file. */
  readonly weighings: ReadonlySet<string>;
}

/** Computes the plan without writing anything. The same input gives the same plan. */
export function planImport(input: PlanInput): Plan {
  const herd = new Herd(input.animals);
  const matched = matchRows(input, herd);
  const family = Family.of(matched.drafts, herd);
  family.settle(answerTo(wrongParentQuestion(0), input.answers) as WrongParentAnswer);
  return write(matched, herd, family, input);
}

interface Matched {
  readonly drafts: readonly Draft[];
  readonly settled: readonly PlannedRow[];
  readonly reusedTags: number;
  /** The numbers of the rows that would put their animal on the public marketplace. */
  readonly offered: ReadonlySet<number>;
  readonly offers: OfferAnswer;
}

function matchRows({ columns, rows, leftOut, inspection, answers, today }: PlanInput, herd: Herd): Matched {
  const read = createRowReader(columns, inspection, answers, today);
  const matcher = new Matcher(herd, answerTo(sameTagQuestion(0), answers) as SameTagAnswer);
  const drafts: Draft[] = [];
  const settled = leftOut.map((row): PlannedRow => ({ ...settle(row, 'refused', whyLeftOut[row.by]), leftOut: row.by }));
  const offered = new Set<number>();
  const offers = answerTo(offersQuestion(0), answers) as OfferAnswer;
  for (const tableRow of rows) {
    const row = read(tableRow);
    if (!isRead(row)) {
      settled.push(settle(row, 'refused', row.refusal));
      continue;
    }
    const match = isTooLong(notesOf(row.notes)) ? tooLong : matcher.match(row);
    if (match.kind !== 'new' && match.kind !== 'known') {
      const shown = shownAnimal(row, newcomer(row), row.mother?.tag ?? null, row.father?.tag ?? null);
      settled.push({ ...settle(row, match.kind, match.reason, row.remarks), animal: shown });
      continue;
    }
    const known = match.kind === 'known' ? match.animal : null;
    if (isOffered(row, known)) offered.add(row.number);
    const meant = offered.has(row.number) && offers === 'private' ? withoutOffer(row) : row;
    drafts.push({ row: meant, animal: known ? candidateOf(known, meant) : newcomer(meant) });
  }
  return { drafts, settled, reusedTags: matcher.reused.length, offered, offers };
}

const whyLeftOut: Readonly<Record<LeftOutBy, string>> = {
  person: 'You left this row out.',
  totals: 'This looks like a line of totals and not like an animal, so it is left out.',
};

/** True if the row puts the animal on the marketplace and it is not there yet. */
function isOffered({ values }: ReadRow, known: KnownAnimal | null): boolean {
  const before = known ?? { status: 'active', forSale: false, salePriceCents: null, isReference: false };
  const after = { ...before, ...values, isReference: false };
  return isListed(after) && !isListed(before);
}

const isListed = ({
  status,
  forSale,
  salePriceCents,
  isReference,
}: Pick<KnownAnimal, 'status' | 'forSale' | 'salePriceCents' | 'isReference'>) =>
  status === 'active' && forSale && salePriceCents !== null && !isReference;

/** The animal keeps its price but is not for sale. */
function withoutOffer(row: ReadRow): ReadRow {
  return { ...row, values: { ...row.values, forSale: false } };
}

const nameOf = ({ tagNumber, name }: Candidate): string => (name === null ? tagNumber : `${tagNumber} ${name}`);

const shownAnimal = (
  { isWether }: ReadRow,
  { name, species, sex, birthDate, birthYear }: Candidate,
  mother: string | null,
  father: string | null,
): ShownAnimal => ({
  name,
  species,
  sex,
  isWether,
  birthDate,
  birthYear,
  mother,
  father,
  goesPublic: false,
  weighing: null,
});

const tooLong = { kind: 'refused', reason: 'Its notes are longer than 2,000 characters.' } as const;

function write(
  { drafts, settled, reusedTags, offered, offers }: Matched,
  herd: Herd,
  family: Family,
  farm: Pick<PlanInput, 'today' | 'weighings'>,
): Plan {
  const rows = [...settled];
  const births = new Map<Candidate, Birth>();
  const changes: ChangeOfKnown[] = [];
  const weighings: AddedWeighing[] = [];
  for (const { row, animal } of drafts) {
    const weighing = settleWeighing(row.weighing, animal, farm);
    const { parents, lines, remarks } = withFamily(row, animal, family, weighing);
    const shown = {
      ...shownAnimal(row, animal, parents.mother && nameOf(parents.mother), parents.father && nameOf(parents.father)),
      goesPublic: offered.has(row.number) && offers !== 'private',
      weighing: weighing.added,
    };
    if (weighing.added) weighings.push({ animal, ...weighing.added });
    if (!animal.known) {
      births.set(animal, { number: row.number, animal, ...parents, notes: notesOf(lines) });
      rows.push({ ...settle(row, 'ready', null, remarks), animal: shown });
      continue;
    }
    const { changes: differences, patch } = compare(row, animal.known, lines);
    differences.push(...family.changesOf(animal));
    if (differences.length > 0) changes.push({ number: row.number, animal, known: animal.known, ...parents, patch });
    if (weighing.added) differences.push({ label: 'Weight', from: null, to: weighingText(weighing.added) });
    if (differences.length === 0) {
      rows.push({
        ...settle(row, 'duplicate', 'You have this animal already, and the file says nothing new.', remarks),
        animal: shown,
      });
      continue;
    }
    rows.push({ ...settle(row, 'changed', null, remarks), changes: differences, animal: shown });
  }
  for (const animal of outsideParents([...births.values(), ...changes])) {
    births.set(animal, { number: null, animal, mother: null, father: null, notes: '' });
  }
  const { order } = inOrder(births.keys(), family.parentsOf);
  return {
    rows: rows.toSorted((a, b) => a.number - b.number),
    questions: [
      ...(offered.size > 0 ? [offersQuestion(offered.size)] : []),
      ...(reusedTags > 0 ? [sameTagQuestion(reusedTags)] : []),
      ...(family.reusedTags > 0 ? [wrongParentQuestion(family.reusedTags)] : []),
    ],
    births: order.flatMap((animal) => births.get(animal) ?? []),
    changes,
    weighings,
    ...activeCounts(herd, births.values(), changes),
  };
}

/** Adds the resolved parents and weight to a row; what cannot be stored there goes into the notes. */
function withFamily(row: ReadRow, animal: Candidate, family: Family, weighing: ReturnType<typeof settleWeighing>) {
  const [mother, father] = [family.parentageOf(animal, 'mother'), family.parentageOf(animal, 'father')];
  const parentages = [mother ?? [], father ?? []].flat();
  const remarks = [...row.remarks, ...weighing.remarks, ...parentages.flatMap(({ remark }) => remark ?? [])];
  let lines = row.notes;
  for (const [more, what] of [
    [weighing.lines, 'its weight'],
    [parentages.flatMap(unsaid), 'its parents'],
  ] as const) {
    const all = [...lines, ...more];
    if (isTooLong(moreNotes(animal.known?.notes ?? null, all)?.all)) {
      remarks.push(`What the file says of ${what} did not fit into the notes.`);
    } else lines = all;
  }
  return {
    parents: { mother: mother?.parent ?? null, father: father?.parent ?? null },
    lines,
    remarks,
  };
}

const outsideParents = (writings: readonly Writing[]): Candidate[] =>
  writings.flatMap(({ mother, father }) => [mother, father]).flatMap((parent) => (parent && isOutside(parent) ? parent : []));

/** Whether this import creates the animal as a reference animal. */
const isOutside = ({ known, row }: Candidate): boolean => !known && !row;

function activeCounts({ animals }: Herd, births: Iterable<Birth>, changes: readonly ChangeOfKnown[]) {
  const activeBefore = animals.filter(isActive).length;
  let activeAfter = activeBefore;
  for (const { animal } of births)
    activeAfter += Number(isActive({ isReference: isOutside(animal), status: animal.row?.values.status ?? 'active' }));
  for (const { known, patch } of changes) {
    activeAfter -= Number(isActive(known));
    activeAfter += Number(isActive({ ...known, ...patch }));
  }
  return { activeBefore, activeAfter };
}

const settle = (
  { number, tagNumber }: Pick<ReadRow, 'number' | 'tagNumber'>,
  verdict: Verdict,
  reason: string | null,
  remarks: readonly string[] = [],
): PlannedRow => ({ number, tagNumber, verdict, reason, remarks, changes: [], animal: null, leftOut: null });

/**
 * Whether animals that the file marks for sale go on the marketplace. The question informs the person; without an answer they do.
 */
type OfferAnswer = 'list' | 'private';

const offersQuestion = (animals: number): Question => ({
  id: 'offers',
  column: null,
  text: `${animals} ${animals === 1 ? 'animal is' : 'animals are'} marked for sale with a price. On import ${
    animals === 1 ? 'it goes' : 'they go'
  } on the public marketplace, where everybody sees ${animals === 1 ? 'it' : 'them'} with the e-mail address of your farm.`,
  options: [
    { value: 'list', label: 'Offer them to everybody' },
    { value: 'private', label: 'Bring them in without offering them' },
  ],
  suggestion: 'list',
});
