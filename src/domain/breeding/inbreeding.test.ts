import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ParentIds } from '../records/breeding.ts';
import { inbreedingTextOf, Pedigree } from './inbreeding.ts';

/** `3 1 2` is animal 3 of sire 1 and dam 2; 0 is unknown. */
function read(text: string): ReadonlyMap<string, ParentIds> {
  const rows = text.split(';').map((row) => row.trim().split(' '));
  return new Map(rows.map(([id = '', sire, dam]) => [id, { fatherId: known(sire), motherId: known(dam) }]));
}
const known = (id: string | undefined): string | null => (id === undefined || id === '0' ? null : id);
const pedigreeOf = (parents: ReadonlyMap<string, ParentIds>): Pedigree => new Pedigree((id) => parents.get(id));

/** Henderson's tabular method: the relationship of every two animals, the older ones first. */
function tabular(parents: ReadonlyMap<string, ParentIds>): {
  inbreeding: Map<string, number>;
  related: (a: string, b: string) => number;
} {
  const ids = [...parents.keys()];
  const at = new Map(ids.map((id, index) => [id, index]));
  const table = ids.map(() => new Float64Array(ids.length));
  const relation = (row: number, id: string | null): number => (id === null ? 0 : table[row]![at.get(id)!]!);
  for (const [index, id] of ids.entries()) {
    const { fatherId, motherId } = parents.get(id)!;
    for (let other = 0; other < index; other += 1) {
      const value = (relation(other, fatherId) + relation(other, motherId)) / 2;
      table[index]![other] = value;
      table[other]![index] = value;
    }
    table[index]![index] = 1 + (fatherId === null || motherId === null ? 0 : relation(at.get(fatherId)!, motherId) / 2);
  }
  return {
    inbreeding: new Map(ids.map((id, index) => [id, table[index]![index]! - 1])),
    related: (a, b) => table[at.get(a)!]![at.get(b)!]!,
  };
}

describe('the coefficient of inbreeding', () => {
  test.each([
    ['Mrode', '1 0 0;2 0 0;3 1 2;4 1 0;5 4 3;6 5 2', { 5: 0.125, 6: 0.125 }],
    ['KVL', '1 0 0;2 1 0;3 1 0;4 1 0;5 2 3;6 4 3;7 5 6', { 5: 0.125, 6: 0.125, 7: 0.21875 }],
    ['ggroups', '1 0 0;2 0 0;3 1 0;4 1 2;5 3 4;6 1 4;7 5 6', { 5: 0.125, 6: 0.25, 7: 0.28125 }],
    ['parent and young', '1 0 0;2 0 0;3 1 2;4 1 3', { 4: 0.25 }],
    [
      'full siblings, four times',
      '1 0 0;2 0 0;3 1 2;4 1 2;5 3 4;6 3 4;7 5 6;8 5 6;9 7 8;10 7 8;11 9 10',
      { 5: 0.25, 7: 0.375, 9: 0.5, 11: 0.59375 },
    ],
    ['half siblings', '1 0 0;2 0 0;3 0 0;4 1 2;5 1 3;6 4 5', { 6: 0.125 }],
    ['first cousins', '1 0 0;2 0 0;3 0 0;4 0 0;5 1 2;6 1 2;7 5 3;8 6 4;9 7 8', { 9: 0.0625 }],
    ['half first cousins', '1 0 0;2 0 0;9 0 0;3 0 0;4 0 0;5 1 2;6 1 9;7 5 3;8 6 4;10 7 8', { 10: 0.03125 }],
    ['double first cousins', '1 0 0;2 0 0;3 0 0;4 0 0;5 1 2;6 1 2;7 3 4;8 3 4;9 5 7;10 6 8;11 9 10', { 11: 0.125 }],
    ['a sire crossed back three times', '1 0 0;2 0 0;3 1 2;4 1 3;5 1 4;6 1 5', { 4: 0.25, 5: 0.375, 6: 0.4375 }],
    ['half siblings of an inbred sire', '1 0 0;2 0 0;3 1 2;4 1 3;5 0 0;6 0 0;7 4 5;8 4 6;9 7 8', { 4: 0.25, 9: 0.15625 }],
    ['one unknown parent', '1 0 0;2 1 0;3 1 0', { 2: 0, 3: 0 }],
  ])('of %s is that of the literature', (_, text, expected) => {
    const pedigree = pedigreeOf(read(text));
    expect(Object.fromEntries(Object.keys(expected).map((id) => [id, pedigree.inbreedingOf(id)]))).toEqual(expected);
  });

  const anyPedigree = fc
    .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(9)), {
      minLength: 2,
      maxLength: 500,
    })
    .map(
      (young) =>
        new Map(
          young.map(([sire, dam, unknown], index): [string, ParentIds] => {
            const pick = (part: number): string => String(Math.min(index - 1, Math.floor(part * index)));
            const [fatherId, motherId] = [pick(sire), pick(dam)];
            const isFounder = index < 2 || fatherId === motherId;
            return [
              String(index),
              { fatherId: isFounder || unknown === 0 ? null : fatherId, motherId: isFounder || unknown === 1 ? null : motherId },
            ];
          }),
        ),
    );

  test('of any pedigree is that of the tabular method, and common ancestors add up to it', () => {
    fc.assert(
      fc.property(anyPedigree, (parents) => {
        const pedigree = pedigreeOf(parents);
        const { inbreeding, related } = tabular(parents);
        for (const [id, expected] of inbreeding) expect(Math.abs(pedigree.inbreedingOf(id) - expected)).toBeLessThan(1e-12);
        const [a, b] = [String(parents.size - 1), String(parents.size - 2)];
        expect(Math.abs(pedigree.inbreedingOfYoung(a, b) - related(a, b) / 2)).toBeLessThan(1e-12);
        const sum = pedigree.commonAncestors(a, b).reduce((total, { contribution }) => total + contribution, 0);
        expect(Math.abs(sum - related(a, b) / 2)).toBeLessThan(1e-12);
      }),
      { numRuns: 100 },
    );
  });

  test('is found in a chain of 20,000 generations', () => {
    const pedigree = new Pedigree((id) => (Number(id) === 0 ? undefined : { fatherId: String(Number(id) - 1), motherId: null }));
    expect(pedigree.inbreedingOf('20000')).toBe(0);
    expect(pedigree.completenessOf('20000')).toBeCloseTo(1, 12);
  });
});

test('an animal that descends from itself ends no program', () => {
  const pedigree = pedigreeOf(read('1 3 2;2 0 0;3 1 2'));
  expect(pedigree.inbreedingOf('3')).toBeGreaterThanOrEqual(0);
});

test('completeness counts known ancestors, those further back for less', () => {
  const pedigree = pedigreeOf(read('1 0 0;2 0 0;3 1 2;4 0 0;5 3 4;6 5 0'));
  expect(['1', '3', '5', '6'].map((id) => pedigree.completenessOf(id))).toEqual([0, 1, 1.5, 1.25]);
});

test('an inbreeding of 0 is known only where both parents have known ancestors, of the born as of a planned mating', () => {
  // 6 has a founder as dam, 8 has parents of two families, 9 is of a sire and his daughter.
  const pedigree = pedigreeOf(read('1 0 0;2 0 0;3 1 2;4 0 0;5 4 0;6 3 4;7 3 0;8 3 5;9 1 3'));
  const isKnown = ['1', '3', '6', '7', '8', '9'].map((id) => pedigree.isInbreedingKnown(id));
  expect(isKnown).toEqual([false, false, false, false, true, true]);
  expect([pedigree.isInbreedingOfYoungKnown('3', '4'), pedigree.isInbreedingOfYoungKnown('3', '5')]).toEqual([false, true]);
  expect(['1', '6', '8', '9'].map((id) => inbreedingTextOf(pedigree, id))).toEqual([
    'Not known: no ancestors are recorded',
    'Not known: a parent has no recorded ancestors',
    '0 %, as far as 1.8 generations of ancestors are known',
    '25 %, as far as 1.5 generations of ancestors are known',
  ]);
});

test('the common ancestors of a mating are named with what comes through each', () => {
  const pedigree = pedigreeOf(read('1 0 0;2 0 0;3 1 2;4 1 2'));
  expect(pedigree.commonAncestors('3', '4')).toEqual([
    { id: '1', contribution: 0.125 },
    { id: '2', contribution: 0.125 },
  ]);
});

test('what comes through a common ancestor does not come through those behind it', () => {
  const halfSiblings = pedigreeOf(read('1 0 0;2 0 0;3 1 2;4 3 0;5 3 0'));
  expect(halfSiblings.commonAncestors('4', '5')).toEqual([{ id: '3', contribution: 0.125 }]);
});
