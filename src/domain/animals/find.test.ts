import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchItems, searchKeys } from './find.ts';

interface Thing {
  readonly tag: string;
  readonly name?: string;
  readonly year?: number;
  readonly numbers?: readonly string[];
}

const keyOf = searchKeys(({ tag, name, year, numbers }: Thing) => ({ tag, words: [name ?? null, year ?? null], numbers }));
const search = (typed: string, things: readonly Thing[]) => searchItems(typed, things, keyOf).map(({ tag }) => tag);
const tagged = (...tags: string[]): Thing[] => tags.map((tag) => ({ tag }));

test.each([
  ['4-0023', ['4-0023', '4/0023', '4 23', '4-23', '40023', '0023', '023', '23', '#4–0023', '４-0023']],
  ['MJ02', ['mj2', 'MJ-02', 'mj 2', 'Mj002']],
])('a search finds the tag %s by each of %j', (tag, spellings) => {
  const herd = tagged('4-0024', 'MJ20', '4-0023', '5-0230', 'MJ02');
  expect(spellings.filter((typed) => search(typed, herd)[0] !== tag)).toEqual([]);
});

test('a search lists exact tags first, then tags with it as their last number, as suffix, as prefix, and anywhere else', () => {
  const tags = tagged('1233', '33-1', 'G26-133', 'G25-033', '5331', '33', 'S24-33');
  expect(search('33', tags)).toEqual(['33', 'G25-033', 'S24-33', '1233', 'G26-133', '33-1', '5331']);
});

test('a search for letters lists names that begin with them before those that end with them, and for no text everything', () => {
  const pens = [{ tag: 'Main barn' }, { tag: 'Barn' }, { tag: '1', name: 'Barnaby' }];
  expect(search('barn', pens)).toEqual(['Barn', '1', 'Main barn']);
  expect(search('  ', pens)).toEqual(['Main barn', 'Barn', '1']);
});

test('a search finds what contains every word, in any order, ignoring case and accents', () => {
  const goats = ['Zoé', 'Ada'].map((name, at) => ({ tag: `A-${at + 1}`, name, year: 2024 }));
  expect(search('2024 zoe', goats)).toEqual(['A-1']);
  expect(search('2024 boris', goats)).toEqual([]);
});

test.each([
  ['826 071339300045', ['A']],
  ['\u00021000000826071339300045261123021455', ['A']],
  ['0045', ['A']],
  ['045', ['A', 'B']],
  ['45', []],
  ['khsi1045', ['B']],
  ['KHSI-10', ['B']],
  ['old-7', ['B']],
  ['071339', ['A']],
  ['826', []],
])('a search by %j finds the animals of which it is another number, or its end', (typed, animals) => {
  const numbered = [
    { tag: 'A', numbers: ['826071339300045'] },
    { tag: 'B', numbers: ['KHSI-1045', 'OLD 7'] },
  ];
  expect(search(typed, numbered)).toEqual(animals);
});

test('a search finds each tag by each of its suffixes, and nothing twice', () => {
  const tag = fc.stringMatching(/^[A-Z]{0,2}\d{0,3}-?\d{1,5}$/);
  fc.assert(
    fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (tags, which, length) => {
      const wanted = tags.at(which % tags.length) ?? '';
      const hits = search(wanted.slice(length % wanted.length).replace(/^-/, ''), tagged(...tags));
      expect(hits).toContain(wanted);
      expect(new Set(hits).size).toBe(hits.length);
    }),
  );
});

test.each([
  ['33', ['33', 'G25-033', '1233']],
  ['33b', ['G26-33B']],
  ['0045', ['A']],
  ['\u00021000000826071339300045261123021455', ['A']],
  ['071339', []],
  ['ada', []],
])('what ends in %j has it at the end of its tag or of another number, and nowhere else', (typed, expected) => {
  const named = { tag: 'A', name: 'Ada', numbers: ['826071339300045'] };
  const herd = [...tagged('1233', '33-1', 'G25-033', '5331', '33', 'G26-33B'), named];
  expect(searchItems(typed, herd, keyOf, 'at the end').map(({ tag }) => tag)).toEqual(expected);
});
