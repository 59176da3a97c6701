import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { countText, mayBeDoneWith, partsOfHerd } from './parts-of-herd.ts';

const today = '2026-11-23';
const ewe = buildAnimal({ id: 'ewe', tagNumber: '4-10', species: 'sheep', sex: 'female', birthDate: '2022-03-01' });
const old = buildAnimal({ id: 'old', tagNumber: '4-9', species: 'sheep', sex: 'female', birthDate: null });
const lamb = buildAnimal({ id: 'lamb', tagNumber: '4-11', species: 'sheep', sex: 'male', birthDate: '2026-04-01' });
const doe = buildAnimal({ id: 'doe', tagNumber: 'G-1', species: 'goat', sex: 'female', birthDate: '2022-03-01' });

const state = { placeId: null, groupIds: [], withdrawals: [], lastWeightGrams: 40_000, lastWeightDay: '2026-11-01' };
const byId = <S extends { readonly animalId: string }>(states: readonly S[]) =>
  new Map(states.map((each) => [each.animalId, each]));

test('animals are chosen by group, place, kind and who gives birth soon, as far as anybody is among them, in their order', () => {
  const states = [
    { ...state, animalId: 'ewe', placeId: 'pen', groupIds: ['first'] },
    { ...state, animalId: 'doe', groupIds: ['first'] },
    { ...state, animalId: 'old' },
    { ...state, animalId: 'lamb' },
  ];
  const groups = [
    { id: 'first', name: 'First', rule: {} },
    { id: 'nobody', name: 'Nobody', rule: {} },
    { id: 'soon', name: 'Ewes due', rule: { species: 'sheep' as const, dueWithinDays: 7, placeId: 'pen' } },
  ];
  const due = new Map([
    ['old', '2026-12-21'],
    ['doe', '2026-12-22'],
    ['ewe', '2026-11-01'],
  ]);
  const places = [{ id: 'pen', name: 'Pen 2' }];
  const options = partsOfHerd(
    { animals: [old, ewe, lamb, doe], states: byId(states), groups, places, due, care: undefined },
    today,
  );
  expect(options.map(({ label, ids }) => [label, ...ids])).toEqual([
    ['All', 'old', 'ewe', 'lamb', 'doe'],
    ['First', 'ewe', 'doe'],
    ['Ewes due', 'ewe'],
    ['Pen 2', 'ewe'],
    ['Due in 4 weeks', 'old', 'ewe'],
    ['Does', 'doe'],
    ['Ewes', 'old', 'ewe'],
    ['Lambs', 'lamb'],
  ]);
  expect(options.map(({ ruleText }) => ruleText).filter(Boolean)).toEqual([
    'Everyone who is a sheep, is at Pen 2 and is due within 7 days or overdue',
  ]);
});

test('animals in withdrawal, wethers and animals without a weight are chosen, the last once it is known who has one', () => {
  const wether = buildAnimal({ ...lamb, id: 'wether', castratedOn: '2026-05-01' });
  const known = { animals: [ewe, old, wether], groups: [], places: [], due: new Map(), care: undefined };
  const states = [
    { ...state, animalId: 'ewe', withdrawals: [{ product: 'meat' as const, clearOn: '2026-11-24', notRecordedOn: null }] },
    {
      ...state,
      animalId: 'old',
      withdrawals: [{ product: 'meat' as const, clearOn: '2026-11-23', notRecordedOn: null }],
      lastWeightGrams: null,
    },
  ];
  const listed = (options: ReturnType<typeof partsOfHerd>) => options.map(({ label, ids }) => [label, ...ids]);
  expect(listed(partsOfHerd({ ...known, states: byId(states) }, today))).toEqual([
    ['All', 'ewe', 'old', 'wether'],
    ['In withdrawal', 'ewe'],
    ['Ewes', 'ewe', 'old'],
    ['Lambs', 'wether'],
    ['Wethers', 'wether'],
    ['Never weighed', 'old', 'wether'],
  ]);
  expect(partsOfHerd({ ...known, states: undefined }, today).map(({ label }) => label)).toEqual([
    'All',
    'Ewes',
    'Lambs',
    'Wethers',
  ]);
});

test('work is done with animals on the farm, and pregnancy is checked of females', () => {
  const sold = buildAnimal({ ...ewe, status: 'sold' });
  const may = (work: 'weigh' | 'pregnancyCheck') => [ewe, lamb, sold].filter((animal) => mayBeDoneWith(work, animal, today));
  expect(may('weigh')).toEqual([ewe, lamb]);
  expect(may('pregnancyCheck')).toEqual([ewe]);
});

test('only young are weaned, once, and weighed at weaning also after it', () => {
  const [unweaned, weaned, yearling] = ['2027-01-05', '2027-01-04', '2026-01-05'].map((birthDate) => buildAnimal({ birthDate }));
  const weighed = buildAnimal({ birthDate: '2027-01-05', weaningWeightGrams: 20_000 });
  const may = (work: 'wean' | 'weighAtWeaning') =>
    [ewe, yearling!, weighed, weaned!, unweaned!].filter((animal) =>
      mayBeDoneWith(work, animal, '2027-02-25', animal === weaned ? '2027-02-20' : null),
    );
  expect(may('wean')).toEqual([unweaned]);
  expect(may('weighAtWeaning')).toEqual([weaned, unweaned]);
});

test('animals of unknown birth may be young, and those of a year until a year after its last day', () => {
  const may = (birthYear: number | null, day: string) => mayBeDoneWith('wean', buildAnimal({ birthDate: null, birthYear }), day);
  expect([may(null, today), may(2026, '2027-01-02'), may(2025, '2026-12-30'), may(2025, '2026-12-31')]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test.each([
  [[ewe, old], '2 ewes'],
  [[ewe], '1 ewe'],
  [[ewe, lamb], '2 sheep'],
  [[lamb, lamb], '2 lambs'],
  [[ewe, doe], '2 animals'],
  [[], '0 animals'],
])('how many and what they are', (animals, text) => {
  expect(countText(animals, today)).toBe(text);
});
