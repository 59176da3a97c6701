import { expect, test } from 'vitest';
import { damLineOf } from './dam-lines.ts';

const one = (id: string, motherId: string | null) => ({ id, motherId });
const lineOf = (damId: string, animals: readonly ReturnType<typeof one>[]) => [...damLineOf(damId, animals)];

test('a line goes through daughters and ends at sons', () => {
  const herd = [
    one('dam', null),
    one('son', 'dam'),
    one('granddaughter', 'daughter'),
    one('daughter', 'dam'),
    one('great-grandson', 'granddaughter'),
    // By the son, whose young are of the lines of their own dams.
    one('young of the son', 'other'),
    one('other', null),
  ];
  expect(lineOf('dam', herd)).toEqual(['son', 'daughter', 'granddaughter', 'great-grandson']);
  expect(lineOf('granddaughter', herd)).toEqual(['great-grandson']);
  expect(lineOf('son', herd)).toEqual([]);
});

test('an animal that descends from itself ends no program and is not of its own line', () => {
  const herd = [one('a', 'c'), one('b', 'a'), one('c', 'b'), one('itself', 'itself')];
  expect(lineOf('a', herd)).toEqual(['b', 'c']);
  expect(lineOf('itself', herd)).toEqual([]);
});

test('a line of 20,000 generations is found', () => {
  const herd = Array.from({ length: 20_001 }, (_, index) => one(String(index), index === 0 ? null : String(index - 1)));
  expect(damLineOf('0', herd).size).toBe(20_000);
});
