import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeThreeWays, type MergeField, withMergeFields } from './three-way.ts';

interface Card {
  readonly name: string;
  readonly color: string;
  readonly date: string;
  readonly year: string;
}

const mergeFields: readonly MergeField<Card>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Color', fields: ['color'] },
  { label: 'Born', fields: ['date', 'year'] },
];
const base: Card = { name: 'Ada', color: '', date: '', year: '2020' };

describe('two changes of one record', () => {
  test('of different fields are both saved', () => {
    const merge = mergeThreeWays(mergeFields, { base, mine: { ...base, name: 'Bea' }, theirs: { ...base, color: 'Red' } });
    expect(merge.values).toEqual({ ...base, name: 'Bea', color: 'Red' });
    expect(merge.fromTheirs.map(({ label }) => label)).toEqual(['Color']);
    expect(merge.conflicts).toEqual([]);
  });

  test('of one field conflict, and the value is mine until the person chooses', () => {
    const theirs = { ...base, name: 'Cleo' };
    const merge = mergeThreeWays(mergeFields, { base, mine: { ...base, name: 'Bea' }, theirs });
    expect(merge.values.name).toBe('Bea');
    expect(merge.conflicts.map(({ label }) => label)).toEqual(['Name']);
    expect(withMergeFields(merge.values, theirs, merge.conflicts)).toEqual(theirs);
  });

  test('that are equal do not conflict', () => {
    const same = { ...base, name: 'Bea' };
    expect(mergeThreeWays(mergeFields, { base, mine: same, theirs: { ...same } })).toMatchObject({
      values: same,
      fromTheirs: [],
      conflicts: [],
    });
  });

  test('of fields that are merged together conflict as one', () => {
    const mine = { ...base, year: '2021' };
    const theirs = { ...base, date: '2020-03-01', year: '' };
    const merge = mergeThreeWays(mergeFields, { base, mine, theirs });
    expect(merge.conflicts.map(({ label }) => label)).toEqual(['Born']);
    expect(merge.values).toEqual(mine);
  });

  test('never change a field that neither of them touched', () => {
    const word = fc.constantFrom('', 'Ada', 'Bea', 'Cleo');
    const card = fc.record({ name: word, color: word, date: word, year: word });
    fc.assert(
      fc.property(card, card, card, (opened, mine, theirs) => {
        const { values, fromTheirs, conflicts } = mergeThreeWays(mergeFields, { base: opened, mine, theirs });
        for (const key of Object.keys(opened) as (keyof Card)[]) {
          if (mine[key] === opened[key] && theirs[key] === opened[key]) expect(values[key]).toBe(opened[key]);
          expect([mine[key], theirs[key]]).toContain(values[key]);
        }
        expect(fromTheirs.filter((part) => conflicts.includes(part))).toEqual([]);
      }),
    );
  });
});
