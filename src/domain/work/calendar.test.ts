import { expect, test } from 'vitest';
import { calendarEntries, calendarKinds, maxCalendarEntries } from './calendar.ts';
import type { ChoreOfDay } from '../records/chores.ts';
import { pregnancies } from '../breeding/due-births.ts';
import { addDays } from '../values/dates.ts';
import { itemsPerStep, runToEnd } from '../values/steps.ts';
import { buildChore } from '#test/build-chore.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);
const animals = Array.from({ length: 70 }, (_, index) => ({
  id: `a${index}`,
  tagNumber: `T-${index}`,
  species: 'sheep' as const,
  status: 'active' as const,
  motherId: null,
  birthDate: null,
  weaningWeightGrams: null,
}));
const state = (animalId: string, label: string, day: string) => ({
  animalId,
  placeId: null,
  groupIds: [],
  withdrawals: [],
  weanedOn: null,
  left: null,
  due: [{ kind: 'vaccination' as const, label, day, eventId: 'e', eventDay: on(-20) }],
});
const all = new Set(calendarKinds);
const chore = (id: string, rest: Partial<ChoreOfDay>) => buildChore({ id, day: today, ...rest });
const entries = (sources: Partial<Parameters<typeof calendarEntries>[0]>) =>
  runToEnd(
    calendarEntries(
      { animals, states: [], expected: [], chores: [], weaningDays: 90, papers: { due: [], putOff: [] }, ...sources },
      all,
      today,
    ),
  );

test('the same task for seventy animals is one entry, which names twenty of them', () => {
  const found = entries({ states: animals.map(({ id }) => state(id, 'CD&T', on(9))) });
  expect(found).toMatchObject([{ day: on(9), title: '70 × CD&T', note: expect.stringMatching(/^T-0, .*, T-19, and 50 more$/) }]);
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

test('young are to be weaned at the age set by the farm, counted from their birth', () => {
  const young = animals.slice(1, 4).map((animal) => ({ ...animal, motherId: animals[0]?.id ?? '', birthDate: on(-70) }));
  const found = entries({ animals: [...animals.slice(0, 1), ...young] });
  expect(found.map(({ day, title, note }) => [day, title, note])).toEqual([[on(20), 'Wean: 3 lambs', 'T-1, T-2, T-3']]);
});

test('a postponed task is on its new day with the reason, in an entry of its own', () => {
  const states = [state('a1', 'CD&T', on(9)), state('a2', 'CD&T', on(9))];
  const subject = `vaccination ${on(9)} CD&T`;
  const found = entries({ states, chores: [chore('c', { subject, animalIds: ['a1'], putOffTo: on(12), reason: 'Rain' })] });
  expect(found.map(({ day, title, note }) => [day, title, note])).toEqual([
    [on(9), 'CD&T: T-2', 'T-2'],
    [on(12), 'CD&T: T-1', 'T-1\nPut off: Rain'],
  ]);
});

test('a chore keeps its key when its day changes; a chore that is done or more than half a year away has no entry', () => {
  const [first] = entries({
    chores: [chore('c', { day: on(1) }), chore('done', { archivedAt: today }), chore('far', { day: on(200) })],
  });
  const [moved, ...others] = entries({ chores: [chore('c', { day: on(2) })] });
  expect([moved?.key, moved?.day, others]).toEqual([first?.key, on(2), []]);
});

test('a calendar has the nearest entries, up to the limit', () => {
  const chores = Array.from({ length: 300 }, (_, index) => chore(`c${index}`, { day: on(Math.floor(index / 2)) }));
  const found = entries({ chores });
  expect(found).toHaveLength(maxCalendarEntries);
  expect(found.at(-1)?.day).toBe(on(99));
});

test('the nearest of very many entries are found in steps, between which a server can handle other requests', () => {
  const count = 5 * itemsPerStep;
  const states = Array.from({ length: count }, (_, index) => state('a1', `Vaccine ${index}`, on((index % 150) + 1)));
  const sources = { animals, states, expected: [], chores: [], weaningDays: 90, papers: { due: [], putOff: [] } };
  expect([...calendarEntries(sources, all, today)]).toHaveLength(15);
  const found = entries(sources);
  expect(found).toHaveLength(maxCalendarEntries);
  expect(found.at(-1)?.day).toBe(on(29));
});

test('papers are on the day of the sale, in one entry for a buyer, or on the day to which they were put off with the reason', () => {
  const sale = { buyer: 'Ann', missing: ['receipt', 'movement'] as const };
  const due = { subject: 'papers a', day: on(-2), animalIds: ['a1', 'a2'], sale, reason: null };
  const registration = { subject: 'registration', day: on(-9), animalIds: ['a3'], sale: undefined };
  const putOff = { ...registration, chore: { putOffTo: on(4), reason: 'No form' }, to: on(4) };
  const found = entries({ papers: { due: [due], putOff: [putOff] } });
  expect(found.map(({ day, title, note }) => [day, title, note])).toEqual([
    [on(-2), 'Receipt and movement document: 2 animals', 'T-1, T-2'],
    [on(4), 'Registration: T-3', 'T-3\nPut off: No form'],
  ]);
  const chosen = new Set(calendarKinds.filter((kind) => kind !== 'papers'));
  const sources = { animals, states: [], expected: [], chores: [], weaningDays: 90, papers: { due: [due], putOff: [putOff] } };
  expect(runToEnd(calendarEntries(sources, chosen, today))).toEqual([]);
});
