import { describe, expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import type { PossibleSire } from '#domain/breeding/sire-proposal.ts';
import {
  birthEvent,
  type BirthValues,
  isUnlikely,
  litterOf,
  litterText,
  missingText,
  newBirth,
  tagsOf,
  unknownSire,
  type Young,
} from './litter.ts';

const today = '2027-02-25';

const young = (rest: Partial<Young> = {}): Young => ({
  id: crypto.randomUUID(),
  sex: 'female',
  state: 'alive',
  weight: '',
  tag: null,
  name: '',
  ...rest,
});

const birth = (rest: Partial<BirthValues> = {}): BirthValues => ({ ...newBirth(today, '05:12'), young: [young()], ...rest });

test('the litter grows and shrinks with the number, up to eight, and what was said of the first ones stays', () => {
  const three = litterOf([young({ weight: '9' })], 3);
  expect(three.map(({ weight }) => weight)).toEqual(['9', '', '']);
  expect(litterOf(three, 2)).toEqual(three.slice(0, 2));
  expect(litterOf(three, 12)).toHaveLength(8);
  expect(new Set(three.map(({ id }) => id)).size).toBe(3);
});

test('the next numbers go to those that live and have none; a number that was typed is not given twice', () => {
  const litter = [
    young(),
    young({ state: 'stillborn' }),
    young({ tag: '42' }),
    young({ tag: '' }),
    young({ state: 'died' }),
    young(),
  ];
  expect(tagsOf(litter, ['41', '42', '43', '44'])).toEqual(['41', null, '42', null, null, '43']);
  expect(tagsOf([young()], [])).toEqual([null]);
});

describe('the first thing that is missing', () => {
  test.each([
    [{ young: [] }, 'sheep', 'How many lambs?'],
    [{ young: [] }, 'goat', 'How many kids?'],
    [{ young: [young(), young({ sex: '' })] }, 'sheep', 'Lamb 2: ewe or ram?'],
    [{ young: [young({ sex: '' })] }, 'goat', 'Kid: doe or buck?'],
    [{ young: [young({ weight: '9..2' })] }, 'sheep', 'Lamb: what weight?'],
    [{ day: '' }, 'sheep', 'On which day?'],
    [{ day: '2027-02-26' }, 'sheep', 'On which day?'],
    [{}, 'sheep', undefined],
    [{ young: [young({ weight: '9,2' })] }, 'sheep', undefined],
  ] as const)('of %j, %s: %s', (values, species, text) => {
    expect(missingText(birth(values), species, today)).toBe(text);
  });
});

test.each([
  [['alive'], '1 lamb'],
  [['alive', 'alive', 'stillborn'], '2 lambs, 1 stillborn'],
  [['stillborn', 'died', 'died'], '1 stillborn, 2 died'],
] as const)('a litter of %j is called %s', (states, text) => {
  expect(
    litterText(
      states.map((state) => ({ state })),
      'sheep',
    ),
  ).toBe(text);
});

test.each([
  ['', false],
  [' ', false],
  ['9.2', false],
  ['92', true],
  ['0.9', true],
])('a weight of %j lbs is asked about: %s', (weight, isAsked) => {
  expect(isUnlikely(weight)).toBe(isAsked);
});

describe('what is recorded', () => {
  const damId = crypto.randomUUID();
  const sire = crypto.randomUUID();
  const proposed = { sireId: sire, bredOn: '2026-10-01' };
  const recorded = (values: BirthValues, tags: (string | null)[] = [], ...possible: readonly PossibleSire[]) =>
    NewEvent.parse(birthEvent(values, { damId, tags, possible }));

  test('is a birth of the dam with all of its young; a stillborn is no animal', () => {
    const litter = [
      young({ weight: '9.2', name: ' Bee ', color: ' Moorit ' }),
      young({ state: 'stillborn', sex: 'male', weight: '4' }),
    ];
    expect(recorded(birth({ young: litter, ease: '3', note: 'Twisted leg' }), ['26-041', null])).toMatchObject({
      kind: 'birth',
      animalId: damId,
      day: today,
      time: '05:12',
      ease: 3,
      note: 'Twisted leg',
      young: [
        {
          id: litter[0]?.id,
          sex: 'female',
          state: 'alive',
          tagNumber: '26-041',
          name: 'Bee',
          color: 'Moorit',
          weightGrams: 4173,
        },
        { id: null, sex: 'male', state: 'stillborn', tagNumber: null, color: null, weightGrams: 1814 },
      ],
    });
  });

  test('ends the breeding record that stands for the days with its sire, proposed or chosen', () => {
    const matingId = crypto.randomUUID();
    const possible = { ...proposed, bredUntil: null, matingId };
    expect(recorded(birth(), [], possible)).toMatchObject({ sireId: sire, breedingId: matingId });
    expect(recorded(birth({ sire }), [], { ...proposed, sireId: crypto.randomUUID() }, possible)).toMatchObject({
      breedingId: matingId,
    });
    expect(recorded(birth({ sire: unknownSire }), [], possible)).toMatchObject({ breedingId: null });
  });

  test('takes the proposed sire for likely, a chosen one for certain, and says that he is not known', () => {
    expect(recorded(birth(), [], proposed)).toMatchObject({ sireId: sire, sireCertainty: 'likely', breedingId: null });
    expect(recorded(birth({ sire }), [], { ...proposed, sireId: crypto.randomUUID() })).toMatchObject({
      sireId: sire,
      sireCertainty: 'certain',
    });
    expect(recorded(birth({ sire: unknownSire }), [], proposed)).toMatchObject({ sireId: null, sireCertainty: 'unsure' });
    expect(recorded(birth())).toMatchObject({ sireId: null, sireCertainty: null });
  });
});
