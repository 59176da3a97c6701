import { expect, test } from 'vitest';
import { blankAnimal, planText } from '#test/plan-import.ts';
import type { WeightUnit } from '../units.ts';
import { rowReference } from './lists.ts';

const [ewe, barn, milkers] = [1, 2, 3].map((number) => `018f0000-0000-7000-8000-00000000000${number}`) as [
  string,
  string,
  string,
];
const lists = { places: new Map([['barn', barn]]), groups: new Map([['milkers', milkers]]) };
const animals = [{ ...blankAnimal, id: ewe, tagNumber: 'Q1', species: 'sheep' as const, sex: 'female' as const }];
const planned = (text: string, unit: WeightUnit = 'lbs') => planText(text, { animals, lists, unit });
const saidOf = (text: string) => planned(text).rows.map(({ tagNumber, verdict, reason }) => [tagNumber, verdict, reason]);

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

test('an animal, a place or a way to repeat that is not known refuses the task', () => {
  const text = 'Date,Task,Animals,Place,Repeat\n2026-05-01,A,Q9,,\n2026-05-01,B,,Nowhere,\n2026-05-01,C,,,Sometimes';
  expect(saidOf(text)).toEqual([
    ['A', 'refused', "'Q9' in 'Animals' is not known."],
    ['B', 'refused', "'Nowhere' in 'Place' is not known."],
    ['C', 'refused', 'Repeat: Choose how often.'],
  ]);
});

test('places have their areas in the unit of the heading, and no two the same name', () => {
  const { entries } = planned('Place,Area (acres),Rest (days)\nTotal,12.5,20');
  expect(entries[0]?.fields).toMatchObject({ name: 'Total', areaSquareMetres: 50_586, restDays: 20 });
  expect(saidOf('Place,Area (acres)\nHill,2\nhill,3')[1]).toEqual(['hill', 'refused', 'Row 2 has the same name.']);
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
});
