import { isBeforeBirth } from '../animals.ts';
import { codePointLength } from '../text.ts';
import { moreNotes } from './changes.ts';
import { FirstBorn } from './first-born.ts';
import {
  add,
  bornOf,
  bornWith,
  canBeOlder,
  canBeSame,
  maxNamesakes,
  tagKey,
  type Born,
  type Herd,
  type KnownAnimal,
} from './herd.ts';
import type { Question } from './questions.ts';
import { longestNotes, type ReadRow } from './reading.ts';

export type Match =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly animal: KnownAnimal }
  | { readonly kind: 'duplicate' | 'refused'; readonly reason: string };

/** What to do with a tag that occurs again with another sex or year of birth; null if the person has not answered yet. */
export type SameTagAnswer = 'other' | 'same' | 'skip' | null;

/**
 * Decides for one row after another whether it adds a new animal or describes one that the farm or an earlier row already has.
 */
export class Matcher {
  readonly #herd: Herd;
  readonly #answer: SameTagAnswer;
  /** Earlier rows by tag. Those with one tag differ in sex or year of birth, so each list is short. */
  readonly #earlier = new Map<string, ReadRow[]>();
  /** Earlier rows by their whole content. */
  readonly #contents = new Map<string, ReadRow>();
  readonly #firstBorn = new Map<string, FirstBorn>();
  /** The animals that earlier rows matched, with their births as these rows leave them. */
  readonly #taken = new Map<KnownAnimal, Born>();
  /** Rows with the tag of another animal: the person has to say whether it is the same one. */
  readonly reused: ReadRow[] = [];

  constructor(herd: Herd, answer: SameTagAnswer) {
    this.#herd = herd;
    this.#answer = answer;
  }

  match(row: ReadRow): Match {
    const key = `${row.species} ${tagKey(row.tagNumber)}`;
    const content = contentOf(row);
    const match = this.#matchEarlier(row, this.#earlier.get(key) ?? [], content) ?? this.#matchKnown(row);
    if (match.kind === 'known') this.#markTaken(match.animal, bornWith(match.animal, row));
    if (match.kind === 'known' || match.kind === 'new') {
      add(this.#earlier, key, row);
      this.#contents.set(content, row);
    }
    return match;
  }

  #matchEarlier(row: ReadRow, earlier: readonly ReadRow[], content: string): Match | undefined {
    const twin = this.#contents.get(content);
    if (twin) return { kind: 'duplicate', reason: `The same as row ${twin.number}.` };
    const rival = earlier.find((other) => canBeSame(described(other), described(row)));
    if (rival) return refused(`Row ${rival.number} has the same tag number with other values. Keep one of the two.`);
    const [other] = earlier;
    if (!other) return undefined;
    const reason = `Row ${other.number} has the same tag number with another sex or year of birth.`;
    return this.#reuse(row, reason) ?? (this.#answer === 'same' ? refused(`${reason} One of the two must be wrong.`) : undefined);
  }

  #matchKnown(row: ReadRow): Match {
    const all = this.#herd.withTag(row.species, row.tagNumber);
    if (all.length > maxNamesakes) return refused(severalNamesakes);
    const fitting = all.filter((animal) => !this.#taken.has(animal) && this.#fits(row, animal));
    const [kept, references] = [fitting.filter(isKept), fitting.filter((animal) => !isKept(animal))];
    const choices = kept.length > 0 ? narrow(row, kept) : references;
    const [animal] = choices;
    if (choices.length > 1) return refused(severalNamesakes);
    if (animal) return this.#take(row, animal);
    const own = all.filter(isKept);
    if (own.length === 0) return { kind: 'new' };
    const reuse = this.#reuse(row, 'You have an animal with this tag number, but of another sex or year of birth.');
    return reuse ?? (this.#answer === 'same' ? this.#correct(row, own) : { kind: 'new' });
  }

  #fits(row: ReadRow, animal: KnownAnimal): boolean {
    return canBeSame(described(row), animal) && this.#misfit(animal, bornWith(animal, row)) === null;
  }

  #take(row: ReadRow, animal: KnownAnimal): Match {
    const { firstRecordOn } = animal;
    const born = bornWith(animal, row);
    if (isAnother(born, animal) && firstRecordOn !== null && isBeforeBirth(firstRecordOn, born)) {
      return refused(`Your animal has a health or breeding record of ${firstRecordOn}, before this birth.`);
    }
    const isTooLong = codePointLength(moreNotes(animal.notes, row.notes)?.all ?? '') > longestNotes;
    return isTooLong ? refused('Its notes would become longer than 2,000 characters.') : { kind: 'known', animal };
  }

  /**
   * Returns a message if the animal cannot have this birth because of its parents or offspring, or null if it can or the birth
   * does not change.
   */
  #misfit(animal: KnownAnimal, born: Born): string | null {
    if (!isAnother(born, animal)) return null;
    const elder = this.#firstBornOf(animal).all.find(([, childBorn]) => !canBeOlder(born, childBorn));
    if (elder) return `It would be younger than its own offspring ${elder[0].tagNumber}.`;
    const younger = this.#parentsOf(animal).find((parent) => !canBeOlder(this.#taken.get(parent) ?? parent, born));
    return younger ? `It would be older than its own parent ${younger.tagNumber}.` : null;
  }

  #markTaken(animal: KnownAnimal, born: Born): void {
    this.#taken.set(animal, born);
    for (const parent of this.#parentsOf(animal)) this.#firstBornOf(parent).move(animal, born);
  }

  #parentsOf(animal: KnownAnimal): KnownAnimal[] {
    return [animal.motherId, animal.fatherId].flatMap((id) => this.#herd.find(id) ?? []);
  }

  #firstBornOf(animal: KnownAnimal): FirstBorn {
    let firstBorn = this.#firstBorn.get(animal.id);
    if (!firstBorn) {
      firstBorn = new FirstBorn(this.#herd.childrenOf(animal), (child) => this.#taken.has(child));
      this.#firstBorn.set(animal.id, firstBorn);
    }
    return firstBorn;
  }

  /** Returns the match that the answer decides, or undefined if the matching goes on. */
  #reuse(row: ReadRow, reason: string): Match | undefined {
    if (this.reused.at(-1) !== row) this.reused.push(row);
    if (this.#answer === null) return refused(`${reason} Say above what such rows are.`);
    if (this.#answer === 'skip') return refused(`${reason} You left such rows out.`);
    return undefined;
  }

  /** Lets the row correct the sex or the year of birth of an animal, if its relatives allow it. */
  #correct(row: ReadRow, own: readonly KnownAnimal[]): Match {
    const [animal] = own;
    if (!animal || own.length > 1 || this.#taken.has(animal)) {
      return refused('Several animals have this tag number; nothing tells which one is meant.');
    }
    if (animal.sex !== row.sex && (animal.isMate || this.#herd.childrenOf(animal).length > 0)) {
      return refused(`Your animal with this tag number is ${animal.sex} and has offspring or mates; its sex cannot change.`);
    }
    const misfit = this.#misfit(animal, bornWith(animal, row));
    return misfit === null ? this.#take(row, animal) : refused(misfit);
  }
}

const refused = (reason: string): Match => ({ kind: 'refused', reason });

const isKept = (animal: KnownAnimal): boolean => !animal.isReference;

const isAnother = (born: Born, { birthDate, birthYear }: Born): boolean =>
  born.birthDate !== birthDate || born.birthYear !== birthYear;

const described = (row: ReadRow) => ({ ...bornOf(row), sex: row.sex });

const contentOf = (row: ReadRow): string => JSON.stringify({ ...row, number: 0 });

const severalNamesakes = 'Several of your animals have this tag number; nothing tells which one is meant.';

/** Prefers the only animal with exactly this birth date or name. */
function narrow(row: ReadRow, animals: readonly KnownAnimal[]): readonly KnownAnimal[] {
  if (animals.length < 2) return animals;
  const { birthDate, name } = row.values;
  const exact = animals.filter(
    (animal) => (birthDate != null && animal.birthDate === birthDate) || (name !== undefined && animal.name === name),
  );
  return exact.length === 1 ? exact : animals;
}

export const sameTagQuestion = (rows: number): Question => ({
  id: 'sameTag',
  column: null,
  text: `${rows} ${rows === 1 ? 'row has' : 'rows have'} the tag number of another animal, but another sex or year of birth. What are they?`,
  options: [
    { value: 'other', label: 'Other animals: the number was used again' },
    { value: 'same', label: 'The same animals: the file corrects them' },
    { value: 'skip', label: 'Leave these rows out' },
  ],
  suggestion: null,
});
