import { expect, test } from 'vitest';
import { calendarEntries, calendarKinds, maxCalendarEntries } from './calendar.ts';
import type { ChoreOfDay } from '../records/chores.ts';
import { pregnancies } from '../breeding/due-births.ts';
import { addDays } from '../values/dates.ts';
import { itemsPerStep, runToEnd } from '../values/steps.ts';
import { buildChore } from '#test/build-chore.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);
const unset = { motherId: null, birthDate: null, weaningWeightGrams: null };
const active = { species: 'sheep', status: 'active' } as const;
const animals = Array.from({ length: 70 }, (_, index) => ({ ...unset, ...active, id: `a${index}`, tagNumber: `T-${index}` }));
const state = (animalId: string, label: string, day: string) => {
  const usual = { placeId: null, groupIds: [], withdrawals: [], weanedOn: null, left: null };
  return { ...usual, animalId, due: [{ kind: 'vaccination' as const, label, day, eventId: 'e', eventDay: on(-20) }] };
};
const all = new Set(calendarKinds);
const chore = (id: string, rest: Partial<ChoreOfDay>) => buildChore({ id, day: today, ...rest });
const nothing = { animals, states: [], expected: [], chores: [], weaningDays: 90, papers: { due: [], putOff: [] } };
const entries = (sources: Partial<Parameters<typeof calendarEntries>[0]>, kinds = all) =>
  runToEnd(calendarEntries({ ...nothing, ...sources }, kinds, today));
const said = (...given: Parameters<typeof entries>) =>
  entries(...given).map(({ day, title, note }) => [day, title, note].join(' | '));

test('the same task for seventy animals is one entry, which names twenty of them', () => {
  const [entry, ...others] = entries({ states: animals.map(({ id }) => state(id, 'CD&T', on(9))) });
  expect(entry).toMatchObject({ day: on(9), title: '70 × CD&T', note: expect.stringMatching(/^T-0, .*, T-19, and 50 more$/) });
  expect(others).toEqual([]);
});

test('a birth without a due day is on the first day of its window, which its title says, and once it is overdue on the last one', () => {
  const exposures = ['a1', 'a2', 'a3'].map((id) => {
    const [inDay, outDay] = id === 'a3' ? [on(-190), on(-170)] : [on(-100), on(-60)];
    return { id, maleIds: ['ram'], femaleIds: [id], groupId: null, inDay, outDay, archivedAt: null };
  });
  const ewes = animals.map((animal) => ({ ...animal, sex: 'female' as const }));
  const expected = pregnancies({ animals: ewes, matings: [], events: [], exposures }, today);
  expect(entries({ expected }).filter(({ key }) => key.startsWith('birth'))).toMatchObject([
    { day: on(-18), title: 'T-3 due' },
    { day: on(44), title: '2 ewes may give birth from this day on', note: 'T-1, T-2' },
  ]);
});

test('a postponed task is on its new day with the reason, in an entry of its own', () => {
  const subject = `vaccination ${on(9)} CD&T`;
  const putOff = chore('c', { subject, animalIds: ['a1'], putOffTo: on(12), reason: 'Rain' });
  const found = said({ states: [state('a1', 'CD&T', on(9)), state('a2', 'CD&T', on(9))], chores: [putOff] });
  expect(found).toEqual([`${on(9)} | CD&T: T-2 | T-2`, `${on(12)} | CD&T: T-1 | T-1\nPut off: Rain`]);
});

test('a chore keeps its key when its day changes; a chore that is done or more than half a year away has no entry', () => {
  const others = [chore('done', { archivedAt: today }), chore('far', { day: on(200) })];
  const [first] = entries({ chores: [chore('c', { day: on(1) }), ...others] });
  expect(entries({ chores: [chore('c', { day: on(2) }), ...others] })).toMatchObject([{ key: first?.key, day: on(2) }]);
});

test('a chore for an animal that has left has no entry', () => {
  const [here] = nothing.animals;
  const chores = [chore('c', { day: on(1), animalIds: [here?.id ?? ''] })];
  expect(entries({ chores })).toHaveLength(1);
  expect(entries({ chores, animals: nothing.animals.map((each) => ({ ...each, status: 'sold' as const })) })).toEqual([]);
});

test('the nearest of very many entries are found in steps, between which a server can handle other requests', () => {
  const states = Array.from({ length: 5 * itemsPerStep }, (_, index) => state('a1', `Vaccine ${index}`, on((index % 150) + 1)));
  expect([...calendarEntries({ ...nothing, states }, all, today)]).toHaveLength(15);
  const found = entries({ states });
  expect(found).toHaveLength(maxCalendarEntries);
  expect(found.at(-1)?.day).toBe(on(29));
});

test('papers are on the day of the sale, in one entry for a buyer, or on the day to which they were put off with the reason', () => {
  const sale = { buyer: 'Ann', missing: ['receipt', 'movement'] as const, of: 2 };
  const due = { subject: 'papers a', day: on(-2), animalIds: ['a1', 'a2'], sale, reason: null };
  const registration = { subject: 'registration', day: on(-9), animalIds: ['a3'], sale: undefined };
  const putOff = { ...registration, chore: { putOffTo: on(4), reason: 'No form' }, to: on(4) };
  const papers = { due: [due], putOff: [putOff] };
  expect(said({ papers })).toEqual([
    `${on(-2)} | Receipt and movement document: 2 animals | T-1, T-2`,
    `${on(4)} | Registration: T-3 | T-3\nPut off: No form`,
  ]);
  expect(said({ papers }, new Set(calendarKinds.filter((kind) => kind !== 'papers')))).toEqual([]);
});
