import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeThreeWays, type MergeField, withMergeFields } from './three-way.ts';

const names = ['name', 'color', 'date', 'year'] as const;
type Card = Readonly<Record<(typeof names)[number], string | null>>;

const mergeFields: readonly MergeField<Card>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Color', fields: ['color'] },
  { label: 'Born', fields: ['date', 'year'] },
];
const base: Card = { name: 'Ada', color: '', date: '', year: '2020' };
const [bea, later] = [{ name: 'Bea' }, { year: '2021' }].map((change): Card => ({ ...base, ...change })) as [Card, Card];

test.each<[what: string, mine: Card, theirs: Card, merged: Card, fromTheirs: string, conflicts: string]>([
  ['of different fields are both saved', bea, { ...base, color: 'Red' }, { ...bea, color: 'Red' }, 'Color', ''],
  ['of one field conflict, and the value is mine until the person chooses', bea, { ...base, name: 'Cleo' }, bea, '', 'Name'],
  ['that are equal do not conflict', bea, { ...bea }, bea, '', ''],
  ['that both empty a field do not conflict', { ...base, year: '' }, { ...base, year: null }, { ...base, year: '' }, '', ''],
  ['of fields that are merged together conflict as one', later, { ...base, date: '2020-03-01' }, later, '', 'Born'],
])('two changes %s', (_, mine, theirs, merged, fromTheirs, conflicts) => {
  const merge = mergeThreeWays(mergeFields, { base, mine, theirs });
  expect(merge.values).toEqual(merged);
  expect([merge.fromTheirs, merge.conflicts].map((fields) => fields.map(({ label }) => label).join())).toEqual([
    fromTheirs,
    conflicts,
  ]);
  if (conflicts !== '') expect(withMergeFields(merge.values, theirs, merge.conflicts)).toEqual(theirs);
});

test('two changes never change a field that neither of them touched', () => {
  const word = fc.constantFrom('', 'Ada', 'Bea', 'Cleo');
  const card = fc.record({ name: word, color: word, date: word, year: word });
  fc.assert(
    fc.property(card, card, card, (opened, mine, theirs) => {
      const { values, fromTheirs, conflicts } = mergeThreeWays(mergeFields, { base: opened, mine, theirs });
      for (const name of names) {
        if (mine[name] === opened[name] && theirs[name] === opened[name]) expect(values[name]).toBe(opened[name]);
        expect([mine[name], theirs[name]]).toContain(values[name]);
      }
      expect(fromTheirs.filter((part) => conflicts.includes(part))).toEqual([]);
    }),
  );
});
