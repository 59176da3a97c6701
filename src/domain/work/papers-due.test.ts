import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { paperAnimalsText, papersDue } from './papers-due.ts';

const today = '2027-02-25';
const on = (daysAgo: number) => addDays(today, -daysAgo);
const nothing = { animals: [], numbers: [], sales: [], papers: [], postponed: new Map(), registrationDays: 90 };
const sale = (animalId: string, daysAgo: number, buyer: string | null = 'Ann Lee') => ({
  kind: 'sale' as const,
  animalId,
  day: on(daysAgo),
  buyer,
});
const paper = (kind: 'receipt' | 'movement', daysAgo: number, animalIds: readonly string[], rest: object = {}) => {
  const usual = { cancelledAt: null, isReceived: false };
  return { ...usual, kind, day: on(daysAgo), animalIds, ...rest };
};
const due = (sources: Partial<Parameters<typeof papersDue>[0]>) => papersDue({ ...nothing, ...sources }, today).due;
const missing = (sources: Parameters<typeof due>[0]) => due(sources).map(({ sale: sold }) => sold?.missing);

test('the sales of a day to a buyer lack the kinds of papers that the farm issues, until a valid one is there', () => {
  const sales = [sale('a', 2), sale('b', 2, 'ann lee '), sale('c', 3), sale('old', 31)];
  const papers = [paper('receipt', 3, ['c']), paper('receipt', 2, ['a', 'b'], { cancelledAt: '2027-02-24T00:00:00.000Z' })];
  expect(due({ sales, papers })).toMatchObject([{ day: on(2), animalIds: ['a', 'b'], sale: { missing: ['receipt'] } }]);
  expect(missing({ sales, papers: [...papers, paper('receipt', 2, ['a', 'b'])] })).toEqual([]);
  expect(missing({ sales, papers: [...papers, paper('movement', 200, ['old'])] })).toEqual([
    ['receipt', 'movement'],
    ['movement'],
  ]);
});

test('what is left of a sale is the animals that lack a paper of any kind, without those that were put off', () => {
  const sales = [sale('a', 2), sale('b', 2), sale('c', 2), sale('d', 2)];
  const papers = [paper('receipt', 2, ['a', 'b', 'd']), paper('movement', 2, ['a', 'c'])];
  const left = due({ sales, papers });
  expect(left).toMatchObject([{ animalIds: ['b', 'c', 'd'], sale: { missing: ['receipt', 'movement'], of: 4 } }]);
  expect(left.map((each) => paperAnimalsText(each, 'B-1'))).toEqual(['3 of 4 animals']);
  const postponed = new Map([[`papers ${on(2)} ann lee c`, { putOffTo: on(-1), reason: 'No time' }]]);
  const rest = due({ sales, papers, postponed });
  expect(rest).toMatchObject([{ animalIds: ['b', 'd'], sale: { missing: ['movement'] } }]);
  expect(rest.map((each) => paperAnimalsText(each, 'B-1'))).toEqual(['2 of 4 animals']);
  expect(missing({ sales, papers: [...papers, paper('receipt', 2, ['c']), paper('movement', 2, ['b', 'd'])] })).toEqual([]);
});

test('a farm that has issued none is told of sales to a named buyer, and nothing if the papers cannot be read', () => {
  expect(missing({ sales: [sale('a', 2), sale('b', 1, null)] })).toEqual([['receipt', 'movement']]);
  expect(due({ sales: [sale('a', 2)], papers: undefined })).toEqual([]);
});

const young = (id: string, ageDays: number, fields: object = {}) => {
  const usual = { status: 'active' as const, motherId: 'dam', fatherId: 'sire' };
  return { ...usual, id, birthDate: on(ageDays), ...fields };
};
const registered = (animalId: string) => ({ animalId, kind: 'registration' });

test('the young of two registered parents lack a registration from the age of weaning to a year', () => {
  const animals = [young('a', 100), young('b', 90), young('soon', 89), young('old', 366), young('sold', 100, { status: 'sold' })];
  const more = [...animals, young('done', 120), young('other', 100, { fatherId: 'grade' })];
  const numbers = [...['dam', 'sire', 'done'].map(registered), { animalId: 'a', kind: 'eid' }];
  const registration = { subject: 'registration', day: on(10), animalIds: ['a', 'b'], sale: undefined, reason: null };
  expect(due({ animals: more, numbers })).toEqual([registration]);
  expect(due({ animals: more, numbers, registrationDays: null })[0]?.animalIds).toEqual(['a', 'b', 'soon']);
});

test('what was put off is told with its chore, and until its day not as due; afterwards it says why', () => {
  const sales = [sale('a', 2), sale('b', 2)];
  const until = (putOffTo: string) => ({ putOffTo, reason: 'No time' });
  const dueWith = (chore: ReturnType<typeof until>, ...animalIds: readonly string[]) => {
    const postponed = new Map(animalIds.map((id) => [`papers ${on(2)} ann lee ${id}`, chore]));
    return papersDue({ ...nothing, sales, postponed }, today);
  };
  const tomorrow = until(on(-1));
  const later = { chore: tomorrow, to: on(-1), animalIds: ['a', 'b'] };
  expect(dueWith(tomorrow, 'a', 'b')).toMatchObject({ due: [], putOff: [later] });
  const { due: left, putOff } = dueWith(tomorrow, 'a');
  expect(left).toMatchObject([{ animalIds: ['b'], reason: null }]);
  expect(putOff).toMatchObject([{ animalIds: ['a'] }]);
  expect(dueWith(until(today), 'a', 'b')).toMatchObject({ due: [{ animalIds: ['a', 'b'], reason: 'No time' }], putOff: [] });
});

test('a slaughter without a buyer needs no papers, one for a buyer does', () => {
  const slaughtered = (animalId: string, buyer: string | null) => ({ ...sale(animalId, 1, buyer), kind: 'slaughter' as const });
  const sales = [slaughtered('home', null), slaughtered('abattoir', 'Meat & Co')];
  expect(due({ sales, papers: [paper('receipt', 9, ['x'])] })).toMatchObject([{ animalIds: ['abattoir'] }]);
});
