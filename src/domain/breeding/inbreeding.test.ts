import { expect, test } from 'vitest';
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

test.each([
  ['Mrode', '1 0 0;2 0 0;3 1 2;4 1 0;5 4 3;6 5 2', { 5: 0.125, 6: 0.125 }],
  ['KVL', '1 0 0;2 1 0;3 1 0;4 1 0;5 2 3;6 4 3;7 5 6', { 5: 0.125, 6: 0.125, 7: 0.21875 }],
  ['ggroups', '1 0 0;2 0 0;3 1 0;4 1 2;5 3 4;6 1 4;7 5 6', { 5: 0.125, 6: 0.25, 7: 0.28125 }],
  ['full siblings, four times', '1 0 0;2 0 0;3 1 2;4 1 2;5 3 4;6 3 4;7 5 6;8 5 6;9 7 8;10 7 8;11 9 10', { 9: 0.5, 11: 0.59375 }],
  ['double first cousins', '1 0 0;2 0 0;3 0 0;4 0 0;5 1 2;6 1 2;7 3 4;8 3 4;9 5 7;10 6 8;11 9 10', { 11: 0.125 }],
  ['a sire crossed back three times', '1 0 0;2 0 0;3 1 2;4 1 3;5 1 4;6 1 5', { 4: 0.25, 5: 0.375, 6: 0.4375 }],
  ['half siblings of an inbred sire', '1 0 0;2 0 0;3 1 2;4 1 3;5 0 0;6 0 0;7 4 5;8 4 6;9 7 8', { 4: 0.25, 9: 0.15625 }],
  ['one unknown parent', '1 0 0;2 1 0;3 1 0', { 2: 0, 3: 0 }],
])('the coefficient of inbreeding of %s is that of the literature', (_, text, expected) => {
  const pedigree = pedigreeOf(read(text));
  expect(Object.fromEntries(Object.keys(expected).map((id) => [id, pedigree.inbreedingOf(id)]))).toEqual(expected);
});

const part = fc.double({ min: 0, max: 1, noNaN: true });
const anyPedigree = fc.array(fc.tuple(part, part, fc.nat(9)), { minLength: 2, maxLength: 500 }).map((young) => {
  const parentsOf = ([sire, dam, unknown]: readonly [number, number, number], index: number): ParentIds => {
    const [fatherId, motherId] = [sire, dam].map((each) => String(Math.min(index - 1, Math.floor(each * index))));
    const isFounder = index < 2 || fatherId === motherId;
    const of = (id: string | undefined, isUnknown: boolean) => (isFounder || isUnknown ? null : (id ?? null));
    return { fatherId: of(fatherId, unknown === 0), motherId: of(motherId, unknown === 1) };
  };
  return new Map(young.map((each, index) => [String(index), parentsOf(each, index)]));
});

test('the coefficient of inbreeding of any pedigree is that of the tabular method, and common ancestors add up to it', () => {
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

test('an animal that descends from itself ends no program', () => {
  expect(pedigreeOf(read('1 3 2;2 0 0;3 1 2')).inbreedingOf('3')).toBeGreaterThanOrEqual(0);
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

test('the common ancestors of a mating are named with what comes through each, but not through those behind it', () => {
  const ofMating = (text: string, a: string, b: string) =>
    pedigreeOf(read(text))
      .commonAncestors(a, b)
      .map(({ id, contribution }) => `${id}: ${contribution}`);
  expect(ofMating('1 0 0;2 0 0;3 1 2;4 1 2', '3', '4')).toEqual(['1: 0.125', '2: 0.125']);
  expect(ofMating('1 0 0;2 0 0;3 1 2;4 3 0;5 3 0', '4', '5')).toEqual(['3: 0.125']);
});
