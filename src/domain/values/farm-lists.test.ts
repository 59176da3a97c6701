import { expect, test } from 'vitest';
import { freeName, nameKey } from './farm-lists.ts';
import { productFields, withdrawalsFor } from '../records/product.ts';

test('a name that is taken gets the next number, and stays within its length', () => {
  const taken = new Set(['pen', 'pen (2)'].map(nameKey));
  expect(freeName('Barn', taken)).toBe('Barn');
  expect(freeName('PEN', taken)).toBe('PEN (3)');
  const long = 'é'.repeat(100);
  const free = freeName(long, new Set([nameKey(long)]));
  expect(free).toBe(`${'é'.repeat(96)} (2)`);
  expect(productFields.name.safeParse(free).success).toBe(true);
});

test('the withdrawals of a product for a species are its own or, without them, those for every species', () => {
  const withdrawals = [
    { species: null, product: 'milk', days: 3, source: 'Label' },
    { species: null, product: 'meat', days: 10, source: 'Label' },
    { species: 'goat', product: 'meat', days: 28, source: 'Vet' },
  ] as const;
  const daysFor = (species: 'goat' | 'sheep') =>
    withdrawalsFor({ withdrawals: [...withdrawals] }, species).map(({ product, days }) => [product, days]);
  expect(daysFor('goat')).toEqual([
    ['meat', 28],
    ['milk', 3],
  ]);
  expect(daysFor('sheep')).toEqual([
    ['meat', 10],
    ['milk', 3],
  ]);
});
