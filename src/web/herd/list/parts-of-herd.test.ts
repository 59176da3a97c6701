import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { mayBeDoneWith, partsOfHerd } from './parts-of-herd.ts';

const today = '2026-11-23';
const sheep = (id: string, rest: object) => buildAnimal({ id, tagNumber: id, species: 'sheep', sex: 'female', ...rest });
const ewe = sheep('ewe', { birthDate: '2022-03-01' });
const old = sheep('old', { birthDate: null });
const lamb = sheep('lamb', { sex: 'male', birthDate: '2026-04-01' });
const doe = sheep('doe', { species: 'goat', birthDate: '2022-03-01' });

type Known = Parameters<typeof partsOfHerd>[0];
const nothing = { groups: [], places: [], due: new Map<string, string>(), care: undefined };
const weighed = { lastWeightGrams: 40_000, lastWeightDay: '2026-11-01' };
const state = (animalId: string, rest: object = {}) => {
  return { animalId, placeId: null, groupIds: [], withdrawals: [], ...weighed, ...rest };
};
const byId = (...states: { readonly animalId: string }[]) =>
  new Map(states.map((each) => [each.animalId, each])) as unknown as Known['states'];
const listed = (known: Known) => partsOfHerd(known, today).map(({ label, ids }) => [label, ...ids].join(' '));

test('animals are chosen by group, place, kind and who gives birth soon, as far as anybody is among them, in their order', () => {
  const rule = { species: 'sheep' as const, dueWithinDays: 7, placeId: 'pen' };
  const known: Known = {
    ...nothing,
    animals: [old, ewe, lamb, doe],
    states: byId(
      state('ewe', { placeId: 'pen', groupIds: ['first'] }),
      state('doe', { groupIds: ['first'] }),
      state('old'),
      state('lamb'),
    ),
    groups: [
      { id: 'first', name: 'First', rule: {} },
      { id: 'nobody', name: 'Nobody', rule: {} },
      { id: 'soon', name: 'Ewes due', rule },
    ],
    places: [{ id: 'pen', name: 'Pen 2' }],
    due: new Map(Object.entries({ old: '2026-12-21', doe: '2026-12-22', ewe: '2026-11-01' })),
  };
  const ofPlaces = ['First ewe doe', 'Ewes due ewe', 'Pen 2 ewe'];
  const ofKinds = ['Does doe', 'Ewes old ewe', 'Lambs lamb'];
  expect(listed(known)).toEqual(['All old ewe lamb doe', ...ofPlaces, 'Due in 4 weeks old ewe', ...ofKinds]);
  expect(partsOfHerd(known, today).flatMap(({ ruleText }) => ruleText ?? [])).toEqual([
    'Everyone who is a sheep, is at Pen 2 and is due within 7 days or overdue',
  ]);
});

test('animals in withdrawal, wethers and animals without a weight are chosen, the last once it is known who has one', () => {
  const wether = { ...lamb, id: 'wether', castratedOn: '2026-05-01' };
  const held = (clearOn: string) => ({ withdrawals: [{ product: 'meat', clearOn, notRecordedOn: null }] });
  const states = byId(state('ewe', held('2026-11-24')), state('old', { ...held('2026-11-23'), lastWeightGrams: null }));
  const known = { ...nothing, animals: [ewe, old, wether] };
  const kinds = ['Ewes ewe old', 'Lambs wether', 'Wethers wether'];
  const all = 'All ewe old wether';
  expect(listed({ ...known, states })).toEqual([all, 'In withdrawal ewe', ...kinds, 'Never weighed old wether']);
  expect(listed({ ...known, states: undefined })).toEqual([all, ...kinds]);
});

test('work is done with animals on the farm, and pregnancy is checked of females', () => {
  const herd = [ewe, lamb, { ...ewe, status: 'sold' as const }];
  const may = (work: 'weigh' | 'pregnancyCheck') => herd.filter((animal) => mayBeDoneWith(work, animal, today));
  expect([may('weigh'), may('pregnancyCheck')]).toEqual([[ewe, lamb], [ewe]]);
});

test('only young are weaned, once, and weighed at weaning also after it', () => {
  const weaned = buildAnimal({ birthDate: '2027-01-04' });
  const unweaned = buildAnimal({ birthDate: '2027-01-05' });
  const herd = [ewe, buildAnimal({ birthDate: '2026-01-05' }), { ...unweaned, weaningWeightGrams: 20_000 }, weaned, unweaned];
  const may = (work: 'wean' | 'weighAtWeaning') =>
    herd.filter((animal) => mayBeDoneWith(work, animal, '2027-02-25', animal === weaned ? '2027-02-20' : null));
  expect(may('wean')).toEqual([unweaned]);
  expect(may('weighAtWeaning')).toEqual([weaned, unweaned]);
});
