import { expect, test } from 'vitest';
import { knownAnimal, planText } from '#test/plan-import.ts';
import { outcomeOf, planned as plannedOfFlock } from '#test/planned.ts';

const flock = [knownAnimal('Q1'), knownAnimal('Q2'), knownAnimal('Q3', { sex: 'male' })];

const planned = (text: string, answers: Record<string, string> = {}, animals = flock) =>
  planText(text, { animals, answers: { species: 'sheep', ...answers } });
const verdicts = (text: string, answers: Record<string, string> = {}) =>
  planned(text, answers).rows.map(({ verdict, reason }) => [verdict, reason]);

test('an animal of a list of sales that the farm does not have is added once, with its numbers', () => {
  const [eid, other] = ['826000000000001', '826000000000002'];
  const text = `Tag,EID,Sex,Sale date,Buyer\nX1,${eid},F,2026-05-01,Jones\nX1,${eid},F,2026-05-01,Jones\nX2,${other},F,2027-05-01,Jones\nX2,${other},F,2026-06-01,Jones`;
  const { newAnimals, numbers, rows } = planned(text, { strangers: 'sheep' });
  expect(newAnimals.map(({ animal }) => animal.tagNumber)).toEqual(['X1', 'X2']);
  expect(numbers.map(({ animal, kind, number }) => [animal.tagNumber, kind, number])).toEqual([
    ['X1', 'eid', eid],
    ['X2', 'eid', other],
  ]);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['ready', 'duplicate', 'refused', 'ready']);
});

test('a row with an EID that cannot be read says so', () => {
  const text = 'EID,Sex,Sale date,Buyer\n826000000000001,F,2026-05-01,Jones\n12345,F,2026-05-01,Jones';
  expect(verdicts(text, { strangers: 'sheep' })).toEqual([
    ['ready', null],
    ['refused', "'12345' is not an EID: an EID has 15 digits."],
  ]);
});

test('breeding values and their accuracies are no notes', () => {
  const text = 'Tag,BWWT,WWT,PWWT,WWT acc\nQ1,0.2,1.2,2.2,60';
  const { events } = planned(text, { analysedOn: '2026-05-01', suppliedBy: 'NSIP' });
  expect(events.map(({ kind, note }) => [kind, note])).toEqual([['breedingValues', null]]);
});

test('a dam is named by the ID of one animal, and by no empty or repeated one', () => {
  const text = [
    'ID,Tag,Sex,DOB,Dam ID',
    '17,B1,F,2020,',
    ',B2,F,2020,',
    '18,B3,F,2020,',
    '18,18,F,2020,',
    '19,B5,F,2023,17',
    '20,B6,F,2023,18',
    '21,B7,F,2023,',
  ].join('\n');
  const { rows } = planned(text);
  expect(rows.map(({ tagNumber, animal }) => [tagNumber, animal?.mother ?? null])).toEqual([
    ['B1', null],
    ['B2', null],
    ['B3', null],
    ['18', null],
    ['B5', 'B1'],
    ['B6', null],
    ['B7', null],
  ]);
  expect(rows.find(({ tagNumber }) => tagNumber === 'B6')?.remarks).toEqual([
    "Several animals have the number 18, so 'Dam ID' is not recorded.",
  ]);
});

test('rows of one animal are one, or none of them is', () => {
  const rows = ['N1,F,2025-03-01,2025-06-01,20', 'N1,F,2025-03-01,2025-07-01,25', 'N1,F,2025-03-01,2025-06-01,20'];
  const text = ['Tag,Sex,DOB,Weighed,Weight (kg)', ...rows].join('\n');
  expect(verdicts(text)).toEqual([
    ['ready', null],
    ['duplicate', 'The same animal as row 2, so what this row says was added there.'],
    ['duplicate', 'The same as row 2.'],
  ]);
  expect(planned(text).events.map(({ day }) => day)).toEqual(['2025-06-01', '2025-07-01']);
  const other = planned(text, { sameTag: 'skip' }, [knownAnimal('N1', { sex: 'male' })]);
  expect(other.rows.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'refused']);
  expect(new Set(other.rows.map(({ reason }) => reason))).toHaveLength(1);
});

test('the official tag of a list of weighings is what its animals are called by, even if one was weighed twice', () => {
  const text =
    'Official tag,Date,Weight (kg)\nQ1,2026-05-01,40\nQ2,2026-05-01,50\nQ1,2026-06-01,42\nn/a,2026-06-01,40\nn/a,2026-06-01,41';
  const { events, rows } = planned(text);
  expect(events.map(({ animal, day }) => [animal.tagNumber, day])).toEqual([
    ['Q1', '2026-05-01'],
    ['Q2', '2026-05-01'],
    ['Q1', '2026-06-01'],
  ]);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['ready', 'ready', 'ready', 'refused', 'refused']);
});

test.each([
  ['24,12,11', '2024-12-11'],
  ['2021,03,14', '2021-03-14'],
  ['2024,March,5', '2024-03-05'],
  ['2024,3,', 2024],
])('a year, a month and a day of birth in columns of their own: %s', (cells, born) => {
  const [added] = planned(`Tag,Sex,Birth year,Birth month,Birth day\nN1,F,${cells}`).newAnimals;
  expect(added?.animal.birthDate ?? added?.animal.birthYear).toBe(born);
});

test('only words for a sale or a death stand behind a name as a state, and only where nothing else tells it', () => {
  const text = [
    'Tag,Name,Sex,DOB,Status',
    '12 (left),Ada,F,2020,',
    '16 (Works),Bea,F,2020,',
    '17,Bella - Meat,F,2020,',
    '18,Poppy - Gone,F,2020,',
    '19,Cleo (SOLD),F,2020,',
    '20,Dora (sold),F,2020,active',
    '21 - dead,Edda,F,2020,',
  ].join('\n');
  expect(
    planned(text).rows.map(({ tagNumber, animal, remarks }) => [tagNumber, animal?.name, animal?.status, ...remarks]),
  ).toEqual([
    ['12 (left)', 'Ada', 'active'],
    ['16 (Works)', 'Bea', 'active'],
    ['17', 'Bella - Meat', 'active'],
    ['18', 'Poppy - Gone', 'active'],
    ['19', 'Cleo', 'sold', "It is called 'Cleo (SOLD)', so it was sold."],
    ['20', 'Dora (sold)', 'active'],
    ['21', 'Edda', 'died', "It is called '21 - dead', so it has died."],
  ]);
});

test('an arrival on the day of its birth is recorded with the price that was paid', () => {
  const text = 'Tag,Sex,DOB,Date In,Price paid\nN1,F,2022-04-03,2022-04-03,350\nN2,F,2022-04-03,2022-04-03,';
  expect(planned(text).events.map(({ animal, kind, note }) => [animal.tagNumber, kind, note])).toEqual([
    ['N1', 'arrival', 'Price paid: $350'],
  ]);
});

test.each([
  ['a note that it is untagged', 'Tag,Sex,DOB,Notes\nN1,F,2024-03-01,untagged', { notes: ['untagged'] }],
  [
    'a day of birth and a weight under the word for lambs',
    'Tag,Sex,Lambs DOB,Lambs birth weight (kg)\nN1,F,2026-04-01,4.2',
    { values: { birthDate: '2026-04-01', birthWeightGrams: 4200 } },
  ],
  [
    'a no beside days under Castrated',
    'Tag,Sex,DOB,Castrated\nN1,M,2026-03-01,No\nN2,M,2026-03-01,2026-04-01',
    { values: { isCastrated: false }, notes: [] },
  ],
  [
    'in its notes what stands twice above its parents',
    'Ewe,Breed,Ram,Breed,Lambed,Lamb 1,Lamb 2,Sex 1,Sex 2\nQ1,Texel,Q3,Suffolk,2026-04-01,901,902,F,M',
    { notes: ['Breed: Suffolk'] },
  ],
  [
    'in its notes the day of the state behind its name',
    'Tag,Name,Sex,DOB\nN1,Bella (SOLD 3/4/26),F,2020',
    { values: { name: 'Bella', status: 'sold' }, notes: ['SOLD 3/4/26'] },
  ],
  ['no note of its EID that it is untagged', 'Tag,EID,Sex,DOB\nN1,No tag,F,2020\nN2,826000000000001,M,2020', { notes: [] }],
  [
    'its vaccines in its notes where a herd has a column for each',
    'Tag,Sex,DOB,Vaccine 1,Vaccine 2\nN1,F,2024-03-01,CDT,Rabies',
    { values: { vaccinated: true }, notes: ['Vaccine 1: CDT', 'Vaccine 2: Rabies'] },
  ],
  [
    'in its notes how many ewes there are in German, and a grandparent',
    'Ohrmarke,Geschlecht,Geboren,Anzahl Auen,Siresire\nN1,w,2025-01-05,2,R1',
    { notes: ['Anzahl Auen: 2', 'Siresire: R1'] },
  ],
  [
    'the tag in its other ear as a number, and how it was born in its notes',
    'Left tag,Right tag,Sex,DOB,Born as,Dam\nN1,R1,F,2024-03-12,Twin,Q1',
    { tagNumber: 'N1', mother: { tag: 'Q1' }, numbers: [{ kind: 'other', number: 'R1' }], notes: ['Born as: Twin'] },
  ],
])('an animal has %s', (_, text, wanted) => {
  const [added] = planned(text).newAnimals;
  expect(added?.animal.row).toMatchObject(wanted);
});

/** What is asked (`?`), recorded or refused (`!`), and the notes and remarks. */
function toldBy(text: string, answers: Record<string, string> = {}): string[] {
  const { newAnimals, changes, matings, rows } = plannedOfFlock(text, answers).plan;
  const notes = [...newAnimals, ...changes.map(({ patch }) => patch), ...matings].flatMap(({ notes: each }) => each || []);
  return [...outcomeOf(text, answers), ...notes, ...rows.flatMap(({ remarks }) => remarks)];
}

const ofDay = (line: string): string => `${line}\nDate: 2026-01-05`;

const noDay = (line: string): string => `'${line}' is no day; it is kept in the notes.`;

type Told = readonly [what: string, text: string, answers: Record<string, string>, wanted: readonly string[]];

test.each<Told>([
  [
    'a year of sale beside a day of death, and a year of death beside a day of sale',
    'Tag,Sex,DOB,Sale date,Date of death\nN1,F,2020,2025,2026-03-04\nN2,F,2020,2026-05-01,2025',
    {},
    [
      'N1 death 2026-03-04 cause=unknown',
      'N2 sale 2026-05-01',
      'N1 female died - -',
      'N2 female sold - -',
      'Sale date: 2025',
      'Date of death: 2025',
      noDay('Sale date: 2025'),
      noDay('Date of death: 2025'),
    ],
  ],
  [
    'a month of death or sale',
    'Tag,Sex,DOB,Date of death,Sale date\nN1,F,2020,May 2026,\nN2,F,2020,,May 2026',
    {},
    [
      'N1 female died - -',
      'N2 female sold - -',
      'Date of death: May 2026',
      'Sale date: May 2026',
      "Its death is kept in the notes. 'May 2026' is no day.",
      "Its sale is kept in the notes. 'May 2026' is no day.",
    ],
  ],
  [
    'a doubtful day of death, sale or leaving',
    'Tag,Sex,DOB,Date of death,Sale date,Date left\nN1,F,2020,14/5/2026?,,\nN2,F,2020,,14/5/2026?,\nN3,F,2020,,,14/5/2026?',
    { left: 'sold' },
    [
      'N1 death 2026-05-14 cause=unknown',
      'N2 sale 2026-05-14',
      'N3 sale 2026-05-14',
      'N1 female died - -',
      'N2 female sold - -',
      'N3 female sold - -',
      'Date of death: 14/5/2026?',
      'Sale date: 14/5/2026?',
      'Date left: 14/5/2026?',
    ],
  ],
  [
    'a word under a day of death, sale or leaving',
    'Tag,Sex,DOB,Date of death,Sale date,Date left\nN1,F,2020,booked,,\nN2,F,2020,,booked,\nN3,F,2020,,,booked',
    { left: 'sold' },
    [
      'N1 female active - -',
      'N2 female active - -',
      'N3 female active - -',
      'Date of death: booked',
      'Sale date: booked',
      'Date left: booked',
      noDay('Date of death: booked'),
      noDay('Sale date: booked'),
      noDay('Date left: booked'),
    ],
  ],
  [
    'a month of death or sale that is still to come',
    'Tag,Sex,DOB,Date of death,Sale date\nN1,F,2020,Dec 2026,\nN2,F,2020,,Dec 2026',
    {},
    [
      'N1 female active - -',
      'N2 female active - -',
      'Date of death: Dec 2026',
      'Sale date: Dec 2026',
      noDay('Date of death: Dec 2026'),
      noDay('Sale date: Dec 2026'),
    ],
  ],
  ...['12', 'ca 12', 'est. 12'].map((cell): Told => [
    `two digits under a day of death: ${cell}`,
    `Tag,Sex,DOB,Date of death,Breed\nN1,F,2020,${cell},X\nN2,F,2020,2026-03-04,X`,
    {},
    [
      'N2 death 2026-03-04 cause=unknown',
      'N1 female active - -',
      'N2 female died - -',
      `Date of death: ${cell}`,
      noDay(`Date of death: ${cell}`),
    ],
  ]),
  ...['Sold on,Buyer\nQ1,2026-02-01,no,Bob', 'Died on,Cause\nQ1,2026-02-01,no,bloat'].map((columns): Told => [
    `a no for a day of leaving in a list of weanings: ${columns}`,
    `Tag,Weaned on,${columns}`,
    {},
    ["!'no' is no day."],
  ]),
  [
    'a no for a day of death beside a cause',
    'Tag,Sex,DOB,Date of death,Cause\nN1,F,2020,no,none yet\nN2,F,2020,2026-02-01,bloat',
    {},
    ['N2 death 2026-02-01 cause=bloat', 'N1 female active - -', 'N2 female died - -', 'Cause: none yet'],
  ],
  [
    'a day among yes and no under Culled',
    'Tag,Sex,DOB,Culled\nN1,F,2020,yes\nN2,F,2020,no\nN3,F,2020,2026-03-05',
    { 'word:3:yes': 'died', 'word:3:2026 03 05': 'sold' },
    ['N3 sale 2026-03-05', 'N1 female died - -', 'N2 female active - -', 'N3 female sold - -'],
  ],
  [
    'a no among days under Culled',
    'Tag,Sex,DOB,Culled\nN1,F,2020,no\nN2,F,2020,2026-03-05\nN3,F,2020,2026-03-05',
    { left: 'sold' },
    ['N2 sale 2026-03-05', 'N3 sale 2026-03-05', 'N1 female active - -', 'N2 female sold - -', 'N3 female sold - -'],
  ],
  [
    'a movement to an abattoir and a sale in French',
    'Boucle,Date,Mouvement,Destination\nQ1,2026-05-01,Abattoir,X\nQ2,2026-05-02,Vente,Y',
    {},
    ['Q1 slaughter 2026-05-01 buyer=X', 'Q2 sale 2026-05-02 buyer=Y'],
  ],
  ...['Schlachthof', 'matadero', 'boucherie', 'slachthuis'].map((cell): Told => [
    `a kind of record in another language: ${cell}`,
    `Tag,Date,Kind\nQ1,2026-05-01,${cell}`,
    {},
    ['Q1 slaughter 2026-05-01'],
  ]),
  ...[
    ['Nr. Mutter', '1 -'],
    ['Nummer Mutter', '1 -'],
    ['Nr dam', '1 -'],
    ['Nummer vader', '- 1'],
  ].map(([heading, parents]): Told => [
    `a small number under ${heading}`,
    `Tag,Sex,DOB,${heading}\nN1,F,2020,1`,
    {},
    [`N1 female active ${parents}`, '+1'],
  ]),
  [
    'as often a no as a day under Culled',
    'Tag,Sex,DOB,Culled\nN1,F,2020,2026-03-05\nN2,F,2020,2026-03-06\nN3,F,2020,no\nN4,F,2020,no',
    { left: 'sold' },
    [
      'N1 sale 2026-03-05',
      'N2 sale 2026-03-06',
      'N1 female sold - -',
      'N2 female sold - -',
      'N3 female active - -',
      'N4 female active - -',
    ],
  ],
  ...['Archived date', 'Date archived', 'Date inactive', 'Archive date', 'Was culled', 'Date of culling'].map((heading): Told => [
    `a day of leaving, with the answer how, under ${heading}`,
    `Tag,Sex,DOB,${heading}\nN1,F,2020,2026-03-05`,
    { left: 'sold' },
    ['N1 sale 2026-03-05', 'N1 female sold - -'],
  ]),
  ...[
    'Slaughter date (dd/mm/yyyy)',
    'Kill date (actual)',
    'Actual kill date',
    'Slaughtering date',
    'Home kill date',
    'Home slaughtered',
    'Schlachttag',
  ].map((heading): Told => [
    `a day of slaughter under ${heading}`,
    `Tag,Sex,DOB,${heading}\nN1,F,2020,2026-03-05`,
    {},
    ['N1 slaughter 2026-03-05', 'N1 female died - -'],
  ]),
  [
    'a day after which it is to be culled',
    'Tag,Sex,DOB,Cull after\nN1,F,2020,2026-03-05',
    { left: 'sold' },
    ['?column:3', 'N1 female active - -', 'Cull after: 2026-03-05'],
  ],
  [
    'a day of leaving that is still to come',
    'Tag,Sex,DOB,Date left\nN1,F,2020,2027-03-01\nN2,F,2020,2026-03-01',
    { left: 'sold' },
    ['N2 sale 2026-03-01', 'N1 female active - -', 'N2 female sold - -', 'Date left: 2027-03-01'],
  ],
  [
    'a month of leaving',
    'Tag,Sex,DOB,Date left\nN1,F,2020,May 2026\nN2,F,2020,May 2027',
    { left: 'sold' },
    [
      'N1 female sold - -',
      'N2 female active - -',
      'Date left: May 2026',
      'Date left: May 2027',
      "Its sale is kept in the notes. 'May 2026' is no day.",
      noDay('Date left: May 2027'),
    ],
  ],
  [
    'a month of leaving of which nothing tells how',
    'Tag,Sex,DOB,Date left\nN1,F,2020,May 2026',
    {},
    ['?left', 'N1 female active - -', 'Date left: May 2026', noDay('Date left: May 2026')],
  ],
  ...['Abattoir booking', 'Cull', 'Kill date (planned)', 'Schlachtdatum geplant', 'Schlachthof', 'Target kill date'].map(
    (heading): Told => [
      `a day that may be only planned, about which is asked, under ${heading}`,
      `Tag,Sex,DOB,${heading}\nN1,F,2020,2026-03-05`,
      {},
      ['?column:3', 'N1 female active - -', `${heading}: 2026-03-05`],
    ],
  ),
  ...['Castrated', 'Castrated on'].map((heading): Told => [
    `a yes under ${heading} of a female`,
    `Tag,Sex,DOB,${heading}\nN1,F,2020,yes\nN2,M,2020,yes\nN3,M,2020,yes`,
    {},
    [
      'N1 female active - -',
      'N2 wether active - -',
      'N3 wether active - -',
      'Castrated: Yes',
      'Only males are castrated, so this is kept in the notes.',
    ],
  ]),
  ...['Castrated', 'Castrated on'].map((heading): Told => [
    `a yes under ${heading} of a female of the farm`,
    `Tag,${heading}\nQ1,yes`,
    {},
    ['Q1 female active - -', 'Castrated: Yes', 'Only males are castrated, so this is kept in the notes.'],
  ]),
  [
    'a doubtful day of castration of a female',
    'Tag,Sex,DOB,Date castrated\nN1,F,2020,~3/14/2021',
    {},
    [
      'N1 female active - -',
      'Date castrated: ~3/14/2021',
      'It cannot have been castrated on this day, so the day is kept in the notes.',
    ],
  ],
  [
    'a doubtful day of castration of a female beside a no',
    'Tag,Sex,DOB,Castrated,Castration date\nN1,F,2020,~3/14/2021,no',
    {},
    [
      'N1 female active - -',
      'Castrated: ~3/14/2021',
      'It cannot have been castrated on this day, so the day is kept in the notes.',
    ],
  ],
  ["'Damage' without a dam, which is no age", 'Tag,Sex,DOB,Damage\nN1,F,2020,2', {}, ['N1 female active - -', 'Damage: 2']],
  [
    "'Damage' beside a dam, which is the dam's age",
    'Tag,Sex,DOB,Dam,Damage\nN1,F,2024,Q1,2',
    {},
    ['N1 female active Q1 Alma -', "Mother's age: 2"],
  ],
  [
    'the age of a dam under DamAge',
    'Tag,Sex,DOB,Dam,DamAge\nN1,F,2024,Q1,2y',
    {},
    ['N1 female active Q1 Alma -', "Mother's age: 2"],
  ],
  [
    'a female whose state says it is a wether',
    'Tag,Sex,DOB,Status\nN1,F,2020,wether',
    {},
    ['N1 female active - -', 'Status: wether', 'Only males are castrated, so this is kept in the notes.'],
  ],
  ['a yes under Castrated without a sex', 'Tag,Breed,DOB,Castrated\nN1,X,2020,yes', { sex: 'female' }, ['N1 wether active - -']],
  [
    'a yes under a day of castration without a sex',
    'Tag,Breed,DOB,Castrated on\nN1,X,2020,yes\nN2,X,2020,2021-03-05',
    { sex: 'female' },
    [
      'N1 wether active - -',
      'N2 female active - -',
      'Castrated on: 2021-03-05',
      'It cannot have been castrated on this day, so the day is kept in the notes.',
    ],
  ],
  [
    'a doubtful day of castration',
    'Tag,Sex,DOB,Castrated on\nN1,M,2020,~3/14/2021',
    {},
    ['N1 wether active - -', 'N1 castrated 2021-03-14', 'Castrated on: ~3/14/2021'],
  ],
  [
    'a doubtful day on which meat is clear',
    'Tag,Treated,Product,Meat clear date\nQ1,2026-03-01,Pen,~3/28/2026',
    {},
    ['Q1 treatment 2026-03-01 productName=Pen meat:2026-03-28 (Meat clear date: ~3/28/2026)'],
  ],
  [
    'a doubtful day on which the males left',
    'Ewe,Ram,Ram in,Ram out\nQ1,Q3,2026-03-01,~4/15/2026',
    {},
    ['Q1 mating Q3 2026-03-01 to 2026-04-15', 'Ram out: ~4/15/2026'],
  ],
  [
    'a doubtful day on which a vaccine is due',
    'Tag,Date,Vaccine,Next due\nQ1,2026-03-01,CD&T,~4/15/2027',
    {},
    ['Q1 vaccination 2026-03-01 productName=CD&T nextDueDay=2027-04-15 (Next due: ~4/15/2027)'],
  ],
  [
    'a number below zero at a scan',
    'Ewe,Date,Scan result\nQ1,2026-01-05,-1\nQ2,2026-01-05,2\nQ2,2026-01-06,1',
    {},
    [
      'Q2 pregnancyCheck 2026-01-05 count=2 result=pregnant',
      'Q2 pregnancyCheck 2026-01-06 count=1 result=pregnant',
      "!'-1' in 'Scan result' is no result of a pregnancy check.",
    ],
  ],
  [
    'a yes beside a number at a scan',
    'Ewe,Date,Scanned\nQ1,2026-01-05,yes\nQ2,2026-01-05,2',
    {},
    ['?column:2', 'Q1 female active - -', 'Q2 female active - -', ...['Scanned: yes', 'Scanned: 2'].map(ofDay)],
  ],
  [
    'letters that may mean true or twins',
    'Ewe,Date,Pregnant\nQ1,2026-01-05,T\nQ2,2026-01-05,T\nQ3,2026-01-05,F',
    {},
    [
      'Q1 female active - -',
      'Q2 female active - -',
      'Q3 male active - -',
      ...['T', 'T', 'F'].map((cell) => ofDay(`Pregnant: ${cell}`)),
    ],
  ],
  [
    'a letter that is no result among those of scans',
    'Ewe,Date,Scan result\nQ1,2026-01-05,S\nQ2,2026-01-05,F\nQ3,2026-01-05,T',
    {},
    [
      '?column:2',
      'Q1 female active - -',
      'Q2 female active - -',
      'Q3 male active - -',
      ...['S', 'F', 'T'].map((cell) => ofDay(`Scan result: ${cell}`)),
    ],
  ],
  ...['Pregnant', 'Trächtig', 'Dragtig', 'Preg', 'Preg check', 'Scanned', 'Scan'].map((heading): Told => [
    `digits that may mean yes or one young under ${heading}`,
    `Ewe,Date,${heading}\nQ1,2026-01-05,1\nQ2,2026-01-05,0`,
    {},
    ['?column:2', 'Q1 female active - -', 'Q2 female active - -', ...['1', '0'].map((cell) => ofDay(`${heading}: ${cell}`))],
  ]),
  [
    'a yes under a scan in French',
    'Ewe,Date,Echographie\nQ1,2026-01-05,oui\nQ2,2026-01-05,non',
    {},
    ['?column:2', 'Q1 female active - -', 'Q2 female active - -', ...['Echographie: oui', 'Echographie: non'].map(ofDay)],
  ],
  ...[
    ['Scan', 'P', 'result=pregnant'],
    ['Scan result', 'Twin', 'count=2 result=pregnant'],
    ['Scan', '1', 'count=1 result=pregnant'],
    ['Ultrasound', 'Pos', 'result=pregnant'],
    ['Scanned', 'in lamb', 'result=pregnant'],
  ].map(([heading, cell, result]): Told => [
    `a no beside ${cell} under ${heading}`,
    `Ewe,Date,${heading}\nQ1,2026-01-05,${cell}\nQ2,2026-01-05,no`,
    {},
    [`Q1 pregnancyCheck 2026-01-05 ${result}`, 'Q2 pregnancyCheck 2026-01-05 result=open'],
  ]),
])('nothing is lost or guessed: %s', (_, text, answers, wanted) => {
  expect(toldBy(text, answers)).toEqual(wanted);
});
