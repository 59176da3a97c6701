import type { Species } from '../animals.ts';
import { plural } from '../plural.ts';
import type { EventDraft } from './event-draft.ts';
import type { KindOfAnimals } from './file-kind.ts';
import { addedAnimal, addToGroup, tagKey, type PlannedAnimal } from './herd.ts';
import { addedBy, type AddedAnimal } from './planned-animals.ts';
import { ask, type Answers, type Question } from './question.ts';

const questionId = 'strangers';

/** The animals of a list of what happened that the farm does not have. They are added as gone, or not at all. */
export class Strangers {
  readonly #kind: KindOfAnimals;
  readonly #species: Species | null;
  readonly #added = new Map<string, AddedAnimal>();
  readonly #tags = new Map<string, number[]>();

  constructor(kind: KindOfAnimals, answers: Answers) {
    const answer = answers.get(questionId);
    this.#kind = kind;
    this.#species = answer === 'goat' || answer === 'sheep' ? answer : null;
  }

  get added(): readonly AddedAnimal[] {
    return [...this.#added.values()];
  }

  /** The animal of the row as it is added; undefined if it is not. */
  find({ tag, name, breed, sex }: EventDraft, number: number): PlannedAnimal | undefined {
    const status = this.#kind === 'death' ? 'died' : 'sold';
    if (tag === '') return undefined;
    addToGroup(this.#tags, tag, number);
    const known = this.#added.get(tagKey(tag));
    if (known || this.#species === null || !sex) return known?.animal;
    const identity = { tagNumber: tag, species: this.#species, sex };
    const animal = addedAnimal({
      ...identity,
      row: {
        ...identity,
        number,
        isWether: false,
        values: { status },
        mother: null,
        father: null,
        happened: [],
        numbers: [],
        names: [],
        notes: [],
        remarks: [],
      },
      name,
      breed,
    });
    this.#added.set(tagKey(tag), addedBy(number, animal));
    return animal;
  }

  /** One question about all of them. */
  questions(herdSpecies: Species | undefined): Question[] {
    const tags = [...this.#tags.keys()];
    if (tags.length === 0) return [];
    const gone = this.#kind === 'death' ? 'have died' : this.#kind === 'sale' ? 'were sold' : 'have left the farm';
    const isArrival = this.#kind === 'arrival';
    const addAs = (herdSpecies === undefined ? (['sheep', 'goat'] as const) : [herdSpecies]).map((species) => [
      species,
      `Add them as ${species === 'goat' ? 'goats' : 'sheep'} that ${gone}, where the file tells the sex`,
    ]);
    const named = tags.slice(0, 5).join(', ') + (tags.length > 5 ? ', …' : '');
    return [
      ask({
        id: questionId,
        text: `${plural(tags.length, 'animal')} of this file ${tags.length === 1 ? 'is' : 'are'} not among yours: ${named}.${isArrival ? ` To bring them in, say above that the rows are animals.` : ''}`,
        options: { leaveOut: 'Leave their rows out', ...(isArrival ? {} : Object.fromEntries(addAs)) },
        suggestion: 'leaveOut',
      }),
    ];
  }
}
