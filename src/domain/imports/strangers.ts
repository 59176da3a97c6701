import type { Species } from '../records/animals.ts';
import { plural } from '../values/plural.ts';
import type { EventDraft } from './event-draft.ts';
import type { KindOfAnimals } from './file-kind.ts';
import { addedAnimal, isActive, tagKey, toPlannedAnimal, type KnownAnimal, type PlannedAnimal } from './herd.ts';
import type { Numbers } from './numbers.ts';
import { addedBy, type AddedAnimal } from './planned-row.ts';
import type { ImportedNumber, ParsedRow } from './parsed-row.ts';
import { ask, listed, type Answers, type Question } from './question.ts';

type FoundAnimal =
  | { readonly refusal: string }
  | { readonly animal: PlannedAnimal; readonly remarks: readonly string[]; readonly added: readonly ImportedNumber[] };

const found = (animal: PlannedAnimal, remark?: string, added: readonly ImportedNumber[] = []): FoundAnimal => ({
  animal,
  remarks: remark === undefined ? [] : [remark],
  added,
});

const questionId = 'strangers';

/**
 * The animals of a file that are not among those of the farm. In a file of breeding values they may be sires outside the farm, which are
 * found or added; in a list of events they are added as sold or died, or their rows are left out, as the person answers.
 */
export class Strangers {
  readonly #outside: Numbers;
  readonly isOfValues: boolean;
  readonly #kind: KindOfAnimals;
  readonly #species: Species | null;
  readonly #added = new Map<string, AddedAnimal & { readonly numbers: readonly ImportedNumber[] }>();
  readonly #unknown = new Set<string>();

  constructor(kind: KindOfAnimals, answers: Answers, outside: Numbers) {
    const answer = answers.get(questionId);
    this.#kind = kind;
    this.#species = answer === 'goat' || answer === 'sheep' ? answer : null;
    this.isOfValues = kind === 'breedingValues';
    this.#outside = outside;
  }

  /** The animals that are added as sold or died. */
  get gone(): readonly AddedAnimal[] {
    return [...new Set(this.#added.values())].filter(({ animal }) => animal.row !== null);
  }

  /** The recorded or added animal of the row; undefined if it is not added. */
  find(identity: EventDraft, number: number): FoundAnimal | undefined {
    const { eid, registration, tag } = identity;
    const tagNumber = tag || (registration ?? eid ?? '');
    const recorded = this.isOfValues ? this.#findOutside(identity) : undefined;
    if (recorded || tagNumber === '') return recorded;
    this.#unknown.add(tagNumber);
    const keys = [eid && `eid ${eid}`, registration && `registration ${tagKey(registration)}`, tag && `tag ${tagKey(tag)}`];
    const known = keys.map((key) => this.#added.get(key ?? '')).find((each) => each !== undefined);
    if (known) return found(known.animal, undefined, known.numbers);
    const fresh = this.#add(identity, tagNumber, number);
    if (fresh && 'animal' in fresh) {
      const added = { ...addedBy(number, fresh.animal), numbers: fresh.added };
      for (const key of keys) if (key) this.#added.set(key, added);
    }
    return fresh;
  }

  #findOutside({ eid, registration, tag, name, sex }: EventDraft): FoundAnimal | undefined {
    const ways = [
      ...waysTo({ eid, registration, tag }, this.#outside),
      { what: 'name', animals: tag === '' ? [] : this.#outside.withName(tag) },
      { what: 'name', animals: name === null ? [] : this.#outside.withNameOrTag(name) },
    ] as const;
    for (const { what, animals } of ways) {
      const by = what === 'name' ? 'name' : 'number';
      const [animal, ...others] = animals.filter((each) => (sex ?? each.sex) === each.sex);
      if (!animal) continue;
      if (others.length > 0) return { refusal: `Ambiguous: several animals outside your farm have this ${by}.` };
      const remark = by === 'name' ? `Found by its name among the animals outside your farm: ${animal.tagNumber}.` : undefined;
      return found(toPlannedAnimal(animal, null), remark);
    }
    return undefined;
  }

  #add({ eid, registration, name, breed, sex }: EventDraft, tagNumber: string, number: number): FoundAnimal | undefined {
    if (this.#species === null) return undefined;
    const species = this.#species;
    const added: ImportedNumber[] = [
      ...(eid === null ? [] : [{ kind: 'eid' as const, number: eid }]),
      ...(registration === null ? [] : [{ kind: 'registration' as const, number: registration }]),
    ];
    if (!this.isOfValues) {
      if (!sex) return undefined;
      const [status, how] = this.#kind === 'death' ? (['died', 'has died'] as const) : (['sold', 'was sold'] as const);
      const nothing = { mother: null, father: null, happened: [], numbers: [], names: [], notes: [], remarks: [] };
      const row: ParsedRow = { ...nothing, number, tagNumber, species, sex, values: { status } };
      return found(addedAnimal({ tagNumber, species, sex, name, breed, row }), `Added as an animal that ${how}.`, added);
    }
    if (sex !== undefined && sex !== 'male')
      return { refusal: 'Not found. Only males can be added as outside sires: correct the sex or leave the row out.' };
    return found(addedAnimal({ tagNumber, name, breed, species, sex: 'male' }), 'Added as an outside sire.', added);
  }

  /** One question about all of them. */
  questions(herdSpecies: Species | undefined): Question[] {
    const tags = [...this.#unknown];
    if (tags.length === 0) return [];
    const gone = this.#kind === 'death' ? 'have died' : this.#kind === 'sale' ? 'were sold' : 'have left the farm';
    const isArrival = this.#kind === 'arrival';
    const addAs = (species: Species): string =>
      this.isOfValues
        ? `Add the ${species === 'goat' ? 'bucks' : 'rams'} among them as outside sires`
        : `Add them as ${species === 'goat' ? 'goats' : 'sheep'} that ${gone}, where the file tells the sex`;
    const species = herdSpecies === undefined ? (['sheep', 'goat'] as const) : [herdSpecies];
    const more = this.isOfValues
      ? ' Are there sires among them that you use, as by insemination?'
      : isArrival
        ? ' To bring them in, say above that the rows are animals.'
        : '';
    return [
      ask({
        id: questionId,
        text: `${plural(tags.length, 'animal')} of this file ${tags.length === 1 ? 'is' : 'are'} not among yours: ${listed(tags, 5)}.${more}`,
        options: {
          leaveOut: 'Leave their rows out',
          ...(isArrival ? {} : Object.fromEntries(species.map((each) => [each, addAs(each)]))),
        },
        suggestion: 'leaveOut',
      }),
    ];
  }
}

/** Looks for the EID first, then a registration number, then the tag, and last, if there is no EID, the name of a present animal. */
export function findAnimal(draft: EventDraft, number: number, numbers: Numbers, strangers: Strangers): FoundAnimal {
  const { eid, tag, violations } = draft;
  if (!isNamed(draft, strangers.isOfValues)) return { refusal: violations[0] ?? 'The row names no animal.' };
  const isByName = eid === null && tag !== '' && !strangers.isOfValues;
  const ways = [...waysTo(draft, numbers), { what: 'name', animals: isByName ? numbers.withName(tag).filter(isActive) : [] }];
  const { what, animals } = ways.find((way) => way.animals.length > 0) ?? { what: 'tag number', animals: [] };
  const [animal, ...others] = animals;
  const [violation] = violations;
  if (!animal) return violation === undefined ? (strangers.find(draft, number) ?? { refusal: notFound }) : { refusal: violation };
  if (others.length > 0) return { refusal: `Ambiguous: several of your animals have this ${what}.` };
  if (eid !== null && what !== 'EID') return withNewEid(animal, eid, numbers);
  const isOther = tag !== '' && !numbers.withTag(tag).includes(animal);
  const said = what === 'name' ? `${what}: ${animal.tagNumber}` : `${what}. Its tag number in the file is ${tag}`;
  return found(toPlannedAnimal(animal, null), isOther ? `Found by its ${said}.` : undefined);
}

const notFound = 'Not found: none of your animals has this number.';

const isNamed = ({ eid, registration, tag, name }: EventDraft, isByName: boolean): boolean =>
  eid !== null || registration !== null || tag !== '' || (isByName && name !== null);

const waysTo = ({ eid, registration, tag }: Pick<EventDraft, 'eid' | 'registration' | 'tag'>, numbers: Numbers) => [
  { what: 'EID', animals: eid === null ? [] : numbers.withEid(eid) },
  { what: 'registration number', animals: registration === null ? [] : numbers.withNumber(registration) },
  // An animal may be called by its EID.
  { what: 'tag number', animals: tag || eid ? numbers.withTag(tag || (eid ?? '')) : [] },
];

/** An EID that the farm does not know becomes that of the animal with the tag. */
function withNewEid(animal: KnownAnimal, eid: string, numbers: Numbers): FoundAnimal {
  if (numbers.hasEid(animal))
    return { refusal: `Your animal ${animal.tagNumber} has another EID than this row. Check which animal is meant.` };
  const added: ImportedNumber = { kind: 'eid', number: eid };
  const check = numbers.check(animal, added);
  if (typeof check === 'object') return { refusal: check.conflict };
  return found(toPlannedAnimal(animal, null), undefined, check === 'recorded' ? [] : [added]);
}
