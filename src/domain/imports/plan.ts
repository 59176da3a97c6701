import type { CalendarDate } from '../dates.ts';
import { diffAnimal, isTooLongForNotes, mergeNotes, joinNotes, type Patch } from './changes.ts';
import { Pedigree, type MatchedRow } from './pedigree.ts';
import type { Column, TableRow } from './fields.ts';
import { toPlannedAnimal, Herd, isActive, onlySpecies, toNewAnimal, type PlannedAnimal, type KnownAnimal } from './herd.ts';
import type { LeftOutRow } from './left-out.ts';
import { createEventReader, type AddedEvent } from './event-rows.ts';
import { isEventFile } from './file-kind.ts';
import { numberChange, Numbers, type KnownNumber } from './numbers.ts';
import { answeredSpeciesOfAdded, OutsideAnimals, outsideQuestion } from './outside-animals.ts';
import { sortTopologically } from './topological-sort.ts';
import { Matcher, sameTagQuestion, type SameTagAnswer } from './matching.ts';
import { unrecordedDetails, wrongParentQuestion, type WrongParentAnswer } from './parents.ts';
import type { Answers, Question } from './question.ts';
import { answerTo, type Inspection } from './questions.ts';
import { isParsed, type ImportedNumber, type ParsedRow } from './parsed-row.ts';
import { answersTo, createContexts } from './cell-context.ts';
import { finishEventRow, finishLeftOut, finishRow, type PlannedRow, type PreviewAnimal } from './planned-row.ts';
import { ensureOwnEid, withNewNumbers } from './row-numbers.ts';
import { createRowReader } from './row-reader.ts';
import { resolveTreatment, treatmentChange, type Treatment } from './treatments.ts';
import { resolveWeighing, formatWeighing, type Weighing } from './weighings.ts';

interface PlannedWrite {
  readonly number: number | null;
  readonly animal: PlannedAnimal;
  /** null if there is none or, for an existing animal, if it stays as it is. */
  readonly mother: PlannedAnimal | null;
  readonly father: PlannedAnimal | null;
}

export interface AddedAnimal extends PlannedWrite {
  readonly notes: string;
}

export interface AnimalUpdate extends PlannedWrite {
  readonly known: KnownAnimal;
  readonly patch: Patch;
}

export interface AddedWeighing extends Weighing {
  readonly animal: PlannedAnimal;
}

export interface AddedTreatment extends Treatment {
  readonly animal: PlannedAnimal;
}

export interface AddedNumber extends ImportedNumber {
  readonly animal: PlannedAnimal;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly questions: readonly Question[];
  /** Parents come before their children. */
  readonly newAnimals: readonly AddedAnimal[];
  readonly changes: readonly AnimalUpdate[];
  readonly weighings: readonly AddedWeighing[];
  readonly treatments: readonly AddedTreatment[];
  /** The events of an event file; the only animals that such a file adds are outside sires. */
  readonly events: readonly AddedEvent[];
  readonly numbers: readonly AddedNumber[];
  readonly activeBefore: number;
  readonly activeAfter: number;
}

export interface PlanInput {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly leftOut: readonly LeftOutRow[];
  readonly inspection: Inspection;
  readonly answers: Answers;
  readonly animals: readonly KnownAnimal[];
  /** The latest date that can be today at the farm. */
  readonly today: CalendarDate;
  /** The keys of the weighings and treatments that the farm has recorded, at least for the days of this file. */
  readonly recorded: ReadonlySet<string>;
  /** The identifiers that the animals have besides their ear tags. */
  readonly numbers: readonly KnownNumber[];
}

/** Computes the plan without writing anything. The same input gives the same plan. */
export function planImport(input: PlanInput): Plan {
  const herd = new Herd(input.animals);
  if (isEventFile(input.columns, input.answers)) return planEvents(input, herd);
  const matched = matchRows(input, herd);
  const pedigree = Pedigree.of(matched.matchedRows, herd);
  pedigree.resolveParents(answerTo(wrongParentQuestion(0), input.answers) as WrongParentAnswer);
  return buildPlan(matched, herd, pedigree, input);
}

function planEvents(
  { columns, rows, leftOut, inspection, answers, animals, today, recorded, numbers }: PlanInput,
  herd: Herd,
): Plan {
  const outside = new OutsideAnimals(animals, numbers, answeredSpeciesOfAdded(answers));
  const read = createEventReader({
    columns,
    contexts: createContexts(columns, inspection, answers, today),
    answers: answersTo(inspection, answers),
    numbers: new Numbers(animals, numbers),
    outside,
    today,
    recorded,
  });
  const readRows = rows.map(read);
  const events = readRows.flatMap((row) => row.events);
  return {
    rows: [...leftOut.map(finishLeftOut), ...readRows.map(finishEventRow)].toSorted((a, b) => a.number - b.number),
    questions: outside.unknown > 0 ? [outsideQuestion(outside.unknown, onlySpecies(animals))] : [],
    newAnimals: newReferencesOf(events),
    changes: [],
    weighings: [],
    treatments: [],
    events,
    numbers: readRows.flatMap(({ animal, added }) => (animal ? added.map((number) => ({ ...number, animal })) : [])),
    ...activeCounts(herd, [], []),
  };
}

const newReferencesOf = (events: readonly AddedEvent[]): AddedAnimal[] =>
  [...new Set(events.map(({ animal }) => animal))]
    .filter(isNewReference)
    .map((animal) => ({ number: null, animal, mother: null, father: null, notes: '' }));

interface MatchedRows {
  readonly matchedRows: readonly MatchedRow[];
  readonly finishedRows: readonly PlannedRow[];
  readonly reusedTags: number;
  readonly newlyListed: ReadonlySet<number>;
  readonly offerAnswer: OfferAnswer;
}

function matchRows({ columns, rows, leftOut, inspection, answers, today, animals, numbers }: PlanInput, herd: Herd): MatchedRows {
  const knownNumbers = new Numbers(animals, numbers);
  const read = createRowReader(columns, inspection, answers, today);
  const matcher = new Matcher(herd, answerTo(sameTagQuestion(0), answers) as SameTagAnswer);
  const matchedRows: MatchedRow[] = [];
  const finishedRows = leftOut.map(finishLeftOut);
  const newlyListed = new Set<number>();
  const offerAnswer = answerTo(offersQuestion(0), answers) as OfferAnswer;
  for (const tableRow of rows) {
    const row = read(tableRow);
    if (!isParsed(row)) {
      finishedRows.push(finishRow(row, 'refused', row.refusal));
      continue;
    }
    const match = ensureOwnEid(row, isTooLongForNotes(joinNotes(row.notes)) ? notesTooLong : matcher.match(row), knownNumbers);
    if (match.kind !== 'new' && match.kind !== 'known') {
      const preview = toPreviewAnimal(row, toNewAnimal(row), row.mother?.tag ?? null, row.father?.tag ?? null);
      finishedRows.push({ ...finishRow(row, match.kind, match.reason, row.remarks), animal: preview });
      continue;
    }
    const known = match.kind === 'known' ? match.animal : null;
    if (isNewlyListed(row, known)) newlyListed.add(row.number);
    const effectiveRow = newlyListed.has(row.number) && offerAnswer === 'private' ? withoutSale(row) : row;
    const numbered = withNewNumbers(effectiveRow, known, knownNumbers);
    matchedRows.push({ row: numbered, animal: known ? toPlannedAnimal(known, numbered) : toNewAnimal(numbered) });
  }
  return { matchedRows, finishedRows, reusedTags: matcher.reusedTagRows.length, newlyListed, offerAnswer };
}

function isNewlyListed({ values }: ParsedRow, known: KnownAnimal | null): boolean {
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

function withoutSale(row: ParsedRow): ParsedRow {
  return { ...row, values: { ...row.values, forSale: false } };
}

const nameOf = ({ tagNumber, name }: PlannedAnimal): string => (name === null ? tagNumber : `${tagNumber} ${name}`);

const toPreviewAnimal = (
  { isWether }: ParsedRow,
  { name, species, sex, birthDate, birthYear }: PlannedAnimal,
  mother: string | null,
  father: string | null,
): PreviewAnimal => ({
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

const notesTooLong = { kind: 'refused', reason: 'Its notes are longer than 2,000 characters.' } as const;

function buildPlan(
  { matchedRows, finishedRows, reusedTags, newlyListed, offerAnswer }: MatchedRows,
  herd: Herd,
  pedigree: Pedigree,
  farm: Pick<PlanInput, 'today' | 'recorded'>,
): Plan {
  const rows = [...finishedRows];
  const newAnimals = new Map<PlannedAnimal, AddedAnimal>();
  const changes: AnimalUpdate[] = [];
  const weighings: AddedWeighing[] = [];
  const treatments: AddedTreatment[] = [];
  const numbers: AddedNumber[] = [];
  for (const { row, animal } of matchedRows) {
    const weighing = resolveWeighing(row.weighing, animal, farm);
    const treatment = resolveTreatment(row.treatment, animal, farm);
    const { parents, lines, remarks } = resolveRow(row, animal, pedigree, { weighing, treatment });
    const preview = {
      ...toPreviewAnimal(row, animal, parents.mother && nameOf(parents.mother), parents.father && nameOf(parents.father)),
      goesPublic: newlyListed.has(row.number) && offerAnswer !== 'private',
      weighing: weighing.added,
    };
    if (weighing.added) weighings.push({ animal, ...weighing.added });
    if (treatment.added) treatments.push({ animal, ...treatment.added });
    const additions = [...(treatment.added ? [treatmentChange(treatment.added)] : []), ...row.numbers.map(numberChange)];
    numbers.push(...row.numbers.map((number) => ({ ...number, animal })));
    if (!animal.known) {
      newAnimals.set(animal, { number: row.number, animal, ...parents, notes: joinNotes(lines) });
      rows.push({ ...finishRow(row, 'ready', null, remarks), changes: additions, animal: preview });
      continue;
    }
    const { changes: differences, patch } = diffAnimal(row, animal.known, lines);
    differences.push(...pedigree.changesOf(animal));
    if (differences.length > 0) changes.push({ number: row.number, animal, known: animal.known, ...parents, patch });
    differences.push(...additions);
    if (weighing.added) differences.push({ label: 'Weight', from: null, to: formatWeighing(weighing.added) });
    if (differences.length === 0) {
      rows.push({
        ...finishRow(row, 'duplicate', 'You have this animal already, and the file says nothing new.', remarks),
        animal: preview,
      });
      continue;
    }
    rows.push({ ...finishRow(row, 'changed', null, remarks), changes: differences, animal: preview });
  }
  for (const animal of newReferences([...newAnimals.values(), ...changes])) {
    newAnimals.set(animal, { number: null, animal, mother: null, father: null, notes: '' });
  }
  const { order } = sortTopologically(newAnimals.keys(), pedigree.parentsOf);
  return {
    rows: rows.toSorted((a, b) => a.number - b.number),
    questions: [
      ...(newlyListed.size > 0 ? [offersQuestion(newlyListed.size)] : []),
      ...(reusedTags > 0 ? [sameTagQuestion(reusedTags)] : []),
      ...(pedigree.reusedTags > 0 ? [wrongParentQuestion(pedigree.reusedTags)] : []),
    ],
    newAnimals: order.flatMap((animal) => newAnimals.get(animal) ?? []),
    changes,
    weighings,
    treatments,
    events: [],
    numbers,
    ...activeCounts(herd, newAnimals.values(), changes),
  };
}

interface ResolvedEvents {
  readonly weighing: ReturnType<typeof resolveWeighing>;
  readonly treatment: ReturnType<typeof resolveTreatment>;
}

function resolveRow(row: ParsedRow, animal: PlannedAnimal, pedigree: Pedigree, { weighing, treatment }: ResolvedEvents) {
  const [mother, father] = [pedigree.parentageOf(animal, 'mother'), pedigree.parentageOf(animal, 'father')];
  const parentages = [mother ?? [], father ?? []].flat();
  const remarks = [
    ...row.remarks,
    ...weighing.remarks,
    ...treatment.remarks,
    ...parentages.flatMap(({ remark }) => remark ?? []),
  ];
  let lines = row.notes;
  for (const [more, what] of [
    [weighing.lines, 'its weight'],
    [treatment.lines, 'its treatment'],
    [parentages.flatMap(unrecordedDetails), 'its parents'],
  ] as const) {
    const all = [...lines, ...more];
    if (isTooLongForNotes(mergeNotes(animal.known?.notes ?? null, all)?.all)) {
      remarks.push(`What the file says of ${what} did not fit into the notes.`);
    } else lines = all;
  }
  return {
    parents: { mother: mother?.parent ?? null, father: father?.parent ?? null },
    lines,
    remarks,
  };
}

const newReferences = (writes: readonly PlannedWrite[]): PlannedAnimal[] =>
  writes.flatMap(({ mother, father }) => [mother, father]).flatMap((parent) => (parent && isNewReference(parent) ? parent : []));

const isNewReference = ({ known, row }: PlannedAnimal): boolean => !known && !row;

function activeCounts({ animals }: Herd, newAnimals: Iterable<AddedAnimal>, changes: readonly AnimalUpdate[]) {
  const activeBefore = animals.filter(isActive).length;
  let activeAfter = activeBefore;
  for (const { animal } of newAnimals)
    activeAfter += Number(isActive({ isReference: isNewReference(animal), status: animal.row?.values.status ?? 'active' }));
  for (const { known, patch } of changes) {
    activeAfter -= Number(isActive(known));
    activeAfter += Number(isActive({ ...known, ...patch }));
  }
  return { activeBefore, activeAfter };
}

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
