import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { animalsOfRule, lastCareOf, type RuleFacts, ruleText } from './herd-rules.ts';
import type { HerdRule } from '../records/group.ts';

const today = '2026-11-23';
const sheep = { species: 'sheep', breed: 'Texel', healthStatus: '3' } as const;
const ewe = buildAnimal({ ...sheep, id: 'ewe', birthDate: '2022-03-01', healthStatus: '2' });
const hogg = buildAnimal({ ...sheep, id: 'hogg', birthDate: '2026-03-01', breed: 'texel ' });
const old = buildAnimal({ ...sheep, id: 'old', birthDate: null, birthYear: 2019, breed: null });
const ram = buildAnimal({ ...sheep, id: 'ram', sex: 'male', birthDate: null, birthYear: 2026 });
const wether = buildAnimal({ ...sheep, id: 'wether', sex: 'male', birthDate: '2026-03-02', castratedOn: '2026-05-01' });
const doe = buildAnimal({ ...sheep, id: 'doe', species: 'goat', birthDate: '2021-03-01', breed: 'Boer', healthStatus: '1' });
const herd = [ewe, hogg, old, ram, wether, doe];

const state = { placeId: null, groupIds: [], withdrawals: [], lastWeightGrams: null, lastWeightDay: null };
const facts: RuleFacts = {
  today,
  states: new Map([
    ['ewe', { ...state, placeId: 'pen', lastWeightGrams: 70_000, lastWeightDay: '2026-10-24' }],
    ['doe', { ...state, groupIds: ['milkers'], lastWeightGrams: 60_000, lastWeightDay: '2026-10-25' }],
    ['ram', { ...state, withdrawals: [{ product: 'meat', clearOn: '2026-11-24', notRecordedOn: null }] }],
    ['old', { ...state, withdrawals: [{ product: 'meat', clearOn: '2026-11-23', notRecordedOn: null }] }],
  ]),
  due: new Map(Object.entries({ ewe: '2026-11-30', doe: '2026-12-01', old: '2026-11-01' })),
  care: lastCareOf([
    { kind: 'scores', animalId: 'ewe', day: '2026-11-20', famacha: null, bodyCondition: 2.5 },
    { kind: 'scores', animalId: 'doe', day: '2026-11-10', famacha: 2, bodyCondition: 2, isPooled: true },
    { kind: 'treatment', animalId: 'ewe', day: '2026-10-25' },
    { kind: 'treatment', animalId: 'doe', day: '2026-10-24' },
    { kind: 'scores', animalId: 'ewe', day: '2026-10-01', famacha: 3, bodyCondition: 1 },
    { kind: 'treatment', animalId: 'doe', day: '2026-09-01' },
  ]),
};

const found = (rule: HerdRule, known = facts) => animalsOfRule(rule, herd, known).map(({ id }) => id);

test.each<[HerdRule, ...string[]]>([
  [{ species: 'goat' }, 'doe'],
  [{ sex: 'female' }, 'ewe', 'hogg', 'old', 'doe'],
  [{ sex: 'male' }, 'ram'],
  [{ sex: 'wether' }, 'wether'],
  [{ age: 'young' }, 'hogg', 'ram', 'wether'],
  [{ age: 'grown' }, 'ewe', 'old', 'doe'],
  [{ bornYear: 2026 }, 'hogg', 'ram', 'wether'],
  [{ bornYear: 2019 }, 'old'],
  [{ breed: 'TEXEL' }, 'ewe', 'hogg', 'ram', 'wether'],
  [{ placeId: 'pen' }, 'ewe'],
  [{ groupId: 'milkers' }, 'doe'],
  [{ dueWithinDays: 7 }, 'ewe', 'old'],
  [{ dueWithinDays: 0 }, 'old'],
  [{ inWithdrawal: true }, 'ram'],
  [{ neverWeighed: true }, 'hogg', 'old', 'ram', 'wether'],
  [{ notWeighedForDays: 30 }, 'ewe', 'hogg', 'old', 'ram', 'wether'],
  [{ notTreatedForDays: 30 }, 'hogg', 'old', 'ram', 'wether', 'doe'],
  [{ gradeTo: 2 }, 'ewe', 'doe'],
  [{ famachaFrom: 3 }, 'ewe'],
  [{ famachaFrom: 4 }],
  [{ bodyConditionTo: 2 }],
  [{ bodyConditionTo: 3 }, 'ewe'],
  [{ species: 'sheep', sex: 'female', age: 'grown', dueWithinDays: 7 }, 'ewe', 'old'],
])('the rule %j finds the animals for which all of it holds, in their order', (rule, ...ids) => {
  expect(found(rule)).toEqual(ids);
});

test('a condition about records that are not read yet finds nobody', () => {
  const places: HerdRule[] = [{ placeId: 'pen' }, { groupId: 'milkers' }, { dueWithinDays: 7 }, { inWithdrawal: true }];
  const care: HerdRule[] = [{ notTreatedForDays: 30 }, { famachaFrom: 1 }, { bodyConditionTo: 5 }];
  const rules: HerdRule[] = [...places, { neverWeighed: true }, { notWeighedForDays: 30 }, ...care];
  expect(rules.flatMap((rule) => found(rule, { today, states: undefined, due: undefined, care: undefined }))).toEqual([]);
});

test('an animal whose weight at birth or at weaning has no day was weighed', () => {
  const weights = [{ birthWeightGrams: 4000 }, { weaningWeightGrams: 20_000 }, {}];
  const lambs = weights.map((each, index) => buildAnimal({ ...sheep, id: `l${index}`, birthYear: 2026, ...each }));
  expect(animalsOfRule({ neverWeighed: true }, lambs, facts).map(({ id }) => id)).toEqual(['l2']);
});

test.each<[HerdRule, string]>([
  [{ species: 'sheep', sex: 'female', dueWithinDays: 7 }, 'is a ewe and is due within 7 days or overdue'],
  [{ age: 'grown' }, 'is a year or older'],
  [{ species: 'goat', sex: 'wether' }, 'is a wether (goat)'],
  [{ sex: 'male', bornYear: 2025, breed: 'Boer' }, 'is male, was born in 2025 and is of the breed Boer'],
  [{ placeId: 'pen', groupId: 'x' }, 'is at Pen 3 and is in a place or group that is gone'],
  [{ famachaFrom: 3, bodyConditionTo: 2 }, 'had FAMACHA 3 or higher and had body condition 2 or lower'],
])('the rule %j is said in words', (rule, text) => {
  expect(ruleText(rule, (id) => (id === 'pen' ? 'Pen 3' : undefined))).toBe(`Everyone who ${text}`);
});
