import { speciesTerms, type Sex } from '../animals.ts';
import { normalizeText } from '../text.ts';
import { earliestBirthYear } from './births.ts';
import { add, birthYearOf, canBeOlder, maxNamesakes, tagKey, type Candidate } from './herd.ts';
import type { Question } from './questions.ts';
import type { ParentWords } from './reading.ts';

export type Role = 'mother' | 'father';
export const roles = ['mother', 'father'] as const;

/** What to do with a parent's tag that belongs to an animal that cannot be that parent. */
export type WrongParentAnswer = 'reference' | 'without';

export interface Parentage {
  readonly child: Candidate;
  readonly role: Role;
  readonly words: ParentWords;
  /** null if the animal is imported without this parent; `remark` then gives the reason. */
  parent: Candidate | null;
  remark: string | null;
  /** The tag belongs to an animal that cannot be this parent. */
  isReused: boolean;
}

/** Ages in spreadsheets are often a year off and counted by season. */
const ageToleranceYears = 2;

const roleSex: Readonly<Record<Role, Sex>> = { mother: 'female', father: 'male' };

export class Registry {
  readonly #byTag = new Map<string, Candidate[]>();
  readonly #byName = new Map<string, Candidate[]>();

  add(candidate: Candidate): void {
    add(this.#byTag, `${candidate.species} ${tagKey(candidate.tagNumber)}`, candidate);
    if (candidate.name !== null) add(this.#byName, `${candidate.species} ${normalizeText(candidate.name)}`, candidate);
  }

  withTag({ child, words }: Parentage): readonly Candidate[] {
    return this.#byTag.get(`${child.species} ${tagKey(words.tag)}`) ?? [];
  }

  withName({ child, words }: Parentage): readonly Candidate[] {
    return this.#byName.get(`${child.species} ${normalizeText(words.tag)}`) ?? [];
  }
}

/**
 * Resolves all rows that name one tag as mother (or father) together. The parent is the animal with that tag if it can be one,
 * else a reference animal. If the tag proves to belong to two animals, because one of the children is older than the animal with
 * the tag, the breed and age in the rows tell which one is meant.
 */
export function settleParent(group: readonly Parentage[], registry: Registry, answer: WrongParentAnswer): Candidate | null {
  const [first] = group;
  if (!first) return null;
  const sameTag = registry.withTag(first);
  const sameName = sameTag.length === 0 ? registry.withName(first) : [];
  if (sameTag.length > maxNamesakes || sameName.length > maxNamesakes) {
    for (const one of group) leaveOut(one, severalParents(one));
    return null;
  }
  const reused = new Set(sameTag.filter((candidate) => group.some((one) => obstacle(candidate, one) !== null)));
  const strangers: Parentage[] = [];
  for (const one of group) {
    const fitting = sameTag.filter(
      (candidate) => obstacle(candidate, one) === null && !(reused.has(candidate) && differs(candidate, one)),
    );
    const named = sameName.filter((candidate) => obstacle(candidate, one) === null);
    const choices = fitting.length > 0 ? fitting : named;
    if (choices.length > 1) leaveOut(one, severalParents(one));
    else if (choices[0]) one.parent = choices[0];
    else if (explain(one, sameTag, answer)) strangers.push(one);
  }
  return strangers.length > 0 ? outsideParent(strangers) : null;
}

const severalParents = ({ role, words }: Parentage): string =>
  `Several animals could be the ${role} ${words.tag}; none was chosen.`;

export function leaveOut(parentage: Parentage, reason: string): void {
  parentage.parent = null;
  parentage.remark = `${reason} The ${parentage.role}'s tag is kept in the notes.`;
}

/** Adds the remark about a tag that belongs to another animal. Returns false if the parent is left out. */
function explain(one: Parentage, sameTag: readonly Candidate[], answer: WrongParentAnswer): boolean {
  const [other] = sameTag;
  if (!other) return true;
  one.isReused = true;
  const why = obstacle(other, one) ?? `the ${one.role} here is of another breed`;
  const sentence = `${where(other)} is not the ${one.role} ${one.words.tag}: ${why}.`;
  if (answer === 'without') leaveOut(one, sentence);
  else one.remark = `${sentence} Another ${one.words.tag} was recorded as an outside ${parentWord(one)}.`;
  return answer === 'reference';
}

const where = ({ known, row }: Candidate): string =>
  known?.isReference ? 'The outside parent with this tag' : known ? 'Your animal with this tag' : `Row ${row?.number}`;

const parentWord = ({ child, role }: Parentage): string => {
  const words = speciesTerms[child.species];
  return (role === 'mother' ? words.female : words.male).toLowerCase();
};

/** Returns a message if this animal cannot be the parent, else null. */
function obstacle(candidate: Candidate, { child, role, words }: Parentage): string | null {
  if (candidate === child) return 'it would be its own parent';
  if (candidate.sex !== roleSex[role]) return `it is ${candidate.sex}`;
  const [born, childBorn] = [birthYearOf(candidate), birthYearOf(child)];
  if (!canBeOlder(candidate, child)) return `it was born in ${born}, the offspring in ${childBorn}`;
  if (words.ageYears === null || born === null || childBorn === null) return null;
  const isOfThatAge = Math.abs(childBorn - words.ageYears - born) <= ageToleranceYears;
  return isOfThatAge ? null : `it was born in ${born}, but the ${role} was ${words.ageYears} years old in ${childBorn}`;
}

/** If a tag is used for two animals, another breed means the other animal. */
const differs = (candidate: Candidate, { words }: Parentage): boolean =>
  words.breed !== null && candidate.breed !== null && normalizeText(words.breed) !== normalizeText(candidate.breed);

/** Creates the reference animal as the rows that name it describe it. */
function outsideParent(strangers: Parentage[]): Candidate | null {
  const [first] = strangers;
  if (!first) return null;
  const parent: Candidate = {
    known: null,
    row: null,
    tagNumber: first.words.tag,
    name: null,
    species: first.child.species,
    sex: roleSex[first.role],
    birthDate: null,
    birthYear: birthYearByAge(strangers),
    breed: mostFrequent(strangers.flatMap(({ words }) => words.breed ?? [])) ?? null,
  };
  for (const one of strangers) one.parent = parent;
  return parent;
}

/** Computes the year from the ages at each birth; null if the ages contradict each other or the children. */
function birthYearByAge(strangers: readonly Parentage[]): number | null {
  const years = strangers.flatMap(({ child, words }) => {
    const childBorn = birthYearOf(child);
    return childBorn === null || words.ageYears === null ? [] : childBorn - words.ageYears;
  });
  const year = mostFrequent(years);
  if (year === undefined || year < earliestBirthYear || Math.max(...years) - Math.min(...years) > ageToleranceYears) return null;
  return strangers.every(({ child }) => canBeOlder({ birthDate: null, birthYear: year }, child)) ? year : null;
}

/** On a tie, the value that occurs first. */
function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  return best;
}

/** The details of a parent in a row that the parent's own record does not contain; they go into the child's notes. */
export function unsaid({ child, role, words, parent }: Parentage): string[] {
  const lines: string[] = [];
  const label = role === 'mother' ? 'Mother' : 'Father';
  if (
    parent === null ||
    (tagKey(parent.tagNumber) !== tagKey(words.tag) && normalizeText(parent.name ?? '') !== normalizeText(words.tag))
  ) {
    lines.push(`${label}: ${words.tag}`);
  }
  if (words.breed !== null && normalizeText(words.breed) !== normalizeText(parent?.breed ?? ''))
    lines.push(`${label}'s breed: ${words.breed}`);
  if (words.ageYears !== null) {
    const [born, childBorn] = [parent && birthYearOf(parent), birthYearOf(child)];
    const isSaid = born !== null && childBorn !== null && childBorn - born === words.ageYears;
    if (!isSaid) lines.push(`${label}'s age: ${words.ageYears}`);
  }
  return lines;
}

export const wrongParentQuestion = (count: number): Question => ({
  id: 'wrongParents',
  column: null,
  text: `${count} ${count === 1 ? 'parent has' : 'parents have'} the tag number of an animal that cannot be that parent: it is of the other sex, too young or of another age. Who are they?`,
  options: [
    { value: 'reference', label: 'Other animals with the same number: record them as outside parents' },
    { value: 'without', label: 'Mistakes: leave the parent empty and keep the tag in the notes' },
  ],
  suggestion: 'reference',
});
