import { expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import type { PossibleSire } from '#domain/breeding/sire-proposal.ts';
import * as litters from './litter.ts';

const { birthEvent, isUnlikely, litterOf, missingText, newBirth, tagsOf, unknownSire } = litters;

const today = '2027-02-25';

const nothing = { weight: '', tag: null, name: '' };
const young = (rest: Partial<litters.Young> = {}): litters.Young => {
  return { id: crypto.randomUUID(), sex: 'female', state: 'alive', ...nothing, ...rest };
};

const birth = (rest: Partial<litters.BirthValues> = {}) => ({ ...newBirth(today, '05:12'), young: [young()], ...rest });

test('the litter grows and shrinks with the number, up to eight, and what was said of the first ones stays', () => {
  const three = litterOf([young({ weight: '9' })], 3);
  expect(three.map(({ weight }) => weight)).toEqual(['9', '', '']);
  expect(litterOf(three, 2)).toEqual(three.slice(0, 2));
  expect(litterOf(three, 12)).toHaveLength(8);
  expect(new Set(three.map(({ id }) => id)).size).toBe(3);
});

test('the next numbers go to those that live and have none; a number that was typed is not given twice', () => {
  const given = [{}, { state: 'stillborn' }, { tag: '42' }, { tag: '' }, { state: 'died' }, {}] as const;
  expect(tagsOf(given.map(young), ['41', '42', '43', '44'])).toEqual(['41', null, '42', null, null, '43']);
  expect(tagsOf([young()], [])).toEqual([null]);
});

test.each([
  [{ young: [] }, 'sheep', 'How many lambs?'],
  [{ young: [] }, 'goat', 'How many kids?'],
  [{ young: [young(), young({ sex: '' })] }, 'sheep', 'Lamb 2: ewe or ram?'],
  [{ young: [young({ sex: '' })] }, 'goat', 'Kid: doe or buck?'],
  [{ young: [young({ weight: '9..2' })] }, 'sheep', 'Lamb: what weight?'],
  [{ day: '' }, 'sheep', 'On which day?'],
  [{ day: '2027-02-26' }, 'sheep', 'On which day?'],
  [{ young: [young({ weight: '9,2' })] }, 'sheep', undefined],
] as const)('the first thing that is missing of %j, %s: %s', (values, species, text) => {
  expect(missingText(birth(values), species, today)).toBe(text);
});

test('a weight that can hardly be is asked about', () => {
  expect(['', ' ', '9.2', '92', '0.9'].map(isUnlikely)).toEqual([false, false, false, true, true]);
});

const damId = crypto.randomUUID();
const sire = crypto.randomUUID();
const recorded = (values: Partial<litters.BirthValues>, tags: (string | null)[] = [], ...possible: readonly PossibleSire[]) =>
  NewEvent.parse(birthEvent(birth(values), { damId, tags, possible }));

test('what is recorded is a birth of the dam with all of its young; a stillborn is no animal', () => {
  const bee = young({ weight: '9.2', name: ' Bee ', color: ' Moorit ' });
  const litter = [bee, young({ state: 'stillborn', sex: 'male', weight: '4' })];
  const born = [
    { id: bee.id, sex: 'female', state: 'alive', tagNumber: '26-041', name: 'Bee', color: 'Moorit', weightGrams: 4173 },
    { id: null, sex: 'male', state: 'stillborn', tagNumber: null, color: null, weightGrams: 1814 },
  ];
  const event = { kind: 'birth', animalId: damId, day: today, time: '05:12', ease: 3, note: 'Twisted leg', young: born };
  expect(recorded({ young: litter, ease: '3', note: 'Twisted leg' }, ['26-041', null])).toMatchObject(event);
});

const matingId = crypto.randomUUID();
const proposed = { sireId: sire, bredOn: '2026-10-01', bredUntil: null, matingId };
const other = { sireId: crypto.randomUUID(), bredOn: '2026-10-01' };

test.each<[string, Partial<litters.BirthValues>, PossibleSire[], expected: object]>([
  ['the proposed one is likely', {}, [proposed], { sireId: sire, sireCertainty: 'likely', breedingId: matingId }],
  ['a chosen one is certain', { sire }, [other, proposed], { sireId: sire, sireCertainty: 'certain', breedingId: matingId }],
  ['of no record ends none', {}, [other], { sireId: other.sireId, breedingId: null }],
  ['an unknown one', { sire: unknownSire }, [proposed], { sireId: null, sireCertainty: 'unsure', breedingId: null }],
  ['nobody', {}, [], { sireId: null, sireCertainty: null, breedingId: null }],
])('of the sires that are recorded, with the breeding record that ends with him, %s', (_, values, possible, expected) => {
  expect(recorded(values, [], ...possible)).toMatchObject(expected);
});
