import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { attentionOf } from './attention.ts';

const now = '2026-11-23';
const ewe = buildAnimal({ species: 'sheep', sex: 'female' });
const sick = buildAnimal({ ...ewe, healthStatus: '1' });

const pregnant = (part: Pregnancy['part'], daysOver = 0) => {
  const due = { bredOn: '2026-07-01', bredUntil: null, due: '2026-11-26', day: 145, window: { from: 144, to: 152 } };
  return { pregnancy: { damId: ewe.id, species: 'sheep', ...due, part, daysOver, check: null } as unknown as Pregnancy };
};
const state = (change: object) => ({
  state: { withdrawals: [], due: [], left: null, ...change } as unknown as AnimalState,
});
const withheld = (...ends: [product: string, clearOn: string | null][]) =>
  state({ withdrawals: ends.map(([product, clearOn]) => ({ product, clearOn, notRecordedOn: null })) });
const unknown = state({ withdrawals: [{ product: 'meat', clearOn: null, notRecordedOn: '2026-11-01' }] });
const booster = (day: string) => state({ due: [{ kind: 'vaccination', label: 'CD&T', day, eventId: 'e', eventDay: day }] });

const held = withheld(['meat', '2026-12-04'], ['milk', '2026-11-25']);
const overdue = pregnant('overdue', 2);

test.each([
  ['an overdue birth before a sickness', sick, { ...overdue, ...held }, 'overdue: 2 days overdue'],
  ['a sickness before what is due', sick, pregnant('today'), 'sick: Poor'],
  ['a birth today before a withdrawal', ewe, { ...pregnant('today'), ...held }, 'due: Due today'],
  ['the last day of a withdrawal', ewe, { ...pregnant('week'), ...held }, 'withheld: Held to Dec 4'],
  ['a withdrawal without a day, whose course has not ended', ewe, withheld(['meat', null]), 'withheld: Withheld'],
  ['a withdrawal that is not recorded', ewe, unknown, 'withheld: Withdrawal not recorded'],
  ['a birth this week', ewe, pregnant('week'), 'due: Due in 3 days'],
  ['a vaccination that is due today', ewe, booster(now), 'due: CD&T due'],
  ['one that was due earlier', ewe, booster('2026-11-20'), 'overdue: CD&T due Nov 20'],
  ['nothing of a birth later', ewe, pregnant('later'), undefined],
  ['nothing of a vaccination later', ewe, booster('2026-11-24'), undefined],
  ['nothing of one that was sold', buildAnimal({ ...sick, status: 'sold' }), overdue, undefined],
  ['nothing of an outside parent', buildAnimal({ ...sick, isReference: true }), overdue, undefined],
])('what wants attention is %s', (_, animal, known, expected) => {
  const attention = attentionOf(animal, { state: undefined, pregnancy: undefined, ...known }, now);
  expect(attention && `${attention.kind}: ${attention.text}`).toBe(expected);
});
