import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { familiesOf, youngByDam, youngWith } from './mothering.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);
const animal = (id: string, status: 'active' | 'died' | 'sold' = 'active') => ({ id, status });

const young = (id: string | null, state: 'alive' | 'stillborn' | 'died' = 'alive') => ({
  id,
  state,
  sex: 'female' as const,
  tagNumber: id,
  name: null,
  color: null,
  weightGrams: null,
  waits: false,
});

const birth = (animalId: string, daysAgo: number, ids: readonly ReturnType<typeof young>[] = [], time: string | null = null) => ({
  id: `birth of ${animalId}`,
  animalId,
  day: on(-daysAgo),
  time,
  young: [...ids],
  createdAt: '2027-02-20T00:00:00.000Z',
});

const families = (sources: Partial<Parameters<typeof familiesOf<ReturnType<typeof animal>>>[0]>) =>
  familiesOf({ animals: ['a', 'b', 'c'].map((id) => animal(id)), births: [], moves: [], rearing: [], ...sources }, today);

test('a family is listed under today, then yesterday, then ready to go out, and no longer after a week', () => {
  const births = [birth('a', 2), birth('b', 0, [], '05:00'), birth('c', 1), birth('gone', 1), birth('a', 8)];
  expect(families({ births }).map(({ dam, part }) => [dam.id, part])).toEqual([
    ['b', 'today'],
    ['c', 'yesterday'],
    ['a', 'ready'],
  ]);
});

test('it has gone out when the dam was moved two days or more after the birth, not when she was moved into the pen', () => {
  const move = (animalId: string, daysAgo: number, groupId: string | null = null) => ({ animalId, day: on(-daysAgo), groupId });
  const births = ['a', 'b', 'c'].map((id) => birth(id, 3));
  const moves = [move('a', 1), move('b', 2), move('c', 1, 'group')];
  expect(families({ births, moves }).map(({ dam }) => dam.id)).toEqual(['b', 'c']);
});

test('the young have their current state: alive, stillborn, died, sold; a deleted one is left out', () => {
  const animals = [animal('a'), animal('x'), animal('y', 'died'), animal('z', 'sold')];
  const births = [birth('a', 0, [young('x'), young(null, 'stillborn'), young('y'), young('z'), young('deleted')])];
  expect(families({ animals, births })[0]?.young.map(({ state }) => state)).toEqual(['alive', 'stillborn', 'died', 'left']);
});

test('a fostered young stays in the litter of its own dam and is listed with its foster dam too', () => {
  const animals = [animal('a'), animal('b'), animal('x'), animal('y')];
  const births = [birth('a', 0, [young('x'), young('y')]), birth('b', 1)];
  const rearing = [
    { animalId: 'x', rearedById: 'b', isBottleFed: false },
    { animalId: 'y', rearedById: null, isBottleFed: true },
  ];
  const [own, other] = families({ animals, births, rearing });
  expect(own?.young).toMatchObject([{ rearedBy: { id: 'b' } }, { isBottleFed: true }]);
  expect(other?.fostered).toEqual([animals[2]]);
});

test('a dam that died is listed while her young are alive and without a foster dam, and one that was sold is not', () => {
  const animals = [animal('a', 'died'), animal('b', 'sold'), animal('c', 'died'), animal('d'), animal('e', 'died')];
  const lambs = [animal('x'), animal('y'), animal('z'), animal('v', 'died'), animal('w')];
  const births = [
    birth('a', 1, [young('x')]),
    birth('b', 1, [young('y')]),
    birth('c', 1, [young('z'), young('v')]),
    birth('d', 1),
    birth('e', 1),
  ];
  const rearing = [
    { animalId: 'z', rearedById: 'd', isBottleFed: false },
    { animalId: 'w', rearedById: 'e', isBottleFed: false },
  ];
  const found = families({ animals: [...animals, ...lambs], births, rearing });
  expect(found.map(({ dam }) => dam.id).toSorted()).toEqual(['a', 'd', 'e']);
  const bottleFed = [{ animalId: 'x', rearedById: null, isBottleFed: true }];
  expect(families({ animals: [...animals, ...lambs], births, rearing: bottleFed }).map(({ dam }) => dam.id)).toContain('a');
});

const lamb = (id: string, more: object = {}) => ({
  id,
  status: 'active' as const,
  motherId: 'a',
  birthDate: on(-30),
  weaningWeightGrams: null,
  ...more,
});

test('with a female are the young that she fosters, and her own that are not fostered, bottle-fed, weaned, old or elsewhere', () => {
  const state = (animalId: string, more: object = {}) => ({
    animalId,
    rearedById: null,
    isBottleFed: false,
    weanedOn: null,
    placeId: 'pen',
    ...more,
  });
  const animals = [
    lamb('a', { motherId: null, birthDate: on(-900) }),
    lamb('own'),
    lamb('without a state'),
    lamb('weaned'),
    lamb('weighed', { weaningWeightGrams: 20_000 }),
    lamb('grown', { birthDate: on(-300) }),
    lamb('sold', { status: 'sold' }),
    lamb('elsewhere'),
    lamb('bottle'),
    lamb('given'),
    lamb('taken', { motherId: 'b' }),
  ];
  const states = [
    state('a'),
    state('own'),
    state('weaned', { weanedOn: on(-1) }),
    state('elsewhere', { placeId: 'hill' }),
    state('bottle', { isBottleFed: true }),
    state('given', { rearedById: 'b' }),
    state('taken', { rearedById: 'a', placeId: 'hill' }),
  ];
  const byDam = youngByDam({ animals, states, weaningDays: 90 }, today);
  const idsWith = (...damIds: string[]) => youngWith(damIds, byDam).map(({ id }) => id);
  expect(idsWith('a')).toEqual(['own', 'without a state', 'taken']);
  expect(idsWith('b')).toEqual(['given']);
  expect(idsWith('a', 'own')).toEqual(['without a state', 'taken']);
});

test.each([
  [60, 150],
  [120, 210],
  [null, 180],
])('with the age at weaning %s, young that nobody weaned are with her for %i days', (weaningDays, last) => {
  const animals = [last, last + 1].map((days) => lamb(`${days}`, { birthDate: on(-days) }));
  expect(
    youngByDam({ animals, states: [], weaningDays }, today)
      .get('a')
      ?.map(({ id }) => id),
  ).toEqual([`${last}`]);
});
