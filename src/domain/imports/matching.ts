import { type HasBirth, isBeforeBirth } from '../records/births.ts';
import { normalizeText } from '../values/text.ts';
import { codePointLength } from '../values/text-length.ts';
import { mergeNotes } from './changes.ts';
import {
  addToGroup,
  birthOf,
  mergeBirth,
  canBeParentByAge,
  canBeSameAnimal,
  maxNamesakes,
  tagKey,
  type Herd,
  type KnownAnimal,
} from './herd.ts';
import { answerTo, ask, listed, type Answers, type Question } from './question.ts';
import type { ParsedRow } from './parsed-row.ts';
import { maxNotesLength } from './fields.ts';

export type Match =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly animal: KnownAnimal }
  | { readonly kind: 'duplicate' | 'refused'; readonly reason: string };

type SameTagAnswer = 'other' | 'same' | 'skip' | null;

export class Matcher {
  readonly #herd: Herd;
  readonly #answers: { readonly sameTag: SameTagAnswer; readonly lookAlike: LookAlikeAnswer };
  /** Earlier rows by tag. Rows with the same tag differ in sex or year of birth, so each list is short. */
  readonly #earlier = new Map<string, ParsedRow[]>();
  readonly #byContent = new Map<string, ParsedRow>();
  readonly #matched = new Map<KnownAnimal, HasBirth>();
  readonly #reusedTagRows = new Set<ParsedRow>();
  readonly #lookAlikes: { readonly row: ParsedRow; readonly animal: KnownAnimal }[] = [];

  constructor(herd: Herd, answers: Answers) {
    this.#herd = herd;
    this.#answers = {
      sameTag: answerTo(sameTagQuestion(0), answers) as SameTagAnswer,
      lookAlike: answerTo(lookAlikeQuestion([]), answers) as LookAlikeAnswer,
    };
  }

  get questions(): Question[] {
    return [
      ...(this.#lookAlikes.length > 0 ? [lookAlikeQuestion(this.#lookAlikes)] : []),
      ...(this.#reusedTagRows.size > 0 ? [sameTagQuestion(this.#reusedTagRows.size)] : []),
    ];
  }

  match(row: ParsedRow): Match {
    const key = `${row.species} ${tagKey(row.tagNumber)}`;
    const content = contentOf(row);
    const all = this.#herd.withTag(row.species, row.tagNumber);
    const match = this.#matchEarlier(row, all, this.#earlier.get(key) ?? [], content) ?? this.#matchKnown(row, all);
    if (match.kind === 'known') this.#matched.set(match.animal, mergeBirth(match.animal, row));
    if (match.kind === 'known' || match.kind === 'new') {
      addToGroup(this.#earlier, key, row);
      this.#byContent.set(content, row);
    }
    return match;
  }

  #matchEarlier(row: ParsedRow, all: readonly KnownAnimal[], earlier: readonly ParsedRow[], content: string): Match | undefined {
    const duplicate = this.#byContent.get(content);
    if (duplicate) return { kind: 'duplicate', reason: `The same as row ${duplicate.number}.` };
    const conflict = earlier.find((other) => canBeSameAnimal(identityOf(other), identityOf(row)));
    if (conflict) return refused(`Row ${conflict.number} has the same tag number with other values. Keep one of the two.`);
    const [other] = earlier;
    if (!other || this.#candidates(row, all).length > 0) return undefined;
    const reason = `Row ${other.number} has the same tag number with another sex or year of birth.`;
    const wrong = this.#answers.sameTag === 'same' ? refused(`${reason} One of the two must be wrong.`) : undefined;
    return this.#resolveReusedTag(row, reason) ?? wrong;
  }

  #matchKnown(row: ParsedRow, all: readonly KnownAnimal[]): Match {
    if (all.length > maxNamesakes) return refused(ambiguousTag);
    const ownAnimals = this.#candidates(row, all);
    const references = all.filter((animal) => !isOwnAnimal(animal) && !this.#matched.has(animal) && this.#fits(row, animal));
    const choices = ownAnimals.length > 0 ? preferExactMatch(row, ownAnimals) : references;
    const [animal] = choices;
    if (choices.length > 1) return refused(ambiguousTag);
    if (animal) return this.#matchTo(row, animal);
    const own = all.filter(isOwnAnimal);
    if (own.length === 0) return this.#matchLookAlike(row);
    const reuse = this.#resolveReusedTag(row, 'You have an animal with this tag number, but of another sex or year of birth.');
    return reuse ?? (this.#answers.sameTag === 'same' ? this.#correct(row, own) : { kind: 'new' });
  }

  /** A spreadsheet program strips the zeros before a number, so that 45 may be the animal 0045. */
  #matchLookAlike(row: ParsedRow): Match {
    const { name, birthDate, birthYear } = row.values;
    const isBare = (name ?? birthDate ?? birthYear) == null;
    const [animal, ...others] = this.#herd.lookingLike(row.species, row.tagNumber).filter((known) => {
      const isSame =
        isBare ||
        (birthDate != null && known.birthDate === birthDate) ||
        (known.name !== null && [name ?? '', row.tagNumber].map(normalizeText).includes(normalizeText(known.name)));
      return isOwnAnimal(known) && !this.#matched.has(known) && isSame && this.#fits(row, known);
    });
    if (!animal || others.length > 0) return { kind: 'new' };
    this.#lookAlikes.push({ row, animal });
    if (this.#answers.lookAlike === 'same') return this.#matchTo(row, animal);
    if (this.#answers.lookAlike === 'other') return { kind: 'new' };
    return refused(`Your animal ${animal.tagNumber} looks like this one. Say above whether it is the same.`);
  }

  /** The farm's own animals with this tag that fit the row and that no earlier row is. */
  #candidates(row: ParsedRow, all: readonly KnownAnimal[]): readonly KnownAnimal[] {
    return all.filter((animal) => isOwnAnimal(animal) && !this.#matched.has(animal) && this.#fits(row, animal));
  }

  #fits(row: ParsedRow, animal: KnownAnimal): boolean {
    return canBeSameAnimal(identityOf(row), animal) && this.#validateBirth(animal, mergeBirth(animal, row)) === null;
  }

  #matchTo(row: ParsedRow, animal: KnownAnimal): Match {
    const { firstRecordOn } = animal;
    const born = mergeBirth(animal, row);
    if (isDifferentBirth(born, animal) && firstRecordOn !== null && isBeforeBirth(firstRecordOn, born)) {
      return refused(`Your animal has a health or breeding record of ${firstRecordOn}, before this birth.`);
    }
    const isTooLong = codePointLength(mergeNotes(animal.notes, row.notes)?.all ?? '') > maxNotesLength;
    return isTooLong ? refused('Its notes would become longer than 2,000 characters.') : { kind: 'known', animal };
  }

  #validateBirth(animal: KnownAnimal, born: HasBirth): string | null {
    if (!isDifferentBirth(born, animal)) return null;
    const olderChild = this.#herd.childrenOf(animal).find((child) => !canBeParentByAge(born, this.#matched.get(child) ?? child));
    if (olderChild) return `It would be younger than its own offspring ${olderChild.tagNumber}.`;
    const parents = [animal.motherId, animal.fatherId].flatMap((id) => this.#herd.find(id) ?? []);
    const youngerParent = parents.find((parent) => !canBeParentByAge(this.#matched.get(parent) ?? parent, born));
    return youngerParent ? `It would be older than its own parent ${youngerParent.tagNumber}.` : null;
  }

  #resolveReusedTag(row: ParsedRow, reason: string): Match | undefined {
    this.#reusedTagRows.add(row);
    if (this.#answers.sameTag === null) return refused(`${reason} Say above what such rows are.`);
    if (this.#answers.sameTag === 'skip') return refused(`${reason} You left such rows out.`);
    return undefined;
  }

  #correct(row: ParsedRow, own: readonly KnownAnimal[]): Match {
    const [animal] = own;
    if (!animal || own.length > 1 || this.#matched.has(animal)) {
      return refused('Several animals have this tag number; nothing tells which one is meant.');
    }
    if (animal.sex !== row.sex && (animal.isMate || this.#herd.childrenOf(animal).length > 0)) {
      return refused(`Your animal with this tag number is ${animal.sex} and has offspring or mates; its sex cannot change.`);
    }
    const violation = this.#validateBirth(animal, mergeBirth(animal, row));
    return violation === null ? this.#matchTo(row, animal) : refused(violation);
  }
}

const refused = (reason: string): Match => ({ kind: 'refused', reason });

const isOwnAnimal = (animal: KnownAnimal): boolean => !animal.isReference;

const isDifferentBirth = (born: HasBirth, { birthDate, birthYear }: HasBirth): boolean =>
  born.birthDate !== birthDate || born.birthYear !== birthYear;

const identityOf = (row: ParsedRow) => ({ ...birthOf(row), sex: row.sex });

const contentOf = (row: ParsedRow): string =>
  JSON.stringify({ ...row, number: 0 }, (_, value: unknown) =>
    value instanceof Map ? [...(value as Map<unknown, unknown>)] : value,
  );

const ambiguousTag = 'Several of your animals have this tag number; nothing tells which one is meant.';

function preferExactMatch(row: ParsedRow, animals: readonly KnownAnimal[]): readonly KnownAnimal[] {
  const { birthDate, name } = row.values;
  const exact = animals.filter(
    (animal) => (birthDate != null && animal.birthDate === birthDate) || (name !== undefined && animal.name === name),
  );
  return exact.length === 1 ? exact : animals;
}

type LookAlikeAnswer = 'same' | 'other' | null;

function lookAlikeQuestion(found: readonly { readonly row: ParsedRow; readonly animal: KnownAnimal }[]): Question {
  const pairs = found.map(
    ({ row, animal }) => `${row.tagNumber} like ${animal.tagNumber}${animal.name === null ? '' : ` ${animal.name}`}`,
  );
  const look = found.length === 1 ? 'One number looks' : `${found.length} numbers look`;
  return ask({
    id: 'lookAlike',
    text: `${look} like one that you have, with the same name or birth, or nothing else to tell: ${listed(pairs, 3)}. A spreadsheet program may have removed zeros. Are they the same animals?`,
    options: { same: 'The same: your animals keep their numbers', other: 'Other animals' },
  });
}

const sameTagQuestion = (rows: number): Question =>
  ask({
    id: 'sameTag',
    text: `${rows} ${rows === 1 ? 'row has' : 'rows have'} the tag number of another animal, but another sex or year of birth. What are they?`,
    options: {
      other: 'Other animals: the number was used again',
      same: 'The same animals: the file corrects them',
      skip: 'Leave these rows out',
    },
  });
