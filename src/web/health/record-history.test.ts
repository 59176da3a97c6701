import { describe, expect, test } from 'vitest';
import type { HealthRecord } from '#contract/health.ts';
import { checkupDescription } from '#domain/records/health-records.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { entriesOf, extrasOf, ownWords } from './record-history.ts';

const aRecord = (given: Partial<HealthRecord> = {}): HealthRecord => ({
  id: 'r1',
  animalId: 'id-A1',
  date: '2026-11-20',
  recordType: 'checkup',
  healthStatus: '3',
  description: 'Health checkup - Weight: 120 lbs',
  weightLbs: 120,
  veterinarian: '',
  medication: '',
  dosage: '',
  nextDueDate: null,
  notes: '',
  cdnt: false,
  hoofsTrimmed: false,
  dewormed: false,
  version: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  ...given,
});

describe('the list of health records', () => {
  test('names the animal of each record, also of one that is sold, and keeps a record whose animal is gone', () => {
    const sold = buildAnimal({ tagNumber: 'A1', status: 'sold' });
    const entries = entriesOf([aRecord(), aRecord({ id: 'r2', animalId: 'gone' })], [sold], undefined);
    expect(entries.map(({ animal }) => animal)).toEqual([sold, undefined]);
  });

  test('shows one animal alone where asked', () => {
    const records = [aRecord({ id: 'r1' }), aRecord({ id: 'r2', animalId: 'id-B2' })];
    expect(entriesOf(records, [], 'id-B2').map(({ record }) => record.id)).toEqual(['r2']);
  });

  test('does not repeat in words what it shows in parts, and hides nothing that was said otherwise', () => {
    const extras = { cdnt: true, hoofsTrimmed: false, dewormed: true };
    expect(ownWords(aRecord({ ...extras, description: checkupDescription(120, extras) }))).toBeUndefined();
    expect(ownWords(aRecord({ description: '' }))).toBeUndefined();
    expect(ownWords(aRecord({ description: 'Abscess opened' }))).toBe('Abscess opened');
    expect(ownWords(aRecord({ weightLbs: 121 }))).toBe('Health checkup - Weight: 120 lbs');
    expect(extrasOf(aRecord(extras))).toEqual(['CD&T', 'Dewormed']);
  });
});
