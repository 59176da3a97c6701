import { expect, test } from 'vitest';
import { grazingOf, whereaboutsOn } from './whereabouts.ts';

let count = 0;
const head = (animalId: string, day: string) => {
  return { id: String((count += 1)).padStart(4, '0'), animalId, day, time: null, createdAt: '2026-11-01T00:00:00.000Z' };
};
const toPlace = (animalId: string, day: string, placeId: string | null) => {
  const where = { placeId, groupId: null, leavesGroup: false };
  return { ...head(animalId, day), kind: 'move' as const, ...where };
};
const toGroup = (animalId: string, day: string, leavesGroup = false) => {
  const where = { groupId: 'group', leavesGroup };
  return { ...toPlace(animalId, day, null), ...where };
};
const died = (animalId: string, day: string) => ({ ...head(animalId, day), kind: 'death' as const });

const events = [
  toPlace('a', '2026-05-01', 'hill'),
  toPlace('b', '2026-05-03', 'hill'),
  toGroup('a', '2026-05-02'),
  toPlace('a', '2026-05-10', 'mill'),
  toGroup('a', '2026-05-12', true),
  died('b', '2026-05-15'),
];

test.each([
  ['2026-04-30', [], [], []],
  ['2026-05-01', ['a'], [], []],
  ['2026-05-03', ['a', 'b'], ['a'], []],
  ['2026-05-10', ['b'], ['a'], ['a']],
  ['2026-05-12', ['b'], [], ['a']],
  ['2026-05-15', [], [], ['a']],
])('who was in each place and group on %s', (day, hill, group, mill) => {
  for (const order of [events, events.toReversed()]) {
    const found = whereaboutsOn(order, day);
    expect(['hill', 'group', 'mill'].map((id) => [...(found.get(id) ?? [])])).toEqual([hill, group, mill]);
  }
});

test('a place is grazed from the first arrival until the last departure, and rests since then', () => {
  const grazing = grazingOf(events);
  expect(grazing.get('hill')).toEqual({ since: null, emptySince: '2026-05-15' });
  expect(grazing.get('mill')).toEqual({ since: '2026-05-10', emptySince: null });
  const again = grazingOf([...events, toPlace('c', '2026-06-01', 'hill')]);
  expect(again.get('hill')).toEqual({ since: '2026-06-01', emptySince: null });
  expect(grazing.get('unused')).toBeUndefined();
});

test('moving to the same place again, or leaving a group without being in it, changes nothing', () => {
  const again = [...events, toPlace('a', '2026-06-01', 'mill'), toGroup('c', '2026-06-01', true)];
  expect(grazingOf(again).get('mill')).toEqual({ since: '2026-05-10', emptySince: null });
  expect(whereaboutsOn(again, '2026-06-01').get('mill')).toEqual(new Set(['a']));
});

test('an animal on loan is at no place and in no group until it is moved again', () => {
  const lent = { ...head('a', '2026-05-11'), kind: 'loan' as const };
  const recorded = [toPlace('a', '2026-05-01', 'hill'), toGroup('a', '2026-05-02'), lent];
  expect(whereaboutsOn(recorded, '2026-05-10').get('hill')).toEqual(new Set(['a']));
  for (const id of ['hill', 'group']) expect(whereaboutsOn(recorded, '2026-05-11').get(id)).toEqual(new Set());
  expect(whereaboutsOn([...recorded, toPlace('a', '2026-06-01', 'hill')], '2026-06-01').get('hill')).toEqual(new Set(['a']));
});
