import { animalTagLabel, maxTagsPerAnimal } from '../records/animal-tags.ts';
import { eidText, parseEid } from '../records/eid.ts';
import { looseTagKey, numberKey } from '../animals/tags.ts';
import { normalizeText } from '../values/text.ts';
import { addToGroup, isActive, maxNamesakes, tagKey, type KnownAnimal } from './herd.ts';
import type { Change } from './happened.ts';
import type { Match } from './matching.ts';
import type { ImportedNumber, ParsedRow } from './parsed-row.ts';

/** An identifier that an animal of the farm has besides its ear tag. */
export interface KnownNumber {
  readonly animalId: string;
  readonly kind: string;
  readonly key: string;
  /** False where the tag was lost or replaced. */
  readonly isInUse: boolean;
}

const formatNumber = ({ kind, number }: ImportedNumber): string => (kind === 'eid' ? eidText(number) : number);

export const numberChange = (number: ImportedNumber): Change => ({
  label: animalTagLabel(number.kind),
  from: null,
  to: formatNumber(number),
});

/** `recorded`: the animal has the number already. */
type NumberCheck = 'free' | 'recorded' | { readonly conflict: string };

/** The numbers of the farm's own animals or of those outside it, and those that the rows of the file have added so far. */
export class Numbers {
  readonly #byNumber = new Map<string, KnownAnimal[]>();
  readonly #byTag: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #byLooseTag: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #byName: ReadonlyMap<string, readonly KnownAnimal[]>;
  readonly #holders = new Map<string, KnownAnimal>();
  readonly #known = new Map<string, Set<string>>();
  readonly #eids = new Map<string, string[]>();
  readonly #rows = new Map<string, number>();

  constructor(animals: readonly KnownAnimal[], numbers: readonly KnownNumber[], of: 'own' | 'outside' = 'own') {
    const all = animals.filter(({ isReference }) => isReference === (of === 'outside'));
    const own = new Map(all.map((animal) => [animal.id, animal]));
    this.#byTag = Map.groupBy(all, ({ tagNumber }) => tagKey(tagNumber));
    this.#byLooseTag = Map.groupBy(all, ({ tagNumber }) => looseTagKey(tagNumber));
    this.#byName = Map.groupBy(all, ({ name }) => normalizeText(name ?? ''));
    for (const { animalId, kind, key, isInUse } of numbers) {
      if (kind === 'eid' && isInUse) addToGroup(this.#eids, animalId, key);
      const known = this.#known.get(animalId) ?? new Set();
      this.#known.set(animalId, known.add(`${kind} ${key}`));
      const animal = own.get(animalId);
      if (!animal) continue;
      addToGroup(this.#byNumber, key, animal);
      if (kind === 'eid' && isInUse && isActive(animal)) this.#holders.set(key, animal);
    }
  }

  /** The animal that has the EID now, or else the animals that ever had it. */
  withEid(eid: string): readonly KnownAnimal[] {
    const holder = this.#holders.get(eid);
    return holder ? [holder] : unique(this.#byNumber.get(eid) ?? []);
  }

  /** Looks for the ear tag, present animals first; else for any other number; else for a tag in another spelling. */
  withTag(tag: string): readonly KnownAnimal[] {
    const tagged = this.#byTag.get(tagKey(tag)) ?? [];
    if (tagged.length > 0) return presentFirst(tagged);
    const numbered = this.withNumber(tag);
    return numbered.length > 0 ? numbered : presentFirst(this.#byLooseTag.get(looseTagKey(tag)) ?? []);
  }

  /** Looks for numbers other than ear tags, such as registration numbers. */
  withNumber = (number: string): readonly KnownAnimal[] =>
    unique([parseEid(number) ?? '', numberKey(number)].flatMap((key) => this.#byNumber.get(key) ?? []));

  /** The one animal with the EID, or else with the number or one that looks like it. */
  findOne(tag: string, eid: string | null): KnownAnimal | undefined {
    const byEid = eid === null ? [] : this.withEid(eid);
    const found = byEid.length > 0 ? byEid : this.#isCommon(tag) ? [] : this.withTag(tag);
    return found.length === 1 ? found[0] : undefined;
  }

  /** Nothing, or a tag of so many that it names none of them. */
  #isCommon = (tag: string): boolean =>
    tag === '' ||
    (this.#byTag.get(tagKey(tag))?.length ?? 0) > maxNamesakes ||
    (this.#byLooseTag.get(looseTagKey(tag))?.length ?? 0) > maxNamesakes;

  /** Whether the text is a number of the animal besides its ear tag. */
  isNumberOf = ({ id, tagNumber }: KnownAnimal, text: string): boolean =>
    tagKey(tagNumber) !== tagKey(text) && this.withNumber(text).some((animal) => animal.id === id);

  /** The one male with the EID, the number or else the name. */
  findMale(text: string, eid: string | null): KnownAnimal | undefined {
    const ways = [eid === null ? [] : this.withEid(eid), this.withTag(text), this.withName(text)];
    const [male, ...others] =
      ways.map((found) => found.filter(({ sex }) => sex === 'male')).find(({ length }) => length > 0) ?? [];
    return others.length === 0 ? male : undefined;
  }

  withName = (name: string): readonly KnownAnimal[] => presentFirst(this.#byName.get(normalizeText(name)) ?? []);

  /** Many outside animals have no name but what stands as their tag. */
  withNameOrTag(text: string): readonly KnownAnimal[] {
    const named = this.withName(text);
    return named.length > 0 ? named : presentFirst(this.#byTag.get(tagKey(text)) ?? []);
  }

  hasEid = ({ id }: KnownAnimal): boolean => this.#eids.has(id);

  /** Whether the animal can get the number, where null is a new animal. */
  check(animal: KnownAnimal | null, number: ImportedNumber): NumberCheck {
    const key = numberKey(number.number);
    const own = animal && this.#known.get(animal.id);
    if (own?.has(`${number.kind} ${key}`)) return 'recorded';
    if (own && own.size >= maxTagsPerAnimal) return { conflict: `An animal has at most ${maxTagsPerAnimal} numbers.` };
    if (number.kind !== 'eid' || number.toDay != null) return 'free';
    const holder = this.#holders.get(key);
    if (holder && holder !== animal) return { conflict: `Your animal ${holder.tagNumber} has the EID ${formatNumber(number)}.` };
    const row = this.#rows.get(key);
    return row === undefined ? 'free' : { conflict: `Row ${row} has the EID ${formatNumber(number)} too.` };
  }

  /** Why the animal cannot return to the farm: another one has its EID now, or gets it in an earlier row. */
  conflictOfReturn(animal: KnownAnimal): string | undefined {
    for (const eid of this.#eids.get(animal.id) ?? []) {
      const holder = this.#holders.get(eid);
      const row = this.#rows.get(eid);
      const other = holder && holder !== animal ? `your animal ${holder.tagNumber}` : row === undefined ? null : `row ${row}`;
      if (other !== null)
        return `${animal.tagNumber} cannot come back: ${other} has its EID now. End the EID at one of them first.`;
    }
    return undefined;
  }

  /** Records that the animal is on the farm again from this row on. */
  recordReturn(animal: KnownAnimal): void {
    for (const eid of this.#eids.get(animal.id) ?? []) this.#holders.set(eid, animal);
  }

  add(row: number, animal: KnownAnimal | null, { kind, number, toDay = null }: ImportedNumber): void {
    const key = numberKey(number);
    const isHeld = kind === 'eid' && toDay === null;
    if (isHeld) this.#rows.set(key, row);
    if (!animal) return;
    this.#known.set(animal.id, (this.#known.get(animal.id) ?? new Set()).add(`${kind} ${key}`));
    if (isHeld) addToGroup(this.#eids, animal.id, key);
  }
}

function presentFirst(animals: readonly KnownAnimal[]): readonly KnownAnimal[] {
  const present = animals.filter(isActive);
  return present.length > 0 ? present : animals;
}

const unique = (animals: readonly KnownAnimal[]): readonly KnownAnimal[] => [...new Set(animals)];

/** A new or returning animal with another animal's EID is that animal under another tag, or a mistake. */
export function ensureOwnEid(row: ParsedRow, match: Match, numbers: Numbers): Match {
  if (match.kind === 'known' && isReturning(row, match.animal)) {
    const reason = numbers.conflictOfReturn(match.animal);
    if (reason !== undefined) return { kind: 'refused', reason };
    numbers.recordReturn(match.animal);
  }
  if (match.kind !== 'new') return match;
  const found = row.numbers.map((number) => numbers.check(null, number)).find((check) => typeof check === 'object');
  return found === undefined ? match : { kind: 'refused', reason: `${found.conflict} Check which animal is meant.` };
}

const isReturning = ({ values }: ParsedRow, animal: KnownAnimal): boolean =>
  !isActive(animal) && isActive({ status: values.status ?? animal.status, isReference: false });

/** The row with only those numbers that the animal does not have yet. */
export function withNewNumbers(row: ParsedRow, known: KnownAnimal | null, numbers: Numbers): ParsedRow {
  if (row.numbers.length === 0) return row;
  const remarks: string[] = [];
  const added = row.numbers.filter((number) => {
    const check = numbers.check(known, number);
    if (typeof check === 'object') remarks.push(`${check.conflict} It is not recorded for this animal.`);
    if (check === 'free') numbers.add(row.number, known, number);
    return check === 'free';
  });
  return { ...row, numbers: added, remarks: [...row.remarks, ...remarks] };
}
