import type { Sex, Species } from '../animals.ts';
import { addedAnimal, tagKey, toPlannedAnimal, type KnownAnimal, type PlannedAnimal } from './herd.ts';
import { Numbers, type KnownNumber } from './numbers.ts';
import type { ImportedNumber } from './parsed-row.ts';
import { ask, type Answers, type Question } from './question.ts';

/** What a row says about the identity of its animal. */
export interface Identity {
  readonly eid: string | null;
  readonly registration: string | null;
  readonly tag: string;
  readonly name: string | null;
  readonly breed: string | null;
  /** null: the cell cannot be read; undefined: it is empty. */
  readonly sex: Sex | null | undefined;
}

export type FoundAnimal =
  | { readonly refusal: string }
  | { readonly animal: PlannedAnimal; readonly remarks: readonly string[]; readonly added: readonly ImportedNumber[] };

/** Animals that the farm does not keep, such as sires used for insemination: recorded ones and those that the file adds. */
export class OutsideAnimals {
  readonly #numbers: Numbers;
  readonly #speciesOfAdded: Species | null;
  readonly #added = new Map<string, PlannedAnimal>();
  #unknown = 0;

  constructor(animals: readonly KnownAnimal[], numbers: readonly KnownNumber[], speciesOfAdded: Species | null) {
    this.#numbers = new Numbers(animals, numbers, 'outside');
    this.#speciesOfAdded = speciesOfAdded;
  }

  get numbers(): Numbers {
    return this.#numbers;
  }

  /** The number of rows whose animal is not recorded. */
  get unknown(): number {
    return this.#unknown;
  }

  find(identity: Identity): FoundAnimal {
    const known = this.#findKnown(identity);
    if (known) return known;
    this.#unknown += 1;
    return this.#findAdded(identity) ?? this.#add(identity);
  }

  #findKnown({ eid, registration, tag, name, sex }: Identity): FoundAnimal | undefined {
    const ways = [
      { by: 'number', animals: eid === null ? [] : this.#numbers.withEid(eid) },
      { by: 'number', animals: registration === null ? [] : this.#numbers.withNumber(registration) },
      { by: 'number', animals: tag === '' ? [] : this.#numbers.withTag(tag) },
      { by: 'name', animals: tag === '' ? [] : this.#numbers.withName(tag) },
      { by: 'name', animals: name === null ? [] : this.#numbers.withNameOrTag(name) },
    ] as const;
    for (const { by, animals } of ways) {
      const [animal, ...others] = animals.filter((each) => (sex ?? each.sex) === each.sex);
      if (!animal) continue;
      if (others.length > 0) return { refusal: `Ambiguous: several animals outside your farm have this ${by}.` };
      return {
        animal: toPlannedAnimal(animal, null),
        remarks: by === 'name' ? [`Found by its name among the animals outside your farm: ${animal.tagNumber}.`] : [],
        added: [],
      };
    }
    return undefined;
  }

  #findAdded(identity: Identity): FoundAnimal | undefined {
    for (const key of keysOf(identity)) {
      const animal = this.#added.get(key);
      if (animal) return { animal, remarks: [], added: [] };
    }
    return undefined;
  }

  #add(identity: Identity): FoundAnimal {
    const { eid, registration, tag, name, breed, sex } = identity;
    const tagNumber = tag || (registration ?? eid ?? '');
    if (this.#speciesOfAdded === null || tagNumber === '') {
      return { refusal: 'Not found: none of your animals, and none that is recorded outside your farm, has this number.' };
    }
    if (sex !== undefined && sex !== 'male') return { refusal: 'Not found, and no male that could be added as an outside sire.' };
    const animal = addedAnimal({ tagNumber, name, breed, species: this.#speciesOfAdded, sex: 'male' });
    for (const key of keysOf(identity)) this.#added.set(key, animal);
    const added: ImportedNumber[] = [
      ...(eid === null ? [] : [{ kind: 'eid' as const, number: eid }]),
      ...(registration === null ? [] : [{ kind: 'registration' as const, number: registration }]),
    ];
    return { animal, remarks: ['Added as an outside sire.'], added };
  }
}

const keysOf = ({ eid, registration, tag }: Identity): string[] => [
  ...(eid === null ? [] : [`eid ${eid}`]),
  ...(registration === null ? [] : [`registration ${tagKey(registration)}`]),
  ...(tag === '' ? [] : [`tag ${tagKey(tag)}`]),
];

const questionId = 'notOnFarm';

const addAs: Readonly<Record<Species, string>> = {
  sheep: 'Add the rams among them as outside sires',
  goat: 'Add the bucks among them as outside sires',
};

/** `animals` is the number of rows whose animal is not recorded. */
export const outsideQuestion = (animals: number, herdSpecies: Species | undefined): Question =>
  ask({
    id: questionId,
    text: `${animals === 1 ? 'One row is' : `${animals} rows are`} about animals that you do not have, and that are not recorded outside your farm either. Are there sires among them that you use, as by insemination?`,
    options: { leaveOut: 'Leave them out', ...(herdSpecies === undefined ? addAs : { [herdSpecies]: addAs[herdSpecies] }) },
    suggestion: 'leaveOut',
  });

/** null: the rows are left out. */
export function answeredSpeciesOfAdded(answers: Answers): Species | null {
  const answer = answers.get(questionId);
  return answer === 'sheep' || answer === 'goat' ? answer : null;
}
