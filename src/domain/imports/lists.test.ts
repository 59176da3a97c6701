import { expect, test } from 'vitest';
import { knownAnimal, planText } from '#test/plan-import.ts';
import type { WeightUnit } from '../values/units.ts';
import { rowReference } from './lists.ts';

const idOf = (number: number) => `018f0000-0000-7000-8000-00000000000${number}`;
const [ewe, barn, milkers, due] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const lists = { places: new Map([['barn', barn]]), groups: new Map(Object.entries({ milkers, due })), ruleIds: new Set([due]) };
const animals = [knownAnimal('Q1', { id: ewe })];
const planned = (text: string, unit: WeightUnit = 'lbs') => planText(text, { animals, lists, unit });
const saidOf = (text: string) =>
  planned(text).rows.map(({ tagNumber, verdict, reason }) => [tagNumber, verdict, reason].filter(Boolean).join(' '));

test('a list of tasks becomes tasks, with what no column takes in their notes', () => {
  const { entries, rows } = planned(
    'Task,Due,Where,Animals,Group,Repeat\nTrim,2027-05-01,Yard,Q1,Milkers,Every week\nSweep,,,,,',
  );
  expect(entries.map(({ list, fields }) => [list, fields])).toMatchObject([
    ['chores', { name: 'Trim', day: '2027-05-01', animalIds: [ewe], groupId: milkers, repeat: 'week', note: 'Where: Yard' }],
    ['chores', { name: 'Sweep', animalIds: [], groupId: null, repeat: null, note: null }],
  ]);
  expect(rows[1]?.remarks).toEqual(['It has no day, so it is due today.']);
});

test('a task that is done is no longer open, unless it repeats', () => {
  const { entries, rows } = planned(
    'Task,Date,Repeat,Done on\nTrim,2026-05-01,,2026-05-03\nSweep,,,2026-05-04\nFeed,2026-12-01,Every week,2026-05-05',
  );
  expect(entries.map(({ fields, endedOn }) => [fields['day'], fields['doneOn'], endedOn])).toEqual([
    ['2026-05-01', '2026-05-03', '2026-05-03'],
    ['2026-05-04', '2026-05-04', '2026-05-04'],
    ['2026-12-01', '2026-05-05', null],
  ]);
  expect(rows.flatMap(({ remarks }) => remarks)).toEqual([]);
});

test.each(['Status', 'Done?', 'Completed'])('%s says whether a task is done', (heading) => {
  const text = `Task,Date,Repeat,${heading}\nTrim,2026-05-01,,Done\nSweep,2026-05-01,,Not done\nFeed,2026-05-01,Every day,Yes`;
  const { entries, rows } = planned(text);
  expect(entries.map(({ fields, endedOn }) => [fields['doneOn'], endedOn])).toEqual([
    ['2026-05-01', '2026-05-01'],
    [null, null],
  ]);
  expect(rows[0]?.remarks).toEqual(['It does not say when it was done, so it was done on 2026-05-01.']);
  expect(rows[2]?.reason).toBe('It repeats, so say on which day it was done.');
});

test.each([
  ['equal ones are one', 'Task,Date\nA,2026-05-01\na,2026-05-01', 'A ready', 'a duplicate The same as row 2.'],
  ['an animal that is not known', 'Date,Task,Animals\n2026-05-01,A,Q9', "A refused 'Q9' in 'Animals' is not known."],
  ['a place that is not known', 'Date,Task,Place\n2026-05-01,B,Nowhere', "B refused 'Nowhere' in 'Place' is not known."],
  ['a way to repeat that is not known', 'Date,Task,Repeat\n2026-05-01,C,Sometimes', 'C refused Repeat: Choose how often.'],
])('of tasks: %s', (_, text, ...wanted) => {
  expect(saidOf(text)).toEqual(wanted);
});

test('places have their areas in the unit of the heading, and no two the same name', () => {
  const { entries } = planned('Place,Area (acres),Rest (days)\nTotal,12.5,20');
  expect(entries[0]?.fields).toMatchObject({ name: 'Total', areaSquareMetres: 50_586, restDays: 20 });
  expect(saidOf('Place,Area (acres)\nHill,2\nhill,3')[1]).toBe('hill refused Row 2 has the same name.');
});

test.each([
  ['Hectares', '1,5', 15_000],
  ['Area (ha)', '0.123456', 1235],
  ['area_ha', '1,200', 12_000_000],
  ['Area (m²)', '1,200', 1200],
  ['Area', '2', 20_000],
  ['Area', '2 acres', 8094],
  ['Area (acres)', '2', 8094],
] as const)('on a farm with kilograms %s of %s are %d m²', (heading, cell, squareMetres) => {
  const { entries } = planned(`Place\t${heading}\tRest (days)\nHill\t${cell}\t`, 'kg');
  expect(entries[0]?.fields).toMatchObject({ areaSquareMetres: squareMetres });
});

test('the rule of a group may name another group of the file', () => {
  const { entries } = planned('Group,Which animals\nWool,\nYoung,Group: Wool');
  expect(entries.map(({ fields }) => fields['rule'])).toEqual([{}, { groupId: rowReference(2) }]);
  const below = planned('Group,Which animals\nYoung,group: wool\nWool,');
  expect(below.entries.map(({ fields }) => [fields.name, fields['rule']])).toEqual([
    ['Wool', {}],
    ['Young', { groupId: rowReference(3) }],
  ]);
});

test('a rule is refused whose conditions are not all known, or that names a group by a rule', () => {
  const text = 'Group,Which animals\nA,AGE: YOUNG\nB,Colour: Red\nC,Group: Due\nD,Group: A\nE,Group: F\nF,Group: Milkers';
  expect(saidOf(text)).toEqual([
    'A ready',
    "B refused 'Colour: Red' in 'Which animals' is not known.",
    'C refused Which animals: Choose a group that is not a rule itself.',
    'D refused Which animals: Choose a group that is not a rule itself.',
    "E refused 'Group: F' in 'Which animals' is not known.",
    'F ready',
  ]);
});
