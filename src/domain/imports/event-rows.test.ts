import { describe, expect, test } from 'vitest';
import { knownAnimal, planText } from '#test/plan-import.ts';
import { kindOfFile } from './file-kind.ts';
import { matchHeadings } from './headings.ts';
import type { KnownAnimal } from './herd.ts';
import type { KnownNumber } from './numbers.ts';
import { leavingKey, treatmentKey, weighingKey } from './happened.ts';
import { timeIn } from './happened-cells.ts';

const animal = (id: string, fields: Partial<KnownAnimal> = {}) => knownAnimal(id, { id, birthDate: '2024-03-01', ...fields });
const eid = (animalId: string, key: string, isInUse = true): KnownNumber => ({ animalId, kind: 'eid', key, isInUse });

const ewe = '826071339300045';
const animals = [
  animal('E-1'),
  animal('E-2'),
  animal('E-3'),
  animal('TWIN', { id: 't1' }),
  animal('TWIN', { id: 't2', sex: 'male' }),
];
const numbers = [eid('E-1', ewe), eid('E-3', '826071339300099')];

const plan = (text: string, more: Parameters<typeof planText>[1] = {}) => planText(text, { animals, numbers, ...more });
const said = (text: string, more: Parameters<typeof planText>[1] = {}) =>
  plan(text, more).rows.map(({ tagNumber, verdict, reason, changes }) => [
    tagNumber,
    verdict,
    reason ?? changes.map(({ label, to }) => `${label}: ${to}`).join('; '),
  ]);

describe('a file from a scale', () => {
  test.each([
    ['EID,VID,Weight (kg),Date', true],
    ['EID,Weight,Date,Time,Session,Draft', true],
    ['VID,Date,Live weight kg', true],
    ['Tag,Weight,Sex,Date', false],
    ['EID,VID,Sex,Breed', false],
    ['Tag,Weight', false],
  ])('is known by its headings: %s', (headings, isOfEvents) => {
    expect(kindOfFile(matchHeadings(headings.split(','))) !== null).toBe(isOfEvents);
  });

  test('records a weighing of the animal with the EID or, without one, with the tag, and tells why a row is none', () => {
    const text = [
      'EID,VID,Weight (kg),Date,Time,Session',
      `${ewe},,41.5,2026-05-01,07:30,A`,
      `${ewe.slice(0, 3)} ${ewe.slice(3)},E-2,42,2026-05-02,,`,
      ',e-2,38,2026-05-01,,',
      '826071339300046,E-2,39,2026-05-03,,',
      '826071339300047,E-3,39,2026-05-01,,',
      '826071339300048,,39,2026-05-01,,',
      ',TWIN,39,2026-05-01,,',
      ',E-2,0,2026-05-01,,',
      ',E-2,2000,2026-05-01,,',
      ',E-2,39,2999-05-01,,',
      ',E-2,39,2023-05-01,,',
      ',E-2,39,,,',
      '8.26071E+14,E-2,39,2026-05-01,,',
      ',E-2,,2026-05-01,,',
    ].join('\n');
    expect(said(text)).toEqual([
      ['E-1', 'ready', 'Weight: 41.5 kg (91.5 lbs) on 2026-05-01'],
      ['E-1', 'ready', 'Weight: 42 kg (92.6 lbs) on 2026-05-02'],
      ['E-2', 'ready', 'Weight: 38 kg (83.8 lbs) on 2026-05-01'],
      ['E-2', 'ready', 'Weight: 39 kg (86 lbs) on 2026-05-03; EID: 826 071339300046'],
      ['E-3', 'refused', 'Your animal E-3 has another EID than this row. Check which animal is meant.'],
      ['826071339300048', 'refused', 'Not found: none of your animals has this number.'],
      ['TWIN', 'refused', 'Ambiguous: several of your animals have this tag number.'],
      ['E-2', 'refused', "'0' is not a weight between 1 g and 1500 lbs."],
      ['E-2', 'refused', "'2000' is not a weight between 1 g and 1500 lbs."],
      ['E-2', 'refused', 'The date cannot be in the future: 2999-05-01.'],
      ['E-2', 'refused', 'The animal was not born yet on this date: 2023-05-01.'],
      ['E-2', 'refused', 'The day is missing.'],
      ['E-2', 'refused', expect.stringContaining('A spreadsheet program has shortened the number')],
      ['E-2', 'refused', 'The row has no weight and no treatment.'],
    ]);
    const { events, rows, newAnimals } = plan(text);
    expect(newAnimals).toEqual([]);
    expect(events[0]).toEqual({
      animal: expect.objectContaining({ known: animals[0] }),
      kind: 'weighing',
      day: '2026-05-01',
      time: '07:30',
      note: 'Session: A',
      detail: { weightGrams: 41_500, method: 'scale' },
    });
    expect(rows[1]?.remarks).toEqual(['Found by its EID. Its tag number in the file is E-2.']);
  });

  test('records nothing twice: neither two equal rows, nor what the farm has recorded', () => {
    const text = `EID,Weight (kg),Date\n${ewe},41.5,2026-05-01\n0${ewe},41.5,2026-05-01\n${ewe},42,2026-05-01`;
    expect(
      said(text, { recorded: [weighingKey('E-1', { date: '2026-05-01', grams: 42_000 })] }).map(([, ...rest]) => rest),
    ).toEqual([
      ['ready', 'Weight: 41.5 kg (91.5 lbs) on 2026-05-01'],
      ['duplicate', 'The same as row 2.'],
      ['duplicate', 'Already recorded.'],
    ]);
  });

  test('asks for the unit, for the order of day and month, and for the day where no column has it', () => {
    const text = `EID;VID;Weight;Date\n${ewe};;41,5;03/04/2026`.replaceAll(';', '\t');
    expect(plan(text).open.map(({ id }) => id)).toEqual(['unit:2', 'date:3']);
    expect(said(text, { answers: { 'unit:2': 'lb', 'date:3': 'dmy' } })).toEqual([
      ['E-1', 'ready', 'Weight: 18.824 kg (41.5 lbs) on 2026-04-03'],
    ]);
    const undated = `EID,Weight (kg)\n${ewe},40`;
    expect(plan(undated).open.map(({ id }) => id)).toEqual(['weighedOn']);
    expect(said(undated, { answers: { weighedOn: '2026-04-03' } })[0]?.[1]).toBe('ready');
  });

  test('adds animals instead, if the person says so', () => {
    const text = 'VID,Weight (kg),Date\nNEW-1,40,2026-05-01';
    const { open, newAnimals } = plan(text, { answers: { rows: 'animals', sex: 'female', species: 'sheep' } });
    expect([open, newAnimals.map(({ animal: { tagNumber } }) => tagNumber)]).toEqual([[], ['NEW-1']]);
  });
});

describe('a list of treatments', () => {
  const headings = 'Tag,Date,Product,Dose,Unit,Batch,Reason,Meat withdrawal days,Milk withdrawal days';

  test('records each with its withdrawals, once', () => {
    const text = `${headings}\nE-1,2026-05-01,Cydectin,4,ml,L77,Worms,28,0\nE-2,2026-05-01,Cydectin,3.5 ml,,,,,\nE-1,2026-05-01,cydectin,4,ml,,,,`;
    expect(said(text)).toEqual([
      ['E-1', 'ready', 'Treatment: Cydectin 4 ml on 2026-05-01, no meat for 28 days, no milk for 0 days'],
      ['E-2', 'ready', 'Treatment: Cydectin 3.5 ml on 2026-05-01'],
      ['E-1', 'duplicate', 'The same as row 2.'],
    ]);
    expect(plan(text).events[0]).toEqual({
      animal: expect.objectContaining({ known: animals[0] }),
      kind: 'treatment',
      day: '2026-05-01',
      time: null,
      note: null,
      detail: {
        productName: 'Cydectin',
        dose: 4,
        unit: 'ml',
        batch: 'L77',
        reason: 'Worms',
        withdrawals: [
          { product: 'meat', days: 28, clearOn: null },
          { product: 'milk', days: 0, clearOn: null },
        ],
      },
    });
  });

  test.each([
    ['E-1,2026-05-01,Cydectin,much,,,,,', "'much' is no dose."],
    ['E-1,2026-05-01,Cydectin,4,ml,,,soon,', "'soon' is no number of days for the withdrawal of meat."],
    ['E-1,2026-05-01,,4,ml,,,,', 'The row has no weight and no treatment.'],
    ['E-9,2026-05-01,Cydectin,4,ml,,,,', 'Not found: none of your animals has this number.'],
  ])('tells why a row is none: %s', (row, reason) => {
    expect(said(`${headings}\n${row}`)).toEqual([[expect.anything(), 'refused', reason]]);
  });
});

describe('a file of animals', () => {
  test('adds EIDs and registration numbers', () => {
    const text = `Tag,Sex,Species,EID,Reg #\nNEW,F,sheep,0826071339300111,K-1\nE-1,F,sheep,${ewe},K-2\nE-2,F,sheep,12,`;
    const { numbers: added, rows } = plan(text);
    expect(added.map(({ animal: { tagNumber }, kind, number }) => [tagNumber, kind, number])).toEqual([
      ['NEW', 'eid', '826071339300111'],
      ['NEW', 'registration', 'K-1'],
      ['E-1', 'registration', 'K-2'],
    ]);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['ready', 'changed', 'changed']);
    expect(rows[2]?.changes).toEqual([{ label: 'Notes', from: null, to: 'EID: 12' }]);
  });

  test('has a remark if an EID belongs to another animal', () => {
    const text = `Tag,Sex,Species,EID\nNEW,F,sheep,${ewe}\nE-2,F,sheep,${ewe}\nN-2,F,sheep,826071339300111\nN-3,F,sheep,826071339300111`;
    const { rows, numbers: added } = plan(text);
    expect(rows.map(({ verdict, reason, remarks }) => [verdict, reason ?? remarks[0]])).toEqual([
      ['refused', 'Your animal E-1 has the EID 826 071339300045. Check which animal is meant.'],
      ['duplicate', 'You have this animal already, and the file says nothing new.'],
      ['ready', undefined],
      ['refused', 'Row 4 has the EID 826 071339300111 too. Check which animal is meant.'],
    ]);
    expect(added).toHaveLength(1);
  });

  test('does not return an animal to the farm if another one has its EID now', () => {
    const herd = [
      animal('E-1'),
      animal('S-1', { status: 'sold' }),
      animal('S-2', { status: 'died' }),
      animal('S-3', { status: 'sold' }),
      animal('S-4', { status: 'sold' }),
    ];
    const other = '826071339300111';
    const known = [eid('E-1', ewe), eid('S-1', ewe), eid('S-2', other), eid('S-3', other), eid('S-4', ewe, false)];
    const text = `Tag,Sex,Species,Status,EID\nS-1,F,sheep,active,\nS-2,F,sheep,active,\nS-3,F,sheep,active,\nS-4,F,sheep,active,\nNEW,F,sheep,active,${other}`;
    expect(said(text, { animals: herd, numbers: known })).toEqual([
      ['S-1', 'refused', 'S-1 cannot come back: your animal E-1 has its EID now. End the EID at one of them first.'],
      ['S-2', 'changed', 'Status: active'],
      ['S-3', 'refused', 'S-3 cannot come back: your animal S-2 has its EID now. End the EID at one of them first.'],
      ['S-4', 'changed', 'Status: active'],
      ['NEW', 'refused', 'Your animal S-2 has the EID 826 071339300111. Check which animal is meant.'],
    ]);
  });

  test('without tag numbers uses the EIDs as tag numbers', () => {
    expect(plan(`EID,Sex,Species\n0826071339300111,F,sheep`).newAnimals[0]?.animal.tagNumber).toBe('826071339300111');
  });

  test('adds its treatments if they have a product and a day, and keeps others in the notes with the reason', () => {
    const heading = 'Tag,Sex,Species,Born,Medicine,Date given,Dose,Meat withdrawal';
    const rows = [
      'NEW,F,sheep,2026-01-02,Cydectin,2026-05-01,4 ml,28',
      'E-1,F,sheep,,Cydectin,2026-05-01,4 ml,28',
      'E-2,F,sheep,,Cydectin,2026-05-01,4 ml,28',
      'N-2,F,sheep,2026-01-02,Cydectin,,4 ml,',
      'N-3,F,sheep,2026-01-02,Cydectin,2026-05-01,much,',
      'N-4,F,sheep,2026-01-02,Cydectin,2025-05-01,,',
      'N-5,F,sheep,2026-01-02,,2026-05-01,4 ml,',
      'N-6,F,sheep,2026-01-02,,,,',
    ];
    const recorded = [treatmentKey('E-2', { day: '2026-05-01', productName: 'cydectin', dose: 4 })];
    const planned = plan([heading, ...rows].join('\n'), { recorded });
    const detail = {
      productName: 'Cydectin',
      dose: 4,
      unit: 'ml',
      withdrawals: [{ product: 'meat', days: 28, clearOn: null }],
    };
    const given = { kind: 'treatment', note: null, day: '2026-05-01', time: null, detail };
    expect(planned.events).toEqual([
      { animal: planned.animal('NEW').animal, ...given },
      { animal: expect.objectContaining({ tagNumber: 'E-1' }), ...given },
    ]);
    const change = { label: 'Treatment', from: null, to: 'Cydectin 4 ml on 2026-05-01, no meat for 28 days' };
    expect(planned.rows.map(({ verdict, changes, remarks }) => [verdict, changes, remarks])).toEqual([
      ['ready', [change], []],
      ['changed', [change], []],
      ['duplicate', [], []],
      ['ready', [], ['Its treatment is kept in the notes. The day is missing.']],
      ['ready', [], ["Its treatment is kept in the notes. 'much' is no dose."]],
      ['ready', [], ['Its treatment is kept in the notes. The animal was not born yet on this date: 2025-05-01.']],
      ['ready', [], []],
      ['ready', [], []],
    ]);
    expect(['NEW', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6'].map((tag) => planned.animal(tag).notes)).toEqual([
      '',
      'Medicine: Cydectin\nDose: 4 ml',
      'Medicine: Cydectin\nDate given: 2026-05-01\nDose: much',
      'Medicine: Cydectin\nDate given: 2025-05-01',
      'Date given: 2026-05-01\nDose: 4 ml',
      '',
    ]);
  });

  test('keeps treatments in the notes if it has no column for the product or the day', () => {
    expect(plan('Tag,Sex,Species,Dose\nNEW,F,sheep,5 ml').animal('NEW').notes).toBe('Dose: 5 ml');
    const text = 'Tag,Sex,Species,Weight (kg),Date,Medicine\nNEW,F,sheep,40,2026-05-01,Cydectin';
    expect(plan(text, { answers: { weighedOn: '2026-05-02' } }).animal('NEW').notes).toContain('Medicine: Cydectin');
  });
});

test.each([
  ['07:30', '07:30'],
  ['7:05:59', '07:05'],
  ['2026-05-01 19:30', '19:30'],
  ['7:30 pm', '19:30'],
  ['12:15 AM', '00:15'],
  ['25:00', null],
  ['noon', null],
])('the time in %s is %s', (text, time) => {
  expect(timeIn(text)).toBe(time);
});

test('a list of sales takes no animal off the farm twice', () => {
  const herd = [
    animal('S-1', { status: 'sold' }),
    animal('S-2', { status: 'sold' }),
    animal('S-3'),
    animal('S-4', { status: 'died' }),
  ];
  const text = [
    'Tag,Sold on,Buyer',
    'S-1,2026-05-01,Ann',
    'S-2,2026-05-01,Ann',
    'S-3,2026-05-01,Ann',
    'S-3,2026-05-02,Ann',
    'S-4,2026-05-01,Ann',
  ];
  const { rows, changes } = plan(text.join('\n'), { animals: herd, recorded: [leavingKey('S-1')] });
  expect(rows.map(({ tagNumber, verdict, reason }) => [tagNumber, verdict, reason])).toEqual([
    ['S-1', 'refused', 'It is sold already. If this row is right, undo that entry first.'],
    ['S-2', 'ready', null],
    ['S-3', 'ready', null],
    ['S-3', 'refused', 'It leaves the farm in row 4 already.'],
    ['S-4', 'refused', 'It has died already. If this row is right, undo that entry first.'],
  ]);
  expect(changes.map(({ animal: { tagNumber } }) => tagNumber)).toEqual(['S-3']);
});
