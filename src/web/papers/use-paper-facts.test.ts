import { expect, test } from 'vitest';
import { farmText, recordsText } from './paper-facts.ts';
import { farmOf } from './use-paper-facts.ts';

const person = { farmName: null, ownerName: null, address: null, username: 'ada', farmRole: 'owner' } as const;
const textsOf = (user: Parameters<typeof farmOf>[0]) => [
  farmText(farmOf(user)),
  recordsText({ farm: farmOf(user), now: '2026-05-01' }),
];

test('papers name the farm, or else its owner, and nobody else', () => {
  expect(textsOf({ ...person, farmName: 'Low Farm', ownerName: 'Ada Hill', address: '1 Lane' })).toEqual([
    'Low Farm, Ada Hill, 1 Lane',
    'From the records of Low Farm on May 1, 2026',
  ]);
  expect(textsOf({ ...person, ownerName: 'Ada Hill' })).toEqual(['Ada Hill', 'From the records of Ada Hill on May 1, 2026']);
  expect(textsOf(person)).toEqual(['ada', 'From the records of ada on May 1, 2026']);
  const withoutName = ['', 'From the farm’s records on May 1, 2026'];
  expect(textsOf({ ...person, farmRole: 'worker' })).toEqual(withoutName);
  expect(textsOf(undefined)).toEqual(withoutName);
});
