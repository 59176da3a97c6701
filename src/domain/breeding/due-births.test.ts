import { describe, expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { endedByLeaving } from './exposures.ts';
import { type Herd, pregnancies, pregnanciesInSteps } from './due-births.ts';
import { itemsPerStep } from '../values/steps.ts';

const today = '2027-02-25';
const ewe = {
  id: 'ewe',
  sex: 'female' as const,
  species: 'sheep' as const,
  status: 'active' as const,
  motherId: null,
  birthDate: '2023-03-01',
};
const doe = { ...ewe, id: 'doe', species: 'goat' as const };

const mated = (day: number, rest: object = {}) => ({
  id: `mated ${day}`,
  motherId: 'ewe',
  fatherId: 'ram',
  breedingDate: addDays(today, -day),
  expectedDueDate: null,
  actualBirthDate: null,
  outcome: 'pending' as const,
  ...rest,
});

let count = 0;
const event = (kind: 'birth' | 'abortion' | 'pregnancyCheck' | 'heat', day: number, rest: object = {}) => ({
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

  test('a due date that the farmer has corrected moves the window by as many days', () => {
    const [corrected] = expected({ matings: [mated(140, { expectedDueDate: addDays(today, 5) })] });
    expect(corrected).toMatchObject({ due: addDays(today, 5), window: { from: 142, to: 150 } });
  });

  test('calendar days are counted, across a leap day too', () => {
    const matings = [mated(0, { breedingDate: '2027-10-10' })];
    expect(pregnancies({ animals: [ewe], matings, events: [] }, '2028-03-05')).toMatchObject([{ day: 147, due: '2028-03-05' }]);
  });
});

test('the females are sorted by due date', () => {
  const matings = [mated(100), mated(150, { motherId: 'doe' })];
  expect(expected({ matings }).map(({ damId }) => damId)).toEqual(['doe', 'ewe']);
});

describe('no birth is expected', () => {
  test.each([
    ['of a female that has left', { animals: [{ ...ewe, status: 'died' as const }] }],
    ['from a planned mating', { matings: [mated(-1)] }],
    ['from a mating that was decided', { matings: [mated(147, { outcome: 'unsuccessful' })] }],
    ['from a mating with the day of the birth', { matings: [mated(147, { actualBirthDate: addDays(today, -1) })] }],
    [
      'after the birth of another mating was entered in its record',
      { matings: [mated(147), mated(150, { outcome: 'successful', actualBirthDate: addDays(today, -1) })] },
    ],
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

test('events before the mating do not end the pregnancy, and the last check counts', () => {
  const events = [
    event('birth', 160),
    event('pregnancyCheck', 90, { result: 'pregnant', count: 2 }),
    event('pregnancyCheck', 100, { result: 'open' }),
  ];
  const lamb = { ...ewe, id: 'lamb', motherId: 'ewe', birthDate: addDays(today, -160) };
  expect(expected({ animals: [ewe, lamb], matings: [mated(147)], events })).toMatchObject([{ check: { count: 2 } }]);
});

test('a female mated again is expected once: from the first mating while that is possible, then from the next', () => {
  expect(expected({ matings: [mated(130), mated(147)] })).toMatchObject([{ day: 147 }]);
  expect(expected({ matings: [mated(140), mated(157)] })).toMatchObject([{ day: 140 }]);
  expect(expected({ matings: [mated(155), mated(172)] })).toMatchObject([{ day: 155, part: 'overdue' }]);
});

describe('females that run with males', () => {
  const exposure = (inDay: number, outDay: number | null, rest: object = {}) => ({
    id: 'exposure',
    maleIds: ['ram'],
    femaleIds: ['ewe'],
    groupId: null,
    inDay: addDays(today, -inDay),
    outDay: outDay === null ? null : addDays(today, -outDay),
    archivedAt: null,
    ...rest,
  });
  const exposed = (...exposures: ReturnType<typeof exposure>[]) => ({ exposures });

  test('are due from the first to the last day on which they may have been mated, with or without a breeding record of the day in', () => {
    const expectation = {
      day: 150,
      window: { from: 144, to: 185 },
      part: 'window',
      bredUntil: addDays(today, -117),
      sireIds: ['ram'],
    };
    expect(expected({ matings: [mated(150)], ...exposed(exposure(150, 117)) })).toMatchObject([
      { matingId: 'mated 150', ...expectation },
    ]);
    expect(expected(exposed(exposure(150, 117)))).toMatchObject([{ matingId: null, ...expectation }]);
  });

  test('may give birth on any day from the first day of their window on, before the due date of the first mating', () => {
    const parts = [144, 143].map((day) => expected(exposed(exposure(day, 117)))[0]?.part);
    expect(parts).toEqual(['window', 'week']);
  });

  test('are overdue only after the last possible day, and until today if the males are still there', () => {
    expect(expected(exposed(exposure(186, 153)))).toMatchObject([{ part: 'overdue', daysOver: 1 }]);
    expect(expected(exposed(exposure(300, null)))).toMatchObject([{ daysOver: 0, window: { to: 452 } }]);
  });

  test('are with males until the last of these has left the farm, also if nobody took him out', () => {
    const left = (animalId: string, days: number) => ({ animalId, left: { day: addDays(today, -days) } });
    const outDays = (states: ReturnType<typeof left>[], outDay: number | null = null) =>
      endedByLeaving([exposure(300, outDay, { maleIds: ['a', 'b'] })], states).map(({ outDay: day }) => day);
    expect(outDays([left('a', 250)])).toEqual([null]);
    expect(outDays([left('a', 250), left('b', 200)])).toEqual([addDays(today, -200)]);
    expect(outDays([left('a', 250), left('b', 200)], 260)).toEqual([addDays(today, -260)]);
    expect(outDays([left('a', 400), left('b', 400)])).toEqual([addDays(today, -300)]);
  });

  test('are due until the last possible day of all males that they were with, one after the other', () => {
    const two = exposed(exposure(150, 112), exposure(143, 102, { id: 'second', maleIds: ['other'] }));
    expect(expected(two)).toMatchObject([
      { sireIds: ['ram', 'other'], bredUntil: addDays(today, -102), window: { from: 144, to: 200 }, part: 'window' },
    ]);
  });

  test('have no breeding record and no single sire if there are several males', () => {
    expect(expected(exposed(exposure(60, 40, { maleIds: ['a', 'b'] })))).toMatchObject([{ matingId: null, sireIds: ['a', 'b'] }]);
  });

  test('are due by the last day on which they were marked, and the sire is the male who marked them', () => {
    const events = [event('heat', 145), event('heat', 130, { sireId: 'b' })];
    expect(expected({ events, ...exposed(exposure(150, 117, { maleIds: ['a', 'b'] })) })).toMatchObject([
      { day: 130, window: { from: 144, to: 152 }, sireIds: ['b'], bredUntil: null },
    ]);
  });

  test('are due by the day of a breeding record of an observed mating with one of the males', () => {
    const matings = [mated(150), mated(140)];
    expect(expected({ matings, ...exposed(exposure(150, 117)) })).toMatchObject([
      { matingId: 'mated 140', day: 140, window: { to: 152 } },
    ]);
  });

  test('are no longer expected if their record is taken back or decided, or if they are found empty', () => {
    expect(expected(exposed(exposure(60, 40, { archivedAt: '2027-01-01T00:00:00.000Z' })))).toEqual([]);
    expect(expected({ events: [event('pregnancyCheck', 5, { result: 'open' })], ...exposed(exposure(60, 40)) })).toEqual([]);
    expect(expected({ matings: [mated(60, { outcome: 'unsuccessful' })], ...exposed(exposure(60, 40)) })).toEqual([]);
  });

  test('are expected again from the day on which they give birth while they are with the males', () => {
    expect(expected({ events: [event('birth', 100)], ...exposed(exposure(200, null)) })).toMatchObject([{ day: 100 }]);
  });

  test('are expected by the days on which they were in the group that they joined and left', () => {
    const move = (animalId: string, day: number, leavesGroup = false) => ({
      id: `${animalId} ${day}`,
      animalId,
      day: addDays(today, -day),
      time: null,
      createdAt: '2027-02-01T00:00:00.000Z',
      placeId: null,
      groupId: 'group',
      leavesGroup,
    });
    const late = { ...ewe, id: 'late' };
    const wether = { ...ewe, id: 'wether', sex: 'male' as const };
    const moves = [move('ewe', 50, true), move('late', 45), move('wether', 45), move('late', 20, true)];
    const found = expected({ animals: [ewe, late, wether], moves, ...exposed(exposure(60, 40, { groupId: 'group' })) });
    expect(found.map(({ damId, day, bredUntil }) => [damId, day, bredUntil])).toEqual([
      ['ewe', 60, addDays(today, -50)],
      ['late', 45, addDays(today, -40)],
    ]);
  });
});

test('the pregnancies of very many females are computed in steps, between which a server can handle other requests', () => {
  const ewes = Array.from({ length: 10 * itemsPerStep }, (_, index) => ({ ...ewe, id: `ewe ${index}` }));
  const matings = ewes.map(({ id }) => mated(40, { id: `mating of ${id}`, motherId: id }));
  const steps = [...pregnanciesInSteps({ animals: ewes, matings, events: [] }, today)];
  expect(steps.length).toBeGreaterThanOrEqual(20);
  expect(pregnancies({ animals: ewes, matings, events: [] }, today)).toHaveLength(ewes.length);
});
