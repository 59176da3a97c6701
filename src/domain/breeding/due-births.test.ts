import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { endedByLeaving } from './exposures.ts';
import { type Herd, pregnancies } from './due-births.ts';

const today = '2027-02-25';
const on = (day: number) => addDays(today, -day);
const bornYesterday = { actualBirthDate: on(1) };
const ewe = {
  id: 'ewe',
  sex: 'female' as const,
  species: 'sheep' as const,
  status: 'active' as const,
  motherId: null,
  birthDate: '2023-03-01',
};
const doe = { ...ewe, id: 'doe', species: 'goat' as const };

const mated = (day: number, rest: object = {}) => {
  const usual = { motherId: 'ewe', fatherId: 'ram', expectedDueDate: null, actualBirthDate: null, outcome: 'pending' as const };
  return { ...usual, id: `mated ${day}`, breedingDate: on(day), ...rest };
};

let count = 0;
const event = (kind: 'birth' | 'abortion' | 'pregnancyCheck' | 'heat', day: number, rest: object = {}) => {
  const head = { id: String((count += 1)), animalId: 'ewe', day: on(day), createdAt: '2027-02-01T00:00:00.000Z' };
  return { ...head, kind, ...rest };
};

const expected = (herd: Partial<Herd>) => pregnancies({ animals: [ewe, doe], matings: [], events: [], ...herd }, today);

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
])('a female is due: %s on day %i: %s', (motherId, day, part, daysOver) => {
  expect(expected({ matings: [mated(day, { motherId })] })).toMatchObject([
    { damId: motherId, day, part, daysOver, window: motherId === 'ewe' ? { from: 144, to: 152 } : { from: 145, to: 155 } },
  ]);
});

test('a due date that the farmer has corrected moves the window by as many days', () => {
  const [corrected] = expected({ matings: [mated(140, { expectedDueDate: addDays(today, 5) })] });
  expect(corrected).toMatchObject({ due: addDays(today, 5), window: { from: 142, to: 150 } });
});

test.each([
  ['of a female that has left', { animals: [{ ...ewe, status: 'died' as const }] }],
  ['from a planned mating', { matings: [mated(-1)] }],
  ['from a mating that was decided', { matings: [mated(147, { outcome: 'unsuccessful' })] }],
  ['from a mating with the day of the birth', { matings: [mated(147, bornYesterday)] }],
  ['after the birth of another mating', { matings: [mated(147), mated(150, { outcome: 'successful', ...bornYesterday })] }],
  ['after it was recorded', { events: [event('birth', 2)] }],
  ['after the young were lost', { events: [event('abortion', 60)] }],
  ['after a check that found her empty', { events: [event('pregnancyCheck', 100, { result: 'open' })] }],
  ['after young of hers were entered', { animals: [ewe, { ...ewe, id: 'lamb', motherId: 'ewe', birthDate: on(1) }] }],
  ['two months past the window', { matings: [mated(213)] }],
])('no birth is expected %s', (_, herd) => {
  expect(expected({ matings: [mated(147)], ...herd })).toEqual([]);
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

test('a check that was unsure says nothing: she is still to be checked', () => {
  const unsure = event('pregnancyCheck', 95, { result: 'unsure' });
  expect(expected({ matings: [mated(147)], events: [unsure] })).toMatchObject([{ check: null }]);
  const before = event('pregnancyCheck', 100, { result: 'open' });
  expect(expected({ matings: [mated(147)], events: [before, unsure] })).toMatchObject([{ check: null }]);
});

test('a female mated again is expected once: from the first mating while that is possible, then from the next', () => {
  expect(expected({ matings: [mated(130), mated(147)] })).toMatchObject([{ day: 147 }]);
  expect(expected({ matings: [mated(140), mated(157)] })).toMatchObject([{ day: 140 }]);
  expect(expected({ matings: [mated(155), mated(172)] })).toMatchObject([{ day: 155, part: 'overdue' }]);
});

const exposure = (inDay: number, outDay: number | null, rest: object = {}) => {
  const usual = { id: 'exposure', maleIds: ['ram'], femaleIds: ['ewe'], groupId: null, archivedAt: null };
  const days = { inDay: on(inDay), outDay: outDay === null ? null : on(outDay) };
  return { ...usual, ...days, ...rest };
};
const two = { maleIds: ['a', 'b'] };
const allDays = { day: 150, window: { from: 144, to: 185 }, part: 'window', bredUntil: addDays(today, -117), sireIds: ['ram'] };
const both = [exposure(150, 112), exposure(143, 102, { id: 'second', maleIds: ['other'] })];
const daysOfBoth = { sireIds: ['ram', 'other'], bredUntil: addDays(today, -102), window: { from: 144, to: 200 }, part: 'window' };
const marks = [event('heat', 145), event('heat', 130, { sireId: 'b' })];
const byMark = { day: 130, window: { from: 144, to: 152 }, sireIds: ['b'], bredUntil: null };
const observed = [mated(150), mated(140)];
const byMating = { matingId: 'mated 140', day: 140, window: { to: 152 } };
const isOpen = event('pregnancyCheck', 5, { result: 'open' });

test.each<[string, ReturnType<typeof exposure>[], Partial<Herd>, object[]]>([
  ['are due until the last day on which they may have been mated', [exposure(150, 117)], {}, [{ matingId: null, ...allDays }]],
  ['are so with a record too', [exposure(150, 117)], { matings: [mated(150)] }, [{ matingId: 'mated 150', ...allDays }]],
  ['may give birth from the first day of their window on', [exposure(144, 117)], {}, [{ part: 'window' }]],
  ['are due in the week before that', [exposure(143, 117)], {}, [{ part: 'week' }]],
  ['are overdue only after the last possible day', [exposure(186, 153)], {}, [{ part: 'overdue', daysOver: 1 }]],
  ['are not overdue while the males are there', [exposure(300, null)], {}, [{ daysOver: 0, window: { to: 452 } }]],
  ['are due by all males, one after the other', both, {}, [daysOfBoth]],
  ['have no single sire with several males', [exposure(60, 40, two)], {}, [{ matingId: null, sireIds: ['a', 'b'] }]],
  ['are due by their last mark, and by who made it', [exposure(150, 117, two)], { events: marks }, [byMark]],
  ['are due by an observed mating', [exposure(150, 117)], { matings: observed }, [byMating]],
  ['are not expected if that is taken back', [exposure(60, 40, { archivedAt: '2027-01-01' })], {}, []],
  ['are not expected if found empty', [exposure(60, 40)], { events: [isOpen] }, []],
  ['are not expected if that failed', [exposure(60, 40)], { matings: [mated(60, { outcome: 'unsuccessful' })] }, []],
  ['are expected again from a birth on', [exposure(200, null)], { events: [event('birth', 100)] }, [{ day: 100 }]],
])('females that run with males %s', (_, exposures, others, found) => {
  expect(expected({ exposures, ...others })).toMatchObject(found);
});

test('females are with males until the last of these has left the farm, also if nobody took him out', () => {
  const left = (animalId: string, days: number) => ({ animalId, left: { day: on(days) } });
  const outDays = (states: ReturnType<typeof left>[], outDay: number | null = null) =>
    endedByLeaving([exposure(300, outDay, { maleIds: ['a', 'b'] })], states).map(({ outDay: day }) => day);
  expect(outDays([left('a', 250)])).toEqual([null]);
  expect(outDays([left('a', 250), left('b', 200)])).toEqual([addDays(today, -200)]);
  expect(outDays([left('a', 250), left('b', 200)], 260)).toEqual([addDays(today, -260)]);
  expect(outDays([left('a', 400), left('b', 400)])).toEqual([addDays(today, -300)]);
});

test('females that run with males are expected by the days on which they were in the group that they joined and left', () => {
  const move = (animalId: string, day: number, leavesGroup = false) => {
    const usual = { time: null, createdAt: '2027-02-01T00:00:00.000Z', placeId: null, groupId: 'group' };
    return { ...usual, id: `${animalId} ${day}`, animalId, day: on(day), leavesGroup };
  };
  const late = { ...ewe, id: 'late' };
  const wether = { ...ewe, id: 'wether', sex: 'male' as const };
  const moves = [move('ewe', 50, true), move('late', 45), move('wether', 45), move('late', 20, true)];
  const found = expected({ animals: [ewe, late, wether], moves, exposures: [exposure(60, 40, { groupId: 'group' })] });
  const days = found.map(({ damId, day, bredUntil }) => `${damId} ${day} ${bredUntil}`);
  expect(days).toEqual([`ewe 60 ${addDays(today, -50)}`, `late 45 ${addDays(today, -40)}`]);
});
