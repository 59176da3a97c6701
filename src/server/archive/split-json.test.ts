import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longTest } from '#test/long-run.ts';
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

test('what is no object is refused', () => {
  const wrong = `|[]|{|{"a"|{"a":|{"a":1|{"a":1,}|{"a":1 "b":2}|{"a":[1,]}|{"a":[1 2]}|{"a":[,1]}|{"a":[1}|{"a":"x}|{"a":"\\"}|{a:1}|{"a":1} x|{"a":1}{}`;
  for (const text of wrong.split('|')) expect(() => read(text), text).toThrow(SyntaxError);
});

test('a text that is nested too deeply or has too many members is refused', () => {
  expect(() => read(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`)).not.toThrow();
  expect(() => read(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toThrow('too complex');
  expect(() => read(`{${Array.from({ length: 200 }, (_, index) => `"${index}":0`).join()}}`)).toThrow('too complex');
});

longTest('a text of millions of values or levels is split or refused within little memory and time', () => {
  const megabytes = 30;
  const filled = (unit: string) => Buffer.from(unit.repeat((megabytes * 1024 * 1024) / unit.length));
  const hostile = ['[', '{"a":', '{"a":[', '"'].map(filled);
  const long = Buffer.concat([Buffer.from('{"unknown":['), filled('{},'), Buffer.from('{}],"a":1}')]);
  const before = process.memoryUsage().rss;
  for (const bytes of hostile) expect(() => splitJson(bytes)).toThrow(SyntaxError);
  expect([...splitJson(long).keys()]).toEqual(['unknown', 'a']);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});
