import { expect, test } from 'vitest';
import { archivedAnimal, archivedCheckup, archivedEvent, archivedFarm } from '#test/archives.ts';
import { type FarmRecords, InvalidRecordsError, readRecords } from './read-records.ts';

const now = new Date('2026-11-21T16:00:00.000Z');
/** Each list is in one part here. */
const read = (json: object | string): FarmRecords => {
  const bytes = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json), 'utf8');
  return Object.assign({}, ...readRecords(bytes, now)) as FarmRecords;
};

const own = archivedAnimal();
const withAnimal = (fields: object) => archivedFarm({ animals: [archivedAnimal(fields)] });
const withEvent = (fields: object) => archivedFarm({ animals: [own], events: [archivedEvent({ animalId: own.id, ...fields })] });
const twice = { healthRecords: [archivedCheckup({ id: own.id, animalId: own.id })] };
const notOurs = /not one that was downloaded/;
const wrong: readonly (readonly [string, object | string, RegExp])[] = [
  ['no JSON', '{"format":', /cannot be read/],
  ['bytes that are no text', '\uD800', /cannot be read|not one that was downloaded/],
  ['a list of millions of lists', `{"format":${'['.repeat(1e6)}`, /cannot be read/],
  ['a polluted prototype', '{"__proto__":{"format":"bellwether-farm"},"version":1}', notOurs],
  ['another format', archivedFarm({ format: 'other' }), notOurs],
  ['a newer version', archivedFarm({ version: 2 }), /newer version/],
  ['no animals', archivedFarm({ animals: undefined }), /no list 'animals'/],
  ['a species nobody keeps', withAnimal({ species: 'cow' }), /number 1 of animals, species/],
  ['an address that is a script', withAnimal({ pedigreeUrl: 'javascript:alert(1)' }), /pedigreeUrl/],
  ['a photo elsewhere', withAnimal({ photo: '../../etc/passwd' }), /photo/],
  ['two dates of birth', withAnimal({ birthDate: '2020-01-01', birthYear: 2020 }), /two dates of birth/],
  ['the same animal twice', archivedFarm({ animals: [own, own] }), /same id/],
  ['an animal that is its own mother', archivedFarm({ animals: [{ ...own, motherId: own.id }] }), /own ancestor/],
  ['a male mother', archivedFarm({ animals: [{ ...own, sex: 'male' }, archivedAnimal({ motherId: own.id })] }), /must be female/],
  ['an event of an unknown kind', withEvent({ kind: 'party' }), /number 1 of events, kind: Not a kind of event/],
  ['an event of tomorrow', withEvent({ day: '2026-11-25' }), /Event of 2026-11-25: The date cannot be in the future/],
  ['an event voided tomorrow', withEvent({ voidedAt: '2026-12-24T00:00:00.000Z' }), /a record of 2026-12-24/],
  ['an event with the id of a health record', { ...withEvent({ id: own.id }), ...twice }, /same id/],
];

test.each(wrong)('%s is refused with a message', (_, json, sentence) => {
  expect(() => read(json)).toThrow(InvalidRecordsError);
  expect(() => read(json)).toThrow(sentence);
});

test('parents are sorted before their offspring, whatever the order in the file', () => {
  const [grandmother, mother, kid] = [archivedAnimal(), archivedAnimal(), archivedAnimal()];
  const { animals, leftOut } = read(
    archivedFarm({ animals: [{ ...kid, motherId: mother.id }, { ...mother, motherId: grandmother.id }, grandmother] }),
  );
  expect(animals.map(({ id }) => id)).toEqual([grandmother.id, mother.id, kid.id]);
  expect(leftOut).toBe(0);
});

test('a long list comes in parts, with each record once', () => {
  const animals = Array.from({ length: 2000 }, () => archivedAnimal());
  const bytes = Buffer.from(JSON.stringify(archivedFarm({ animals })));
  const parts = [...readRecords(bytes, now)].map((part) => part.animals ?? []);
  expect(parts.flat().map(({ id }) => id)).toEqual(animals.map(({ id }) => id));
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1000);
});

test('unknown fields are dropped, and texts are cleaned like input', () => {
  const { animals } = read(archivedFarm({ animals: [archivedAnimal({ tagNumber: ' A\u202E1 ', farmId: 'x', name: '' })] }));
  expect(animals[0]).toMatchObject({ tagNumber: 'A1', name: null });
  expect(animals[0]).not.toHaveProperty('farmId');
});

test('list entries written before a field existed have its default', () => {
  const entry = { id: crypto.randomUUID(), archivedAt: null, createdAt: '2026-01-01T00:00:00.000Z' };
  const { chores, products } = read(
    archivedFarm({
      chores: [{ ...entry, name: 'Mend the fence', day: '2026-05-02' }],
      products: [{ ...entry, name: 'Ivermectin', kind: 'dewormer' }],
    }),
  );
  expect(chores[0]).toMatchObject({ responsible: null, animalIds: [] });
  expect(products[0]).toMatchObject({ treatFromFamacha: null });
});
