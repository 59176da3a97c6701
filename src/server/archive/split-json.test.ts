import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementsOf, isList, parseJson, splitJson } from './split-json.ts';

const read = (text: string): Record<string, unknown> => {
  const bytes = Buffer.from(text);
  return Object.fromEntries(
    [...splitJson(bytes)].map(([name, slice]) => {
      const whole = parseJson(bytes, slice);
      if (isList(bytes, slice)) expect([...elementsOf(bytes, slice)].map((element) => parseJson(bytes, element))).toEqual(whole);
      return [name, whole];
    }),
  );
};

test('an object that is split at its members and the elements of its lists is the object that JSON.parse returns', () => {
  const names = fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__');
  const objects = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 });
  fc.assert(
    fc.property(objects, fc.constantFrom(undefined, 1, '\t', '\r\n'), (object, space) => {
      const text = JSON.stringify(object, undefined, space);
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a text that is nested too deeply or has too many members is refused', () => {
  expect(() => read(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`)).not.toThrow();
  expect(() => read(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toThrow('too complex');
  expect(() => read(`{${Array.from({ length: 200 }, (_, index) => `"${index}":0`).join()}}`)).toThrow('too complex');
});
