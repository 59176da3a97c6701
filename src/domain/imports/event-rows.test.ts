import { describe, expect, test } from 'vitest';
import { knownAnimal, planText } from '#test/plan-import.ts';
import { casesOf, toldBy } from '#test/planned.ts';
import type { KnownAnimal } from './herd.ts';
import type { KnownNumber } from './numbers.ts';
import { leavingKey } from './happened.ts';
import { timeIn } from './happened-cells.ts';

const animal = (id: string, fields: Partial<KnownAnimal> = {}) => knownAnimal(id, { id, birthDate: '2024-03-01', ...fields });
const eid = (animalId: string, key: string, isInUse = true): KnownNumber => ({ animalId, kind: 'eid', key, isInUse });

const ewe = '826071339300045';
const twins = [animal('TWIN', { id: 't1' }), animal('TWIN', { id: 't2', sex: 'male' })];
const animals = [animal('E-1'), animal('E-2'), animal('E-3'), ...twins];
const numbers = [eid('E-1', ewe), eid('E-3', '826071339300099')];

const plan = (text: string, more: Parameters<typeof planText>[1] = {}) => planText(text, { animals, numbers, ...more });
/** For each row its animal and its verdict, and what is recorded or why it is not. */
const said = (text: string, more: Parameters<typeof planText>[1] = {}) =>
  plan(text, more).rows.map(({ tagNumber, verdict, reason, changes }) =>
    [tagNumber, verdict, reason ?? changes.map(({ label, to }) => `${label}: ${to}`).join('; ')].join(' ').trim(),
  );

const files = casesOf`
weights under a visual number: VID,Date,Live weight kg | Q1,2026-05-01,50
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale
weights of a session: VID,Weight,Date,Time,Session,Draft | Q1,50,2026-05-01,07:30,A,1
  unit:1=kg → Q1 weighing 2026-05-01 weightGrams=50000 method=scale (Session: A\nDraft: 1)
weights of animals with their sexes: Tag,Weight,Sex,Date | N1,50,F,2026-05-01
  → ?weighedOn | ?unit:1 | ?column:3 | N1 female | Date: 2026-05-01\nWeight: 50
  → Its weight is kept in the notes. Say above in which unit it was weighed.
numbers of animals with their sexes: EID,VID,Sex,Breed | 826071339300045,N1,F,Texel
  → N1 female | N1 breed=Texel | N1 eid 826071339300045
weights without a day: Tag,Weight | Q1,50
  → ?weighedOn | ?unit:1 | Q1 Alma female | Weight: 50
  → Its weight is kept in the notes. Say above in which unit it was weighed.
weights of animals that are added instead: VID,Weight (kg),Date | N1,40,2026-05-01
  rows=animals, sex=female → N1 weighing 2026-05-01 weightGrams=40000 | N1 female
checkups with the withdrawals of what was given: Tag,Date,Record type,CD&T,Meat withdrawal (days),Milk withdrawal (days) | Q1,2026-05-01,checkup,Yes,14,0
  → Q1 checkup 2026-05-01 healthStatus=3 recordType=checkup cdnt=true meatWithdrawalDays=14 milkWithdrawalDays=0
checkups with the day on which a withdrawal ends: Tag,Date,Record type,CD&T,Meat clear on | Q1,2026-05-01,checkup,Yes,2026-05-15
  → Q1 checkup 2026-05-01 healthStatus=3 recordType=checkup cdnt=true meatWithdrawalDays=14
checkups with a withdrawal that is no number of days: Tag,Date,Record type,CD&T,Meat withdrawal (days) | Q1,2026-05-01,checkup,Yes,long
  → !'long' is no number of days for the withdrawal of meat.
checkups with one for both that is none: Tag,Date,Record type,CD&T,Withdrawal of meat and milk (days) | Q1,2026-05-01,checkup,Yes,long
  → !'long' is no number of days for the withdrawal of meat and milk.
checkups with one for fibre: Tag,Date,Record type,CD&T,Fibre withdrawal (days) | Q1,2026-05-01,checkup,Yes,12
  → !A checkup has no withdrawal for fibre. Import it as a treatment.
checkups with one that ended before: Tag,Date,Record type,CD&T,Milk clear on | Q1,2026-05-01,checkup,Yes,2026-04-28
  → !A withdrawal ends on the day of the checkup or up to 1000 days after it.
a list of treatments with its withdrawals, each once:
  Tag,Date,Product,Dose,Unit,Batch,Reason,Meat withdrawal days,Milk withdrawal days
  Q1,2026-05-01,Cydectin,4,ml,L77,Worms,28,0 | Q2,2026-05-01,Cydectin,3.5 ml,,,,, | Q1,2026-05-01,cydectin,4,ml,,,,
  → Q1 treatment 2026-05-01 productName=Cydectin dose=4 unit=ml batch=L77 reason=Worms meat:28 milk:0
  → Q2 treatment 2026-05-01 productName=Cydectin dose=3.5 unit=ml | =The same as row 2.
treatments that are none: Tag,Date,Product,Dose,Meat withdrawal days | Q1,2026-05-01,Cydectin,much, | Q1,2026-05-01,Cydectin,4,soon
  Q1,2026-05-01,,4, | Q9,2026-05-01,Cydectin,4,
  → ?strangers=leaveOut | !'much' is no dose. | !'soon' is no number of days for the withdrawal of meat.
  → !The row has no weight and no treatment. | !Not found: none of your animals has this number.
EIDs in place of tag numbers: EID,Sex | 0826071339300111,F
  → 826071339300111 female | 826071339300111 eid 826071339300111
treatments of animals, of which those without a product, a day or a right dose are kept in the notes:
  Tag,Sex,Born,Medicine,Date given,Dose,Meat withdrawal | N1,F,2026-01-02,Cydectin,2026-05-01,4 ml,28
  Q1,F,,Cydectin,2026-05-01,4 ml,28 | N2,F,2026-01-02,Cydectin,,4 ml, | N3,F,2026-01-02,Cydectin,2026-05-01,much,
  N4,F,2026-01-02,Cydectin,2025-05-01,, | N5,F,2026-01-02,,2026-05-01,4 ml, | N6,F,2026-01-02,,,,
  → N1 treatment 2026-05-01 productName=Cydectin dose=4 unit=ml meat:28
  → Q1 treatment 2026-05-01 productName=Cydectin dose=4 unit=ml meat:28 | N1 female | N2 female | N3 female | N4 female
  → N5 female | N6 female | Medicine: Cydectin\nDose: 4 ml | Medicine: Cydectin\nDate given: 2026-05-01\nDose: much
  → Medicine: Cydectin\nDate given: 2025-05-01 | Date given: 2026-05-01\nDose: 4 ml
  → Its treatment is kept in the notes. The day is missing. | Its treatment is kept in the notes. 'much' is no dose.
  → Its treatment is kept in the notes. The animal was not born yet on this date: 2025-05-01.
a dose without a product: Tag,Sex,Dose | N1,F,5 ml
  → N1 female | Dose: 5 ml
a product without a day of its own: Tag,Sex,Weight (kg),Date,Medicine | N1,F,40,2026-05-01,Cydectin
  weighedOn=2026-05-02 → ?column:3 | N1 weighing 2026-05-02 weightGrams=40000 | N1 female | Date: 2026-05-01\nMedicine: Cydectin
`;

test.each(files)('$name', ({ text, answers, wanted }) => {
  expect(toldBy(text, answers)).toEqual(wanted);
});

describe('a file from a scale', () => {
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
      'E-1 ready Weight: 41.5 kg (91.5 lbs) on 2026-05-01',
      'E-1 ready Weight: 42 kg (92.6 lbs) on 2026-05-02',
      'E-2 ready Weight: 38 kg (83.8 lbs) on 2026-05-01',
      'E-2 ready Weight: 39 kg (86 lbs) on 2026-05-03; EID: 826 071339300046',
      'E-3 refused Your animal E-3 has another EID than this row. Check which animal is meant.',
      '826071339300048 refused Not found: none of your animals has this number.',
      'TWIN refused Ambiguous: several of your animals have this tag number.',
      "E-2 refused '0' is not a weight between 1 g and 1500 lbs.",
      "E-2 refused '2000' is not a weight between 1 g and 1500 lbs.",
      'E-2 refused The date cannot be in the future: 2999-05-01.',
      'E-2 refused The animal was not born yet on this date: 2023-05-01.',
      'E-2 refused The day is missing.',
      expect.stringContaining('E-2 refused A spreadsheet program has shortened the number'),
      'E-2 refused The row has no weight and no treatment.',
    ]);
    const { events, rows, newAnimals } = plan(text);
    expect(newAnimals).toEqual([]);
    const detail = { weightGrams: 41_500, method: 'scale' };
    expect(events[0]).toMatchObject({ kind: 'weighing', day: '2026-05-01', time: '07:30', note: 'Session: A', detail });
    expect(events[0]?.animal.known).toBe(animals[0]);
    expect(rows[1]?.remarks).toEqual(['Found by its EID. Its tag number in the file is E-2.']);
  });
});

describe('a file of animals', () => {
  test('has a remark if an EID belongs to another animal', () => {
    const text = `Tag,Sex,Species,EID\nNEW,F,sheep,${ewe}\nE-2,F,sheep,${ewe}\nN-2,F,sheep,826071339300111\nN-3,F,sheep,826071339300111`;
    expect(said(text)).toEqual([
      'NEW refused Your animal E-1 has the EID 826 071339300045. Check which animal is meant.',
      'E-2 duplicate You have this animal already, and the file says nothing new.',
      'N-2 ready EID: 826 071339300111',
      'N-3 refused Row 4 has the EID 826 071339300111 too. Check which animal is meant.',
    ]);
    expect(plan(text).numbers).toHaveLength(1);
  });

  test('does not return an animal to the farm if another one has its EID now', () => {
    const states = { 'S-1': 'sold', 'S-2': 'died', 'S-3': 'sold', 'S-4': 'sold' } as const;
    const herd = [animal('E-1'), ...Object.entries(states).map(([tag, status]) => animal(tag, { status }))];
    const other = '826071339300111';
    const known = [eid('E-1', ewe), eid('S-1', ewe), eid('S-2', other), eid('S-3', other), eid('S-4', ewe, false)];
    const text = `Tag,Sex,Species,Status,EID\nS-1,F,sheep,active,\nS-2,F,sheep,active,\nS-3,F,sheep,active,\nS-4,F,sheep,active,\nNEW,F,sheep,active,${other}`;
    expect(said(text, { animals: herd, numbers: known })).toEqual([
      'S-1 refused S-1 cannot come back: your animal E-1 has its EID now. End the EID at one of them first.',
      'S-2 changed Status: active',
      'S-3 refused S-3 cannot come back: your animal S-2 has its EID now. End the EID at one of them first.',
      'S-4 changed Status: active',
      'NEW refused Your animal S-2 has the EID 826 071339300111. Check which animal is meant.',
    ]);
  });
});

test('a time is read from its cell, also beside a day', () => {
  const cells = ['07:30', '7:05:59', '2026-05-01 19:30', '7:30 pm', '12:15 AM', '25:00', 'noon'];
  expect(cells.map(timeIn)).toEqual(['07:30', '07:05', '19:30', '19:30', '00:15', null, null]);
});

test('a list of sales takes no animal off the farm twice', () => {
  const states = { 'S-1': 'sold', 'S-2': 'sold', 'S-3': 'active', 'S-4': 'died' } as const;
  const herd = Object.entries(states).map(([tag, status]) => animal(tag, { status }));
  const rows = ['S-1,2026-05-01', 'S-2,2026-05-01', 'S-3,2026-05-01', 'S-3,2026-05-02', 'S-4,2026-05-01'];
  const more = { animals: herd, recorded: [leavingKey('S-1')] };
  const text = ['Tag,Sold on,Buyer', ...rows.map((row) => `${row},Ann`)].join('\n');
  expect(said(text, more)).toEqual([
    'S-1 refused It is sold already. If this row is right, undo that entry first.',
    'S-2 ready Sale: Ann on 2026-05-01',
    'S-3 ready Sale: Ann on 2026-05-01',
    'S-3 refused It leaves the farm in row 4 already.',
    'S-4 refused It has died already. If this row is right, undo that entry first.',
  ]);
  expect(plan(text, more).changes.map(({ animal: { tagNumber } }) => tagNumber)).toEqual(['S-3']);
});
