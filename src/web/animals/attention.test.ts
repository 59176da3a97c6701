import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { attentionOf } from './attention.ts';

const now = '2026-11-23';
const ewe = buildAnimal({ species: 'sheep', sex: 'female' });
const sick = buildAnimal({ ...ewe, healthStatus: '1' });

const pregnant = (change: Partial<Pregnancy>): Pregnancy => ({
  matingId: 'm',
  damId: ewe.id,
  sireIds: ['s'],
  bredUntil: null,
  species: 'sheep',
  bredOn: '2026-07-01',
  due: '2026-11-26',
  day: 145,
  window: { from: 144, to: 152 },
  part: 'week',
  daysOver: 0,
  check: null,
  ...change,
});

const state = (change: Partial<AnimalState>): AnimalState => ({
  animalId: ewe.id,
  checkedOn: null,
  lastWeightGrams: null,
  lastWeightDay: null,
  gainGramsPerDay: null,
  gainDays: null,
  withdrawals: [],
  placeId: null,
  groupIds: [],
  rearedById: null,
  isBottleFed: false,
  weanedOn: null,
  left: null,
  due: [],
  ...change,
});

const overdue = pregnant({ part: 'overdue', daysOver: 2 });
const withheld = state({
  withdrawals: [
    { product: 'meat', clearOn: '2026-12-04', notRecordedOn: null },
    { product: 'milk', clearOn: '2026-11-25', notRecordedOn: null },
  ],
});
const booster = (day: string) => state({ due: [{ kind: 'vaccination', label: 'CD&T', day, eventId: 'e', eventDay: day }] });

test.each([
  ['an overdue birth before a sickness', sick, { pregnancy: overdue, state: withheld }, 'overdue: 2 days overdue'],
  ['a sickness before what is due', sick, { pregnancy: pregnant({ part: 'today' }) }, 'sick: Poor'],
  ['a birth today before a withdrawal', ewe, { pregnancy: pregnant({ part: 'today' }), state: withheld }, 'due: Due today'],
  ['the last day of a withdrawal', ewe, { pregnancy: pregnant({}), state: withheld }, 'withheld: Held to Dec 4'],
  ['a birth this week', ewe, { pregnancy: pregnant({}) }, 'due: Due in 3 days'],
  ['a vaccination that is due today', ewe, { state: booster(now) }, 'due: CD&T due'],
  ['one that was due earlier', ewe, { state: booster('2026-11-20') }, 'overdue: CD&T due Nov 20'],
  ['nothing of a birth later', ewe, { pregnancy: pregnant({ part: 'later' }) }, undefined],
  ['nothing of a vaccination later', ewe, { state: booster('2026-11-24') }, undefined],
  ['nothing of one that was sold', buildAnimal({ ...sick, status: 'sold' }), { pregnancy: overdue }, undefined],
  ['nothing of an outside parent', buildAnimal({ ...sick, isReference: true }), { pregnancy: overdue }, undefined],
])('what wants attention is %s', (_, animal, known, expected) => {
  const attention = attentionOf(animal, { state: undefined, pregnancy: undefined, ...known }, now);
  expect(attention && `${attention.kind}: ${attention.text}`).toBe(expected);
});

test('a withdrawal whose course has not ended has no day', () => {
  const open = state({ withdrawals: [{ product: 'meat', clearOn: null, notRecordedOn: null }] });
  expect(attentionOf(ewe, { state: open, pregnancy: undefined }, now)).toEqual({ kind: 'withheld', text: 'Withheld' });
});
