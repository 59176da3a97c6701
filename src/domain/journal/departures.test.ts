import { expect, test } from 'vitest';
import { leavingViolation, statusAfter } from './departures.ts';

type Kind = 'sale' | 'death' | 'slaughter' | 'loan' | 'return';

const departure = (kind: Kind, day: number, id = `${kind} ${day}`) => ({
  id,
  kind,
  day: `2026-05-${String(day).padStart(2, '0')}`,
  time: null,
  createdAt: '2026-05-31T00:00:00.000Z',
});

const statusAfterAll = (recorded: readonly { readonly kind: Kind }[]) => {
  const last = recorded.at(-1)?.kind ?? 'return';
  return last === 'return' ? 'active' : statusAfter[last];
};

const soldAndBack: [Kind, number][] = [
  ['sale', 5],
  ['return', 7],
];
const lentAndBack: [Kind, number][] = [
  ['loan', 5],
  ['return', 7],
];
const wasSold = 'MJ-02 was sold on May 5, 2026. Change or undo that sale, or record its return first.';
test.each<[recorded: [Kind, number][], added: [Kind, number], sentence: string | undefined]>([
  [[], ['sale', 5], undefined],
  [[], ['return', 5], 'MJ-02 had not left the farm then, so it cannot return.'],
  [[['sale', 5]], ['sale', 9], wasSold],
  [[['sale', 5]], ['sale', 2], wasSold],
  [[['sale', 5]], ['return', 9], undefined],
  [soldAndBack, ['sale', 9], undefined],
  [soldAndBack, ['slaughter', 6], wasSold],
  [soldAndBack, ['return', 8], 'MJ-02 had not left the farm then, so it cannot return.'],
  [lentAndBack, ['death', 6], 'MJ-02 returned on May 7, 2026. Choose a later day, or change that entry first.'],
  [[['death', 5]], ['sale', 9], 'MJ-02 died on May 5, 2026. Change or undo that entry first.'],
  [[['slaughter', 5]], ['death', 9], 'MJ-02 was slaughtered on May 5, 2026. Change or undo that entry first.'],
  [[['loan', 5]], ['loan', 9], 'MJ-02 is on loan since May 5, 2026. Record its return first.'],
  [[['loan', 5]], ['sale', 9], undefined],
])('after %j, %j: %s', (recorded, [kind, day], sentence) => {
  const others = recorded.map((each) => departure(...each));
  const animal = { tagNumber: 'MJ-02', status: statusAfterAll(others) };
  expect(leavingViolation(departure(kind, day, 'added'), animal, { recorded: others }, 'mdy')).toBe(sentence);
});

test.each<[status: 'sold' | 'died', kind: Kind, isRefused: boolean]>([
  ['sold', 'sale', false],
  ['sold', 'return', false],
  ['sold', 'death', true],
  ['died', 'death', false],
  ['died', 'slaughter', false],
  ['died', 'sale', true],
  ['died', 'return', true],
])('an animal that is only marked as %s can have a %s with a day: not %s', (status, kind, isRefused) => {
  expect(leavingViolation(departure(kind, 5), { tagNumber: 'MJ-02', status }, { recorded: [] }, 'mdy')).toBe(
    isRefused ? `MJ-02 is marked as ${status === 'sold' ? 'sold' : 'dead'}. Set its status to Active first.` : undefined,
  );
});

test('an animal that is active after a recorded sale is back and leaves again, but two departures recorded together need a return', () => {
  const [before, sale, again] = [departure('sale', 5), departure('sale', 9), departure('sale', 10)];
  const active = { tagNumber: 'MJ-02', status: 'active' } as const;
  for (const kind of ['sale', 'loan', 'death', 'return'] as const) {
    expect(leavingViolation(departure(kind, 9), active, { recorded: [before] }, 'mdy')).toBeUndefined();
  }
  expect(leavingViolation(departure('sale', 2), active, { recorded: [before] }, 'mdy')).toMatch(/^MJ-02 was sold/);
  expect(leavingViolation(sale, active, { recorded: [before], added: [again] }, 'mdy')).toMatch(/^MJ-02 was sold/);
  expect(leavingViolation(again, active, { recorded: [], added: [sale] }, 'mdy')).toMatch(/^MJ-02 was sold/);
});
