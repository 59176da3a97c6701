import { expect, test } from 'vitest';
import type { HealthRecord } from '#contract/health.ts';
import { checkupDescription } from '#domain/records/health-records.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { entriesOf, extrasOf, ownWords } from './record-history.ts';

const description = 'Health checkup - Weight: 120 lbs';
const noExtras = { cdnt: false, hoofsTrimmed: false, dewormed: false };
const aRecord = (given: Partial<HealthRecord> = {}): HealthRecord =>
  ({ id: 'r1', animalId: 'id-A1', weightLbs: 120, description, ...noExtras, ...given }) as HealthRecord;

test('the list of health records names also a sold animal, keeps a record whose animal is gone, and shows one alone where asked', () => {
  const sold = buildAnimal({ tagNumber: 'A1', status: 'sold' });
  const records = [aRecord(), aRecord({ id: 'r2', animalId: 'gone' })];
  expect(entriesOf(records, [sold], undefined).map(({ animal }) => animal)).toEqual([sold, undefined]);
  expect(entriesOf(records, [], 'gone').map(({ record }) => record.id)).toEqual(['r2']);
});

test('a health record does not repeat in words what it shows in parts, and hides nothing that was said otherwise', () => {
  const extras = { ...noExtras, cdnt: true, dewormed: true };
  const words = (given: Partial<HealthRecord>) => ownWords(aRecord(given));
  expect([words({ ...extras, description: checkupDescription(120, extras) }), words({ description: '' })]).toEqual([
    undefined,
    undefined,
  ]);
  expect(words({ description: 'Abscess opened' })).toBe('Abscess opened');
  expect(words({ weightLbs: 121 })).toBe(description);
  expect(extrasOf(aRecord(extras))).toEqual(['CD&T', 'Dewormed']);
});
