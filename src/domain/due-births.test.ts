import { describe, expect, test } from 'vitest';
import { addDays } from './dates.ts';
import { type Herd, pregnancies } from './due-births.ts';

const today = '2027-02-25';
const ewe = { id: 'ewe', species: 'sheep' as const, status: 'active' as const, motherId: null, birthDate: '2023-03-01' };
const doe = { ...ewe, id: 'doe', species: 'goat' as const };

const mated = (day: number, rest: object = {}) => ({
  id: `mated ${day}`,
  motherId: 'ewe',
  fatherId: 'ram',
  breedingDate: addDays(today, -day),
  expectedDueDate: null,
  outcome: 'pending' as const,
  ...rest,
});

let count = 0;
const event = (kind: 'birth' | 'abortion' | 'pregnancyCheck', day: number, rest: object = {}) => ({
  id: String((count += 1)),
  kind,
  animalId: 'ewe',
  day: addDays(today, -day),
  createdAt: '2027-02-01T00:00:00.000Z',
  ...rest,
});

const expected = (herd: Partial<Herd>) => pregnancies({ animals: [ewe, doe], matings: [], events: [], ...herd }, today);

describe('on which day of pregnancy a female is due', () => {
  test.each([
    ['ewe', 139, 'later', 0],
    ['ewe', 140, 'week', 0],
    ['ewe', 146, 'week', 0],
    ['ewe', 147, 'today', 0],
    ['ewe', 152, 'today', 0],
    ['ewe', 153, 'overdue', 1],
    ['doe', 149, 'week', 0],
    ['doe', 150, 'today', 0],
    ['doe', 155, 'today', 0],
    ['doe', 158, 'overdue', 3],
  ])('%s on day %i: %s', (motherId, day, part, daysOver) => {
    expect(expected({ matings: [mated(day, { motherId })] })).toMatchObject([{ damId: motherId, day, part, daysOver }]);
  });

  test('the window is that of the species', () => {
    const [first, second] = expected({ matings: [mated(140), mated(140, { motherId: 'doe' })] });
    expect([first?.window, second?.window]).toEqual([
      { from: 144, to: 152 },
      { from: 145, to: 155 },
    ]);
  });

  test('where the farmer has corrected the due date, the window is moved by as much', () => {
    const [corrected] = expected({ matings: [mated(140, { expectedDueDate: addDays(today, 5) })] });
    expect(corrected).toMatchObject({ due: addDays(today, 5), window: { from: 142, to: 150 } });
  });

  test('dates are counted by the calendar, also over a leap day', () => {
    const matings = [mated(0, { breedingDate: '2027-10-10' })];
    expect(pregnancies({ animals: [ewe], matings, events: [] }, '2028-03-05')).toMatchObject([{ day: 147, due: '2028-03-05' }]);
  });
});

test('those that are due first stand first', () => {
  const matings = [mated(100), mated(150, { motherId: 'doe' })];
  expect(expected({ matings }).map(({ damId }) => damId)).toEqual(['doe', 'ewe']);
});

describe('no birth is expected', () => {
  test.each([
    ['of a female that has left', { animals: [{ ...ewe, status: 'died' as const }] }],
    ['from a planned mating', { matings: [mated(-1)] }],
    ['from a mating that was decided', { matings: [mated(147, { outcome: 'unsuccessful' })] }],
    ['after it was recorded', { events: [event('birth', 2)] }],
    ['after the young were lost', { events: [event('abortion', 60)] }],
    ['after a check that found her empty', { events: [event('pregnancyCheck', 100, { result: 'open' })] }],
    [
      'after young of hers were entered',
      { animals: [ewe, { ...ewe, id: 'lamb', motherId: 'ewe', birthDate: addDays(today, -1) }] },
    ],
    ['two months past the window', { matings: [mated(213)] }],
  ])('%s', (_, herd) => {
    expect(expected({ matings: [mated(147)], ...herd })).toEqual([]);
  });
});

test('what was before the mating does not end the pregnancy, and the last check counts', () => {
  const events = [
    event('birth', 160),
    event('pregnancyCheck', 90, { result: 'pregnant', count: 2 }),
    event('pregnancyCheck', 100, { result: 'open' }),
  ];
  const lamb = { ...ewe, id: 'lamb', motherId: 'ewe', birthDate: addDays(today, -160) };
  expect(expected({ animals: [ewe, lamb], matings: [mated(147)], events })).toMatchObject([{ check: { count: 2 } }]);
});

test('a female mated again is expected once: from the first mating while that may be, then from the next', () => {
  expect(expected({ matings: [mated(130), mated(147)] })).toMatchObject([{ day: 147 }]);
  expect(expected({ matings: [mated(140), mated(157)] })).toMatchObject([{ day: 140 }]);
  expect(expected({ matings: [mated(155), mated(172)] })).toMatchObject([{ day: 155, part: 'overdue' }]);
});
