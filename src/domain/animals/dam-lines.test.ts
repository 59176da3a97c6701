import { expect, test } from 'vitest';
import { damLineOf } from './dam-lines.ts';

/** `b a` is b of the mother a. */
const read = (text: string) =>
  text.split(', ').map((each) => ({ id: each.split(' ')[0]!, motherId: each.split(' ')[1] ?? null }));
const lineOf = (damId: string, animals: ReturnType<typeof read>) => [...damLineOf(damId, animals)].join(' ');

test('a line goes through daughters and ends at sons, whose young are of the lines of their own dams', () => {
  const herd = read('dam, son dam, granddaughter daughter, daughter dam, last granddaughter, of-son other, other');
  expect(['dam', 'granddaughter', 'son'].map((id) => lineOf(id, herd))).toEqual(['son daughter granddaughter last', 'last', '']);
});

test('an animal that descends from itself ends no program and is not of its own line', () => {
  expect(['a', 'itself'].map((id) => lineOf(id, read('a c, b a, c b, itself itself')))).toEqual(['b c', '']);
});
