import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { pregnancies } from '../breeding/due-births.ts';
import { type ChoreOfDay, nextDay, doneFields, notDoneFields } from '../records/chores.ts';
import { agendaFor, agendaOf, responsibleFor } from './today.ts';
import { buildChore } from '#test/build-chore.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);

const animal = (id: string, status: 'active' | 'sold' = 'active') => {
  const unset = { motherId: null as string | null, birthDate: null as string | null, weaningWeightGrams: null as number | null };
  return { ...unset, id, sex: 'female' as const, status, species: 'sheep' as const };
};
const abc = ['a', 'b', 'c'].map((id) => animal(id));

const state = (animalId: string, rest: object = {}) => {
  const usual = { placeId: null, groupIds: [], withdrawals: [], due: [], weanedOn: null, left: null };
  return { ...usual, animalId, ...rest };
};
const due = (kind: 'vaccination' | 'dose', days: number, label: string) => {
  const event = { eventId: `${kind} ${label}`, eventDay: on(days - 20) };
  return { ...event, kind, label, day: on(days) };
};
const booster = (days: number, label = 'CD&T') => ({ due: [due('vaccination', days, label)] });

type Sources = Parameters<typeof agendaOf>[0];

const agenda = (sources: Partial<Sources>, day = today) =>
  agendaOf({ animals: abc, states: [], expected: [], chores: [], weaningDays: 90, ...sources }, day);

const tasks = (sources: Partial<Sources>) => agenda(sources).tasks;

const chore = (rest: Partial<ChoreOfDay>) => buildChore({ day: today, ...rest });

const mated = (motherId: string, day: number) => {
  const open = { expectedDueDate: null, actualBirthDate: null, outcome: 'pending' as const };
  return { ...open, id: `${motherId} ${day}`, motherId, fatherId: 'ram', breedingDate: on(-day) };
};
const expectedOf = (...days: readonly (readonly [string, number])[]) =>
  pregnancies({ animals: abc, matings: days.map(([id, day]) => mated(id, day)), events: [] }, today);
/** The ewe a ran with the ram. */
const ranWith = (from: number, to: number | null, ...matings: ReturnType<typeof mated>[]) => {
  const days = { inDay: on(from), outDay: to === null ? null : on(to) };
  const exposures = [{ id: 'e', maleIds: ['ram'], femaleIds: ['a'], groupId: null, archivedAt: null, ...days }];
  return pregnancies({ animals: abc, matings, events: [], exposures }, today);
};

test('nothing is due on a quiet day', () => {
  expect(tasks({ expected: expectedOf(['a', 100]), states: [state('a', booster(8))] })).toEqual([]);
});

test('births are listed as overdue, today, or by day in this week', () => {
  expect(tasks({ expected: expectedOf(['a', 155], ['b', 148], ['c', 144]) })).toMatchObject([
    { kind: 'birth', part: 'overdue', animalIds: ['a'] },
    { kind: 'birth', part: 'today', animalIds: ['b'] },
    { kind: 'birth', part: 'week', day: on(3), animalIds: ['c'] },
  ]);
});

test('a birth without a due day begins with its window, apart from one that is due on that day', () => {
  expect(tasks({ expected: ranWith(-141, -110, mated('b', 144)) })).toMatchObject([
    { kind: 'birth', part: 'week', day: on(3), animalIds: ['b'] },
    { kind: 'birth', part: 'week', day: on(3), animalIds: ['a'] },
  ]);
});

test('overdue births are one task, also without a due day, and overdue since their window has ended', () => {
  const expected = ranWith(-175, -155, mated('b', 156));
  expect(expected).toMatchObject([{ daysOver: 3 }, { daysOver: 4 }]);
  expect(tasks({ expected })).toMatchObject([{ kind: 'birth', part: 'overdue', day: on(-3), animalIds: ['a', 'b'] }]);
  expect(tasks({ expected: ranWith(-270, -185) })).toMatchObject([{ part: 'overdue', day: on(-33), animalIds: ['a'] }]);
});

test('boosters of one medicine on one day are one task; animals that have left and last year’s boosters are ignored', () => {
  const states = [state('a', booster(0)), state('b', booster(0)), state('c', booster(-2)), state('gone', booster(0))];
  expect(tasks({ animals: [...abc, animal('gone', 'sold')], states })).toMatchObject([
    { part: 'overdue', day: on(-2), animalIds: ['c'] },
    { part: 'today', label: 'CD&T', animalIds: ['a', 'b'] },
  ]);
  expect(tasks({ states: [state('a', booster(-91))] })).toEqual([]);
});

test('every due task of an animal is listed, including the next dose of a course, with the events that it follows from', () => {
  const dues = [due('dose', 0, 'Penicillin, dose 2 of 3'), due('vaccination', 3, 'Rabies')];
  expect(tasks({ states: ['a', 'b'].map((id) => state(id, { due: dues })) })).toMatchObject([
    { kind: 'dose', part: 'today', animalIds: ['a', 'b'], saidBy: [{ eventDay: on(-20) }, { eventDay: on(-20) }] },
    { kind: 'vaccination', part: 'week', label: 'Rabies', animalIds: ['a', 'b'] },
  ]);
});

test('the end of a withdrawal is listed from a week before until the day on which the product is clear', () => {
  const ends = (days: number | null) => {
    return { withdrawals: [{ product: 'milk' as const, clearOn: days === null ? null : on(days), notRecordedOn: null }] };
  };
  expect(tasks({ states: [state('a', ends(0)), state('b', ends(7)), state('c', ends(8))] })).toMatchObject([
    { kind: 'withdrawalEnd', part: 'today', product: 'milk', animalIds: ['a'] },
    { kind: 'withdrawalEnd', part: 'week', day: on(7), animalIds: ['b'] },
  ]);
  expect(tasks({ states: [state('a', ends(-1)), state('b', ends(null))] })).toEqual([]);
});

test('young of the farm’s dams are to be weaned at the age set by the farm, all overdue ones in one task, until a weaning or weaning weight is recorded', () => {
  const young = (id: string, days: number, rest: object = {}) => ({
    ...animal(id),
    motherId: 'a',
    birthDate: on(-days),
    ...rest,
  });
  const herd = [animal('a'), young('b', 97), young('c', 91), young('d', 90), young('e', 84), young('f', 82)];
  const found = tasks({ animals: herd }).map(({ kind, part, animalIds }) => `${kind} ${part}: ${animalIds.join(' ')}`);
  expect(found).toEqual(['weaning overdue: b c', 'weaning today: d', 'weaning week: e']);
  expect(tasks({ animals: herd, weaningDays: 120 })).toEqual([]);
  expect(tasks({ animals: herd, weaningDays: null })).toEqual([]);
  const done = [young('b', 90, { weaningWeightGrams: 20_000 }), young('c', 90), young('d', 90, { motherId: 'bought' })];
  expect(tasks({ animals: [animal('a'), ...done], states: [state('c', { weanedOn: on(-3) })] })).toEqual([]);
});

test('females are to be scanned between the 35th and the 60th day, all in one task', () => {
  expect(tasks({ expected: expectedOf(['a', 35], ['b', 60], ['c', 61]) })).toMatchObject([
    { kind: 'pregnancyCheck', part: 'today', animalIds: ['b', 'a'] },
  ]);
  expect(tasks({ expected: expectedOf(['a', 34]) })).toEqual([]);
});

test('equal tasks are one task for each place, and for each group of animals without a place', () => {
  const states = [
    state('a', { ...booster(0), placeId: 'pen', groupIds: ['ewes'] }),
    state('b', { ...booster(0), placeId: 'pen' }),
    state('c', { ...booster(0), groupIds: ['ewes'] }),
  ];
  const found = tasks({ states }).map(({ where, animalIds }) => `${where?.kind} ${where?.id}: ${animalIds.join(' ')}`);
  expect(found).toEqual(['place pen: a b', 'group ewes: c']);
});

test('a postponed task is hidden until its day, comes back with the reason, and is done once it is recorded', () => {
  const states = [state('a', booster(0)), state('b', booster(0))];
  const [task] = tasks({ states });
  const [subject] = task?.subjects ?? [];
  const away = chore({ subject: subject?.subject ?? null, day: today, animalIds: ['a'], putOffTo: on(9), reason: 'Rain' });
  const put = agenda({ states, chores: [away] });
  expect(put.tasks).toMatchObject([{ animalIds: ['b'], putOff: null }]);
  expect(put.putOff).toMatchObject([{ chore: away, to: on(9), animalIds: ['a'] }]);
  const back = agenda({ states: [states[0] ?? state('a')], chores: [away] }, on(9));
  expect(back.tasks).toMatchObject([{ part: 'today', animalIds: ['a'], putOff: { to: on(9), reason: 'Rain' } }]);
  expect(back.putOff).toEqual([]);
  expect(agenda({ states: [state('a', booster(300)), state('b', booster(0))], chores: [away] }).putOff).toEqual([]);
});

test('a chore is listed on its day however old it is, later chores separately, and those done today as well', () => {
  const chores = [
    chore({ id: 'old', day: on(-200) }),
    chore({ id: 'soon', day: on(7), placeId: 'pen' }),
    chore({ id: 'later', day: on(8) }),
    chore({ id: 'away', putOffTo: on(1) }),
    chore({ id: 'done', doneOn: today, archivedAt: today }),
    chore({ id: 'long ago', doneOn: on(-1), archivedAt: today }),
  ];
  const found = agenda({ chores });
  const listed = found.tasks.map((task) => `${task.part} ${task.kind === 'chore' ? task.chore.id : ''} ${task.where?.id}`);
  expect(listed).toEqual(['overdue old undefined', 'week soon pen']);
  expect(found.later.map(({ id }) => id)).toEqual(['later']);
  expect(found.putOff.map(({ chore: { id } }) => id)).toEqual(['away']);
  expect(found.done.map(({ id }) => id)).toEqual(['done']);
});

test('a chore for animals alone waits while all of them have left, and is back when one is', () => {
  const chores = [
    chore({ id: 'alone', animalIds: ['a'], responsible: 'Ann' }),
    chore({ id: 'later', animalIds: ['a'], day: on(8) }),
    chore({ id: 'put off', animalIds: ['a'], putOffTo: on(1) }),
    chore({ id: 'one is here', animalIds: ['a', 'b'] }),
    chore({ id: 'of a place', animalIds: ['a'], placeId: 'pen' }),
  ];
  const idsOf = (status: 'active' | 'sold') => {
    const animals = [animal('a', status), animal('b')];
    const { tasks: listed, later, putOff } = agenda({ animals, chores });
    const shown = [
      ...listed.flatMap((task) => (task.kind === 'chore' ? task.chore : [])),
      ...later,
      ...putOff.map((p) => p.chore),
    ];
    return [...shown.map(({ id }) => id), ...responsibleFor({ animals, chores })];
  };
  expect(idsOf('sold')).toEqual(['one is here', 'of a place']);
  expect(idsOf('active')).toEqual(['alone', 'one is here', 'of a place', 'later', 'put off', 'Ann']);
});

test('a repeating chore moves to its next day when it is done, and back when that is taken back', () => {
  expect(nextDay({ day: '2027-01-31', repeat: 'month' }, '2027-02-25')).toBe('2027-02-28');
  expect(nextDay({ day: '2027-01-31', repeat: 'month' }, '2027-02-28')).toBe('2027-03-31');
  expect(nextDay({ day: on(-15), repeat: 'week' }, today)).toBe(on(6));
  const before = chore({ day: on(-15), repeat: 'week', putOffTo: today, reason: 'Rain', doneOn: on(-22) });
  const done = { ...before, ...doneFields(before, today) };
  expect(done).toMatchObject({ day: on(6), doneOn: today, putOffTo: null, reason: null, archivedAt: null });
  expect({ ...done, ...notDoneFields(before) }).toMatchObject({ ...before });
  expect(doneFields(chore({}), today)).toMatchObject({ isArchived: true, doneOn: today });
});

test('only the tasks of one person are shown, and people without open tasks are not offered', () => {
  const of = (id: string, responsible: string | null, rest: Partial<ChoreOfDay> = {}) => chore({ id, responsible, ...rest });
  const ofAnn = [of('ann', 'Ann'), of('ann later', 'Ann', { day: on(20) }), of('ann put off', 'Ann', { putOffTo: on(2) })];
  const chores = [...ofAnn, of('bob', 'Bob'), of('nobody', null), of('cid', 'Cid', { doneOn: today, archivedAt: today })];
  expect(responsibleFor({ animals: abc, chores })).toEqual(['Ann', 'Bob']);
  const { tasks: theirs, later, putOff, done } = agendaFor(agenda({ chores, states: [state('a', booster(0))] }), 'Ann');
  expect(theirs.map((task) => (task.kind === 'chore' ? task.chore.id : task.kind))).toEqual(['ann']);
  expect([...later, ...putOff.map((each) => each.chore), ...done].map(({ id }) => id)).toEqual(['ann later', 'ann put off']);
});
