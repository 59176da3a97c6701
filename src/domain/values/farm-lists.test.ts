import { expect, test } from 'vitest';
import { freeName, nameKey } from './farm-lists.ts';
import { withdrawalsFor } from '../records/product.ts';

test('a name that is taken gets the next number, and stays within its length', () => {
  const taken = new Set(['pen', 'pen (2)'].map(nameKey));
  expect(freeName('Barn', taken)).toBe('Barn');
  expect(freeName('PEN', taken)).toBe('PEN (3)');
  const long = 'é'.repeat(100);
  expect(freeName(long, new Set([nameKey(long)]))).toBe(`${'é'.repeat(96)} (2)`);
});

test('the withdrawals of a product for a species are its own or, without them, those for every species', () => {
  const of = (species: 'goat' | null, product: 'meat' | 'milk', days: number) => ({ species, product, days, source: 'Label' });
  const withdrawals = [of(null, 'milk', 3), of(null, 'meat', 10), of('goat', 'meat', 28)];
  const daysFor = (species: 'goat' | 'sheep') =>
    withdrawalsFor({ withdrawals }, species).map(({ product, days }) => `${product} ${days}`);
  expect([daysFor('goat'), daysFor('sheep')]).toEqual([
    ['meat 28', 'milk 3'],
    ['meat 10', 'milk 3'],
  ]);
});
