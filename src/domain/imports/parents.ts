import { speciesTerms } from '../records/animals.ts';
import { parentSex, type ParentRole } from '../records/parentage.ts';
import { parseEid } from '../records/eid.ts';
import { plural } from '../values/plural.ts';
import { looseTagKey, numberKey } from '../animals/tags.ts';
import { capitalized, normalizeText } from '../values/text.ts';
import { earliestBirthYear } from './birth-dates.ts';
import { addedAnimal, addToGroup, birthYearOf, canBeParentByAge, maxNamesakes, tagKey, type PlannedAnimal } from './herd.ts';
import { answerTo, ask, listed, type Answers, type Question } from './question.ts';
import type { ParentReference } from './parsed-row.ts';

type WrongParentAnswer = 'reference' | 'without';
type RecordAnswer = 'record' | 'notes';

/** What the person says of parents who are neither in the file nor on the farm, and by what they are called. */
export const answeredParents = (answers: Answers) => ({
  wrong: answerTo(wrongParentQuestion(0), answers) as WrongParentAnswer,
  outside: answerTo(outsideParentQuestion([]), answers) as RecordAnswer,
  oneOf: answerTo(oneOfQuestion([]), answers) as RecordAnswer,
  asked: { outside: new Set<string>(), oneOf: new Set<string>() },
});
export type ParentAnswers = ReturnType<typeof answeredParents>;

export interface Parentage {
  readonly child: PlannedAnimal;
  readonly role: ParentRole;
  readonly reference: ParentReference;
  parent: PlannedAnimal | null;
  remark: string | null;
  isReused: boolean;
  /** The cell names it by its EID, its registration number or another of its numbers. */
  isFoundByNumber: boolean;
}

/** Ages in spreadsheets are often a year off and counted by season. */
const ageToleranceYears = 2;

type Name = readonly [kind: 'tag' | 'number' | 'both' | 'name' | 'loose', key: string];

export class AnimalIndex {
  /** By what they are called, with the kind of name and the species before it. */
  readonly #animals = new Map<string, PlannedAnimal[]>();

  add(animal: PlannedAnimal, numbers: readonly string[]): void {
    const { species, tagNumber, name, row } = animal;
    const names = [name ?? [], row?.names ?? []].flat().map(normalizeText);
    const both = name === null ? [] : [tagNumber, ...numbers].map((number) => `both ${species} ${wordsKey(`${number} ${name}`)}`);
    const keys = [
      `tag ${species} ${tagKey(tagNumber)}`,
      `loose ${species} ${looseTagKey(tagNumber)}`,
      ...numbers.map((number) => `number ${species} ${number}`),
      ...names.map((text) => `name ${species} ${text}`),
      ...both,
    ];
    for (const key of new Set(keys)) addToGroup(this.#animals, key, animal);
  }

  /** The animals with the first of these names that is known. */
  #find = ({ child }: Parentage, ...names: readonly Name[]): readonly PlannedAnimal[] =>
    names.map(([kind, key]) => this.#animals.get(`${kind} ${child.species} ${key}`)).find((found) => found !== undefined) ?? [];

  /** By the tag, else by another number, else by the tag with the name, else by the name, else by a tag that looks alike. */
  candidates(parentage: Parentage) {
    const { tag, also = [] } = parentage.reference;
    const byTag = this.#find(parentage, ['tag', tagKey(tag)]);
    const numberOf = (text: string): Name => ['number', parseEid(text) ?? numberKey(text)];
    const numbers = [numberOf(tag), ...also.flatMap((text): Name[] => [numberOf(text), ['tag', tagKey(text)]])];
    // `Rex (Q3)` is its name and its tag.
    const others = byTag.length > 0 ? byTag : this.#find(parentage, ...numbers, ['both', wordsKey(tag)]);
    const sameName =
      others.length > 0 ? [] : this.#find(parentage, ...[tag, ...also].map((text): Name => ['name', normalizeText(text)]));
    // 45 is 0045.
    const isLoose = others.length === 0 && sameName.length === 0 && !isOneOf(tag);
    const sameTag = isLoose ? this.#find(parentage, ['loose', looseTagKey(tag)]) : others;
    return { sameTag, sameName, isLoose, isFoundByNumber: byTag.length === 0 && sameTag.length > 0 };
  }
}

const wordsKey = (text: string): string => (normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []).toSorted().join(' ');

/**
 * Resolves all rows that name one tag as mother (or father) together. The parent is the animal with that tag if it can be one,
 * else a reference animal. If the tag proves to belong to two animals, because one of the children is older than the animal with
 * the tag, the breed and age in the rows tell which one is meant.
 */
export function resolveParent(group: readonly Parentage[], index: AnimalIndex, answers: ParentAnswers): PlannedAnimal | null {
  const [first] = group;
  if (!first) return null;
  const { sameTag, sameName, ...how } = index.candidates(first);
  if (sameTag.length > maxNamesakes || sameName.length > maxNamesakes) {
    for (const parentage of group) rejectParent(parentage, ambiguousParent(parentage));
    return null;
  }
  const reused = new Set(
    sameTag.filter((candidate) => group.some((parentage) => validateParentage(candidate, parentage) !== null)),
  );
  const unmatched: Parentage[] = [];
  for (const parentage of group) {
    const candidates = sameTag.filter(
      (candidate) =>
        validateParentage(candidate, parentage) === null && !(reused.has(candidate) && isOtherBreed(candidate, parentage)),
    );
    const named = sameName.filter((candidate) => validateParentage(candidate, parentage) === null);
    const choices = candidates.length > 0 ? candidates : named;
    if (choices.length > 1) rejectParent(parentage, ambiguousParent(parentage));
    else if (choices[0]) acceptParent(parentage, choices[0], how);
    else if (reportReusedTag(parentage, sameTag, answers.wrong)) unmatched.push(parentage);
  }
  if (sameTag.length > 0 || unmatched.length === 0) return outsideParent(unmatched);
  const { tag } = first.reference;
  const what = isOneOf(tag) ? 'oneOf' : 'outside';
  answers.asked[what].add(tag);
  if (answers[what] === 'record') return outsideParent(unmatched);
  for (const parentage of unmatched) {
    const { role } = parentage;
    rejectParent(parentage, what === 'oneOf' ? `The ${role} is one of ${tag}.` : `The ${role} ${tag} is none of your animals.`);
  }
  return null;
}

/** `Duke/Max`, `R1 or R2`, `R1, R2` and `Duke?`, but not `12/34`, which may be a tag. */
const isOneOf = (text: string): boolean => /\S\s*\?$/.test(text) || oneOfParts(text).length > 1;

/** The names of which one is meant. */
export function oneOfParts(text: string): string[] {
  const parts = text.split(/\s(?:or|and|&|x|\+)\s|[/,;+]/i).map((part) => part.trim());
  const isSeveral =
    parts.every((part) => part !== '') && (/\s(?:or|and|&)\s/i.test(text) || parts.every((part) => /\p{L}/u.test(part)));
  return isSeveral ? parts : [text];
}

const ambiguousParent = ({ role, reference }: Parentage): string =>
  `Several animals could be the ${role} ${reference.tag}; none was chosen.`;

type How = Pick<ReturnType<AnimalIndex['candidates']>, 'isLoose' | 'isFoundByNumber'>;

function acceptParent(parentage: Parentage, parent: PlannedAnimal, { isLoose, isFoundByNumber }: How): void {
  parentage.parent = parent;
  parentage.isFoundByNumber = isFoundByNumber;
  if (isLoose) parentage.remark = `The ${parentage.role} ${parentage.reference.tag} was taken for ${parent.tagNumber}.`;
}

export function rejectParent(parentage: Parentage, reason: string): void {
  parentage.parent = null;
  parentage.remark = `${reason} The ${parentage.role}'s tag is kept in the notes.`;
}

/** Returns false if the parent is left out. */
function reportReusedTag(parentage: Parentage, sameTag: readonly PlannedAnimal[], answer: WrongParentAnswer): boolean {
  const [other] = sameTag;
  if (!other) return true;
  parentage.isReused = true;
  const violation = validateParentage(other, parentage) ?? `the ${parentage.role} here is of another breed`;
  const sentence = `${describeSource(other)} is not the ${parentage.role} ${parentage.reference.tag}: ${violation}.`;
  if (answer === 'without') rejectParent(parentage, sentence);
  else parentage.remark = `${sentence} Another ${parentage.reference.tag} was recorded as an outside ${parentTerm(parentage)}.`;
  return answer === 'reference';
}

const describeSource = ({ known, row }: PlannedAnimal): string =>
  known?.isReference ? 'The outside parent with this tag' : known ? 'Your animal with this tag' : `Row ${row?.number}`;

const parentTerm = ({ child, role }: Parentage): string => {
  const terms = speciesTerms[child.species];
  return (role === 'mother' ? terms.female : terms.male).toLowerCase();
};

function validateParentage(candidate: PlannedAnimal, { child, role, reference }: Parentage): string | null {
  if (candidate === child) return 'it would be its own parent';
  if (candidate.sex !== parentSex[role]) return `it is ${candidate.sex}`;
  const [born, childBorn] = [birthYearOf(candidate), birthYearOf(child)];
  if (!canBeParentByAge(candidate, child)) return `it was born in ${born}, the offspring in ${childBorn}`;
  if (reference.ageYears === null || born === null || childBorn === null) return null;
  const isOfThatAge = Math.abs(childBorn - reference.ageYears - born) <= ageToleranceYears;
  return isOfThatAge ? null : `it was born in ${born}, but the ${role} was ${reference.ageYears} years old in ${childBorn}`;
}

const isOtherBreed = (candidate: PlannedAnimal, { reference }: Parentage): boolean =>
  reference.breed !== null && candidate.breed !== null && normalizeText(reference.breed) !== normalizeText(candidate.breed);

function outsideParent(unmatched: Parentage[]): PlannedAnimal | null {
  const [first] = unmatched;
  if (!first) return null;
  const parent = addedAnimal({
    tagNumber: first.reference.tag,
    species: first.child.species,
    sex: parentSex[first.role],
    name: first.reference.also?.find((text) => !/\d/.test(text)) ?? null,
    birthYear: birthYearByAge(unmatched),
    breed: mostFrequent(unmatched.flatMap(({ reference }) => reference.breed ?? [])) ?? null,
  });
  for (const parentage of unmatched) parentage.parent = parent;
  return parent;
}

function birthYearByAge(unmatched: readonly Parentage[]): number | null {
  const years = unmatched.flatMap(({ child, reference }) => {
    const childBorn = birthYearOf(child);
    return childBorn === null || reference.ageYears === null ? [] : childBorn - reference.ageYears;
  });
  const year = mostFrequent(years);
  if (year === undefined || year < earliestBirthYear || Math.max(...years) - Math.min(...years) > ageToleranceYears) return null;
  return unmatched.every(({ child }) => canBeParentByAge({ birthDate: null, birthYear: year }, child)) ? year : null;
}

const mostFrequent = <T>(values: readonly T[]): T | undefined =>
  [...Map.groupBy(values, (value) => value).values()].toSorted((a, b) => b.length - a.length)[0]?.[0];

export const isCalled = ({ tagNumber, name, row }: PlannedAnimal, text: string): boolean =>
  tagKey(tagNumber) === tagKey(text) || [name ?? '', ...(row?.names ?? [])].map(normalizeText).includes(normalizeText(text));

export function unrecordedDetails({ child, role, reference, parent, isFoundByNumber }: Parentage): string[] {
  const lines: string[] = [];
  const label = capitalized(role);
  if (parent === null || (!isFoundByNumber && !isCalled(parent, reference.tag))) lines.push(`${label}: ${reference.tag}`);
  if (reference.breed !== null && normalizeText(reference.breed) !== normalizeText(parent?.breed ?? ''))
    lines.push(`${label}'s breed: ${reference.breed}`);
  if (reference.ageYears !== null) {
    const [born, childBorn] = [parent && birthYearOf(parent), birthYearOf(child)];
    const isRecorded = born !== null && childBorn !== null && childBorn - born === reference.ageYears;
    if (!isRecorded) lines.push(`${label}'s age: ${reference.ageYears}`);
  }
  return lines;
}

const outsideParentQuestion = (names: readonly string[]): Question =>
  ask({
    id: 'outsideParents',
    text: `${plural(names.length, 'parent')} ${names.length === 1 ? 'is' : 'are'} neither in this file nor among your animals: ${listed(names)}. Are they animals of other farms?`,
    options: {
      record: 'Yes: record them as outside parents',
      notes: 'No: leave the parent empty and keep the word in the notes',
    },
    suggestion: 'record',
  });

const oneOfQuestion = (names: readonly string[]): Question =>
  ask({
    id: 'oneOf',
    text: `${plural(names.length, 'cell')} of parents ${names.length === 1 ? 'names' : 'name'} several animals: ${listed(names)}. Is the parent one of them?`,
    options: {
      notes: 'Yes: leave the parent empty and keep the names in the notes',
      record: 'No: it is the name of one animal, an outside parent',
    },
    suggestion: 'notes',
  });

export const parentQuestions = ({ asked }: ParentAnswers, reusedTags: number): Question[] => [
  ...(asked.outside.size > 0 ? [outsideParentQuestion([...asked.outside])] : []),
  ...(asked.oneOf.size > 0 ? [oneOfQuestion([...asked.oneOf])] : []),
  ...(reusedTags > 0 ? [wrongParentQuestion(reusedTags)] : []),
];

const wrongParentQuestion = (count: number): Question =>
  ask({
    id: 'wrongParents',
    text: `${count} ${count === 1 ? 'parent has' : 'parents have'} the tag number of an animal that cannot be that parent: it is of the other sex, too young or of another age. Who are they?`,
    options: {
      reference: 'Other animals with the same number: record them as outside parents',
      without: 'Mistakes: leave the parent empty and keep the tag in the notes',
    },
    suggestion: 'reference',
  });
