import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { familiesOf, youngByDam, youngWith } from './mothering.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);
const animal = (id: string, status: 'active' | 'died' | 'sold' = 'active') => ({ id, status });

const young = (id: string | null, state: 'alive' | 'stillborn' | 'died' = 'alive') => {
  const unset = { name: null, color: null, weightGrams: null, waits: false };
  return { ...unset, id, state, sex: 'female' as const, tagNumber: id };
};
const birth = (animalId: string, daysAgo: number, ids: readonly ReturnType<typeof young>[] = [], time: string | null = null) => {
  const head = { id: `birth of ${animalId}`, animalId, day: on(-daysAgo), time };
  return { ...head, young: [...ids], createdAt: '2027-02-20T00:00:00.000Z' };
};
const rearing = (reared: Record<string, string | null>) =>
  Object.entries(reared).map(([animalId, rearedById]) => ({ animalId, rearedById, isBottleFed: rearedById === null }));

const families = (sources: Partial<Parameters<typeof familiesOf<ReturnType<typeof animal>>>[0]>) =>
  familiesOf({ animals: ['a', 'b', 'c'].map((id) => animal(id)), births: [], moves: [], rearing: [], ...sources }, today);

test('a family is listed under today, then yesterday, then ready to go out, and no longer after a week', () => {
  const births = [birth('a', 2), birth('b', 0, [], '05:00'), birth('c', 1), birth('gone', 1), birth('a', 8)];
  expect(families({ births }).map(({ dam, part }) => `${dam.id} ${part}`)).toEqual(['b today', 'c yesterday', 'a ready']);
});

test('it has gone out when the dam was moved two days or more after the birth, not when she was moved into the pen', () => {
  const move = (animalId: string, daysAgo: number, groupId: string | null = null) => ({ animalId, day: on(-daysAgo), groupId });
  const moves = [move('a', 1), move('b', 2), move('c', 1, 'group')];
  expect(families({ births: ['a', 'b', 'c'].map((id) => birth(id, 3)), moves }).map(({ dam }) => dam.id)).toEqual(['b', 'c']);
});

test('the young have their current state: alive, stillborn, died, sold; a deleted one is left out', () => {
  const animals = [animal('a'), animal('x'), animal('y', 'died'), animal('z', 'sold')];
  const births = [birth('a', 0, [young('x'), young(null, 'stillborn'), young('y'), young('z'), young('deleted')])];
  expect(families({ animals, births })[0]?.young.map(({ state }) => state)).toEqual(['alive', 'stillborn', 'died', 'left']);
});

test('a fostered young stays in the litter of its own dam and is listed with its foster dam too', () => {
  const animals = [animal('a'), animal('b'), animal('x'), animal('y')];
  const births = [birth('a', 0, [young('x'), young('y')]), birth('b', 1)];
  const [own, other] = families({ animals, births, rearing: rearing({ x: 'b', y: null }) });
  expect(own?.young).toMatchObject([{ rearedBy: { id: 'b' } }, { isBottleFed: true }]);
  expect(other?.fostered).toEqual([animals[2]]);
});

test('a dam that died is listed while her young are alive and without a foster dam, and one that was sold is not', () => {
  const animals = [animal('a', 'died'), animal('b', 'sold'), animal('c', 'died'), animal('d'), animal('e', 'died')];
  const lambs = [animal('x'), animal('y'), animal('z'), animal('v', 'died'), animal('w')];
  const litters = { a: [young('x')], b: [young('y')], c: [young('z'), young('v')], d: [], e: [] };
  const births = Object.entries(litters).map(([id, litter]) => birth(id, 1, litter));
  const known = { animals: [...animals, ...lambs], births };
  const damsIn = (sources: Parameters<typeof families>[0]) => families(sources).map(({ dam }) => dam.id);
  expect(damsIn({ ...known, rearing: rearing({ z: 'd', w: 'e' }) }).toSorted()).toEqual(['a', 'd', 'e']);
  expect(damsIn({ ...known, rearing: rearing({ x: null }) })).toContain('a');
});

const lamb = (id: string, more: object = {}) => {
  const usual = { status: 'active' as const, motherId: 'a', birthDate: on(-30), weaningWeightGrams: null };
  return { ...usual, id, ...more };
};

test('with a female are the young that she fosters, and her own that are not fostered, bottle-fed, weaned, old or elsewhere', () => {
  const state = (animalId: string, more: object = {}) => {
    const usual = { rearedById: null, isBottleFed: false, weanedOn: null, placeId: 'pen' };
    return { ...usual, animalId, ...more };
  };
  const animals = [
    lamb('a', { motherId: null, birthDate: on(-900) }),
    ...['own', 'without a state', 'weaned', 'elsewhere', 'bottle', 'given'].map((id) => lamb(id)),
    lamb('weighed', { weaningWeightGrams: 20_000 }),
    lamb('grown', { birthDate: on(-300) }),
    lamb('sold', { status: 'sold' }),
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
  const stillWith = youngByDam({ animals, states: [], weaningDays }, today).get('a');
  expect(stillWith?.map(({ id }) => id)).toEqual([`${last}`]);
});
