import type { EventDraft } from './event-draft.ts';
import { toPlannedAnimal, type KnownAnimal } from './herd.ts';
import type { Numbers } from './numbers.ts';
import type { FoundAnimal, Strangers } from './strangers.ts';
import type { ImportedNumber } from './parsed-row.ts';

/** Looks for the EID first, then a registration number, then the tag, and last the name, which only outside animals are found by. */
export function findAnimal(draft: EventDraft, number: number, numbers: Numbers, strangers: Strangers): FoundAnimal {
  const { eid, tag, violations } = draft;
  if (!isNamed(draft, strangers.isOfValues)) return { refusal: violations[0] ?? 'The row names no animal.' };
  const { what, animals } = findOwn(draft, numbers);
  const [animal, ...others] = animals;
  const [violation] = violations;
  if (!animal) return violation === undefined ? (strangers.find(draft, number) ?? { refusal: notFound }) : { refusal: violation };
  if (others.length > 0) return { refusal: `Ambiguous: several of your animals have this ${what}.` };
  if (eid !== null && what !== 'EID') return withNewEid(animal, eid, numbers);
  const isOther = tag !== '' && !numbers.withTag(tag).includes(animal);
  return {
    animal: toPlannedAnimal(animal, null),
    remarks: isOther ? [`Found by its ${what}. Its tag number in the file is ${tag}.`] : [],
    added: [],
  };
}

const notFound = 'Not found: none of your animals has this number.';

const isNamed = ({ eid, registration, tag, name }: EventDraft, isByName: boolean): boolean =>
  eid !== null || registration !== null || tag !== '' || (isByName && name !== null);

function findOwn({ eid, registration, tag }: EventDraft, numbers: Numbers) {
  const ways = [
    { what: 'EID', animals: eid === null ? [] : numbers.withEid(eid) },
    { what: 'registration number', animals: registration === null ? [] : numbers.withNumber(registration) },
    { what: 'tag number', animals: numbers.withTag(tag) },
  ] as const;
  return ways.find(({ animals }) => animals.length > 0) ?? { what: 'tag number', animals: [] };
}

/** An EID that the farm does not know becomes that of the animal with the tag. */
function withNewEid(animal: KnownAnimal, eid: string, numbers: Numbers): FoundAnimal {
  if (numbers.hasEid(animal)) {
    return { refusal: `Your animal ${animal.tagNumber} has another EID than this row. Check which animal is meant.` };
  }
  const added: ImportedNumber = { kind: 'eid', number: eid };
  const check = numbers.check(animal, added);
  return typeof check === 'object'
    ? { refusal: check.conflict }
    : { animal: toPlannedAnimal(animal, null), remarks: [], added: check === 'recorded' ? [] : [added] };
}
