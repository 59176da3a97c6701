import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankAnimal, applyPlan, planText } from '#test/plan-import.ts';
import { templateFields, templateHeadings } from './fields.ts';
import { canBeParentByAge, type KnownAnimal } from './herd.ts';
import { sortTopologically } from '../values/topological-sort.ts';
import { isMissing } from './cell-values.ts';

const tag = fc.integer({ min: 1, max: 12 }).map(String);
const cell = (value: fc.Arbitrary<string>) => fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom('', 'NA', '?'));
const year = fc.integer({ min: 2015, max: 2024 }).map(String);

const sex = fc.constantFrom('F', 'M', 'ewe', 'ram', 'W');
const breed = fc.constantFrom('Texel', 'Dorper');
/** Files that contradict themselves in every way that the columns allow. */
const messyFile = fc
  .array(fc.tuple(tag, sex, cell(year), cell(tag), cell(tag), cell(breed)), { maxLength: 25 })
  .map((rows) => [['Tag', 'Sex', 'YOB', 'Dam', 'Sire', 'Breed'], ...rows].map((row) => row.join('\t')).join('\n'));
const answers = fc.record({
  sameTag: fc.constantFrom('other', 'same', 'skip'),
  wrongParents: fc.constantFrom('reference', 'without'),
  species: fc.constant('sheep'),
});

/** Asserts what must hold for a farm's pedigree after any import. */
function expectSoundPedigree(herd: readonly KnownAnimal[]): void {
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  const parentsOf = ({ motherId, fatherId }: KnownAnimal) => [motherId, fatherId].flatMap((id) => (id && byId.get(id)) || []);
  for (const animal of herd) {
    const [mother, father] = [animal.motherId, animal.fatherId].map((id) => (id === null ? undefined : byId.get(id)));
    if (animal.motherId !== null) expect(mother?.sex).toBe('female');
    if (animal.fatherId !== null) expect(father?.sex).toBe('male');
    for (const parent of parentsOf(animal)) {
      expect(parent.species).toBe(animal.species);
      expect(canBeParentByAge(parent, animal)).toBe(true);
    }
  }
  expect([...sortTopologically(herd, parentsOf).cyclic]).toEqual([]);
}

describe('any two files in a row', () => {
  test('leave a consistent pedigree, give each row one verdict, and give the same plan each time', () => {
    fc.assert(
      fc.property(messyFile, messyFile, answers, (first, second, given) => {
        const plan = planText(first, { answers: given });
        expect(planText(first, { answers: given })).toEqual({ ...plan, row: expect.any(Function), animal: expect.any(Function) });
        expect(plan.rows.length).toBe(Math.max(0, first.split('\n').length - 1));
        const herd = applyPlan(plan);
        expectSoundPedigree(herd);
        expectSoundPedigree(applyPlan(planText(second, { answers: given, animals: herd }), herd));
      }),
      { numRuns: 300 },
    );
  });

  test('keep every detail about parents', () => {
    fc.assert(
      fc.property(messyFile, answers, (text, given) => {
        for (const { animal, mother, father, notes, number } of planText(text, { answers: given }).newAnimals) {
          if (number === null) continue;
          const [, , , dam = '', sire = ''] = (text.split('\n')[number - 1] ?? '').split('\t');
          const isSaid = (words: string, parent: typeof mother, label: string) =>
            ['', 'NA', '?'].includes(words) || parent?.tagNumber === words || notes.includes(`${label}: ${words}`);
          expect(isSaid(dam, mother, 'Mother'), `${animal.tagNumber} of ${dam}`).toBe(true);
          expect(isSaid(sire, father, 'Father'), `${animal.tagNumber} of ${sire}`).toBe(true);
        }
      }),
    );
  });
});

describe("the template's own columns", () => {
  // A breed named 'Nil' is read as missing.
  const words = fc.stringMatching(/^[A-Z][a-z]{2,12}( [a-z]{3,8})?$/).filter((word) => !isMissing(word));
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const animal = fc.record({
    tagNumber: fc.uuid().map((id) => `T${id.slice(0, 8)}`),
    species: fc.constantFrom('goat' as const, 'sheep' as const),
    sex: fc.constantFrom('male' as const, 'female' as const),
    name: maybe(words),
    breed: maybe(words),
    color: maybe(words),
    birthDate: maybe(fc.integer({ min: 10, max: 28 }).map((day) => `2023-05-${day}`)),
    status: fc.constantFrom('active' as const, 'sold' as const, 'died' as const),
    healthStatus: fc.constantFrom('1' as const, '3' as const, '5' as const),
    vaccinated: fc.boolean(),
    forSale: fc.boolean(),
    salePriceCents: maybe(fc.integer({ min: 0, max: 100_000_000 })),
    weaningAgeDays: maybe(fc.integer({ min: 1, max: 1000 })),
  });

  test('reproduce exactly the exported animals, and nothing when imported again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(animal, { selector: ({ tagNumber }) => tagNumber, minLength: 1, maxLength: 20 }), (animals) => {
        const known = animals.map((each): KnownAnimal => ({ ...blankAnimal, ...each, id: each.tagNumber }));
        const text = [templateHeadings('lbs'), ...known.map(templateRow)].map((row) => row.join('\t')).join('\n');
        const plan = planText(text);
        expect(plan.open).toEqual([]);
        expect(applyPlan(plan).map((each) => ({ ...each, id: each.tagNumber }))).toEqual(known);
        expect(planText(text, { animals: known }).rows.every(({ verdict }) => verdict === 'duplicate')).toBe(true);
      }),
    );
  });

  function templateRow(known: KnownAnimal): string[] {
    const cells: Record<string, string | number | boolean | null> = {
      ...known,
      vaccinated: known.vaccinated ? 'yes' : 'no',
      forSale: known.forSale ? 'yes' : 'no',
      salePrice: known.salePriceCents === null ? '' : (known.salePriceCents / 100).toFixed(2),
      weaningAge: known.weaningAgeDays,
    };
    return templateFields.map((field) => String(cells[field] ?? ''));
  }
});
