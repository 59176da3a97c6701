import { knownAnimal } from '#test/plan-import.ts';
import { expect, test } from 'vitest';
import { planned } from '#test/planned.ts';

test('a list of scores with columns for each day has scores of each day', () => {
  const text = 'Animal,FAMACHA 5/1/2026,BCS 5/1/2026,FAMACHA 6/15/2026,BCS 6/15/2026\nQ1,2,3,3,2.5';
  expect(planned(text).events).toEqual([
    'Q1 scores 2026-05-01 famacha=2 bodyCondition=3',
    'Q1 scores 2026-06-15 famacha=3 bodyCondition=2.5',
  ]);
});

test('weights under days without a year ask for the year', () => {
  const text = 'VID,14-Apr (kg),05-May (kg)\nQ1,12.5,16.1';
  expect(planned(text).open).toEqual(['year']);
  expect(planned(text, { year: '2026' }).events).toEqual([
    'Q1 weighing 2026-04-14 weightGrams=12500 method=scale',
    'Q1 weighing 2026-05-05 weightGrams=16100 method=scale',
  ]);
});

test('a list of animals tells when each was bought, weaned, vaccinated and sold', () => {
  const text = [
    'Tag,Sex,DOB,Date purchased,Bought from,Date Weaned,Vaccine,Date given,Date sold,Sold to,Sale price',
    'N1,F,2024-03-01,2025-06-01,Smith Farm,2024-06-01,Heptavac,2025-02-01,2025-09-01,Jane Roe,450',
  ].join('\n');
  expect(planned(text).events.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'N1 arrival 2025-06-01 from=Smith Farm',
    'N1 sale 2025-09-01 buyer=Jane Roe price=450',
    'N1 vaccination 2025-02-01 productName=Heptavac',
    'N1 weaning 2024-06-01',
  ]);
  expect(planned(text).herd).toEqual(['N1 female sold - -']);
});

test('a day of death or of sale says the state, another day of leaving is asked about, and a reason says how', () => {
  const days =
    'Tag,Sex,DOB,Date died,Date sold,Cause of death\nN1,F,2019,,,\nN2,F,2019,2023-06-01,,bloat\nN3,M,2019,,2023-07-01,';
  expect(planned(days).herd).toEqual(['N1 female active - -', 'N2 female died - -', 'N3 male sold - -']);
  const out = 'Tag,Sex,DOB,Date Out\nN1,F,2019,2023-06-01';
  expect(planned(out).open).toEqual(['left']);
  expect(planned(out, { left: 'died' }).herd).toEqual(['N1 female died - -']);
  const why = 'Tag,Sex,DOB,Status,Date Out,Reason Out\nN1,F,2019,Off Farm,2023-06-01,Dead\nN2,M,2019,Off Farm,2023-06-01,Factory';
  expect(planned(why).herd).toEqual(['N1 female died - -', 'N2 male died - -']);
  expect(planned(why).events.map((event) => event.split(' ').slice(0, 3).join(' '))).toEqual([
    'N1 death 2023-06-01',
    'N2 slaughter 2023-06-01',
  ]);
});

test('a state with its day has both', () => {
  const text = 'Lamb,Sex,Born,Fate\nL1,R,2/4/2026,died 13/4/2026\nL2,E,15/4/2026,';
  expect(planned(text)).toMatchObject({ herd: ['L1 male died - -', 'L2 female active - -'], open: [] });
  expect(planned(text).events[0]).toContain('L1 death 2026-04-13');
});

test('lines above animals tell their sex and state, and are no animals', () => {
  const text =
    'Tag,Name,Born\nBreeding Ewes (2),,\nN1,Ann,2019\nEwe lambs 2026,,\nN2,Cleo,2026\nRams:,,\nN3,Dan,2018\nSold 2025,,\nN4,Eve,2017';
  expect(planned(text, { sex: 'female' }).herd).toEqual([
    'N1 female active - -',
    'N2 female active - -',
    'N3 male active - -',
    'N4 female sold - -',
  ]);
});

test('parents that are nobody, or one of several, become no animals', () => {
  const rows = ['000000', 'Not Applicable', 'see notes', '0.0', 'Unregistered', 'Mob 3', 'Q3/X7', 'Q3 or X7', 'Q3, X7', 'Q3?'];
  rows.push('pasture', 'see above', 'did not record', 'Unknown (Boer)', 'LAI 2024', 'Ext. ram', 'A.I. sire unknown');
  const text = ['Tag,Sex,DOB,Sire', ...rows.map((sire, n) => `N${n}\tF\t2024-03-01\t${sire}`)].join('\n').replace(/,/, '\t');
  const tabs = text.split('\n').map((line, index) => (index === 0 ? line.replaceAll(',', '\t') : line));
  const { outside, herd } = planned(tabs.join('\n'));
  expect([outside, herd.map((line) => line.split(' ').at(-1))]).toEqual([[], rows.map(() => '-')]);
});

test('numbers that a spreadsheet program has shortened or rounded are refused, of parents too', () => {
  const text =
    'Tag,EID,Sex,Dam EID\nN1,9.82E+14,F,\nN2,9820004111100010,F,\nN3,982000411110003.0,M,\nN4,982000411110004,M,9.82E+14';
  const { plan, outside } = planned(text);
  expect(plan.rows.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'ready', 'refused']);
  expect([outside, plan.numbers.map(({ number }) => number)]).toEqual([[], ['982000411110003']]);
});

test('near days of birth are years, and the text is kept', () => {
  const cells = ['44260', 'Mar-19', '~2019', 'c. 2018', 'Spring 2020', '2019?', 'approx May 2021', '0', '1-01-01'];
  const { plan } = planned(['Tag,Sex,DOB', ...cells.map((cell, n) => `N${n},F,${cell}`)].join('\n'));
  expect(plan.rows.map(({ animal }) => animal?.birthDate ?? animal?.birthYear)).toEqual([
    '2021-03-05',
    2019,
    2019,
    2018,
    2020,
    2019,
    2021,
    null,
    null,
  ]);
});

test('the dose, the batch and the withdrawal of a treatment are read in other words', () => {
  const text = 'Tag,Treat Date,Chemical,Rate (mL),WHP,ESI,Batch #,Expiry\nQ1,14/08/2026,Zolvix,7.5,14,20,Z55,Jun-27';
  expect(planned(text).open).toEqual(['column:4']);
  // The longer of the two intervals holds.
  expect(planned(text, { 'column:4': 'meatDays' }).events).toEqual([
    'Q1 treatment 2026-08-14 productName=Zolvix dose=7.5 unit=mL batch=Z55 expiry=2027-06-30 meat:20',
  ]);
});

test('a day in a column that the person names is read in the order of the file', () => {
  const text = 'Tag,Treat Date,Medicine,Date withdrawal ends\nQ1,14/08/2026,Fluke drench,03/10/2026';
  expect(planned(text, { 'column:3': 'meatClearOn' }).events).toEqual([
    'Q1 treatment 2026-08-14 productName=Fluke drench meat:2026-10-03',
  ]);
});

test('animals of any list that the farm does not have are asked about together', () => {
  for (const text of ['Date,Tag,FAMACHA\n2026-06-01,Q1,3\n2026-06-01,X1,4', 'Date,Tag,Weight kg\n2026-06-01,X1,44']) {
    const { plan, herd } = planned(text);
    expect(plan.questions.map(({ id, text: words }) => [id, words])).toEqual([
      ['strangers', '1 animal of this file is not among yours: X1.'],
    ]);
    expect(herd.filter((line) => line.startsWith('X1'))).toEqual([]);
  }
});

test('a list of milk in the morning and in the evening has the milk of the day', () => {
  expect(planned('Goat,AM lbs,PM lbs,Date\nQ1,3.2,2.8,2026-05-01').events).toEqual(['Q1 milking 2026-05-01 amountMl=2642']);
});

test('lists of heats, hooves and scans are recorded', () => {
  expect(planned('Date,Ewe,Heat signs\n2026-10-01,Q1,standing').events).toEqual(['Q1 heat 2026-10-01 (Heat signs: standing)']);
  expect(planned('Date,Tag,Hooves trimmed\n2026-10-01,Q1,yes').events).toEqual(['Q1 hooves 2026-10-01']);
  expect(planned('Tag,Scan date,Scan result\nQ1,2026-01-05,TW\nQ2,2026-01-05,E').events).toEqual([
    'Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant',
    'Q2 pregnancyCheck 2026-01-05 result=open',
  ]);
});

test('parents are found by the registered names of their rows', () => {
  const text =
    'Tag,Barn name,Registered Name,Sex,DOB,Sire\nN1,Oak,Old Oak of the Hill,M,2020-03-01,\nN2,Moss,,F,2024-03-01,Old Oak of the Hill';
  expect(planned(text)).toMatchObject({ outside: [], herd: ['N1 male active - -', 'N2 female active - N1 Oak'] });
});

test('a file without headings is read by its cells', () => {
  const text = 'N11\tF\t2021-03-01\nN12\tM\t2021-03-04\nN13\tF\t2021-03-05';
  expect(planned(text, { 'column:2': 'birthDate' }).herd).toEqual([
    'N11 female active - -',
    'N12 male active - -',
    'N13 female active - -',
  ]);
});

test('a litter written in one cell is a row for each young', () => {
  const text = 'Doe\tBuck\tKidded\tKid tags\tSexes\nNana\tDuke\t2026-03-09\tK1/K2\tF/M\nLola\tDuke\t2026-03-15\tK3\tF';
  expect(planned(text).herd).toEqual(['K1 female active Nana Duke', 'K2 male active Nana Duke', 'K3 female active Lola Duke']);
});

test('the tattoo of a herd, and a yes, are kept in the notes and are no numbers of animals', () => {
  const text = 'Name,Tattoo Right,Tattoo Left,Sex,DOB,Registered,Alive Y/N\nAnn,ABC,1T,F,2020,Y,Y\nBob,ABC,1U,M,2020,N,N';
  const { plan, open, herd } = planned(text);
  expect({ open, herd }).toEqual({ open: ['word:6:n'], herd: ['1T female active - -', '1U male active - -'] });
  expect(plan.numbers).toEqual([]);
  expect(plan.newAnimals.map(({ notes }) => notes.split('\n'))).toEqual([
    ['Tattoo Right: ABC', 'Registered: Y'],
    expect.arrayContaining(['Tattoo Right: ABC', 'Registered: N']),
  ]);
});

test('an official number of the one animal that has one in a list of treatments is not taken for that of the herd', () => {
  const text =
    'Date,Tag,Official tag,Product\n2026-02-03,Q1,UK 12 6,Cydectin\n2026-02-04,Q1,UK 12 6,Cydectin\n2026-02-04,Q2,,Cydectin';
  expect(planned(text).events).toEqual([
    'Q1 treatment 2026-02-03 productName=Cydectin',
    'Q1 treatment 2026-02-04 productName=Cydectin',
    'Q2 treatment 2026-02-04 productName=Cydectin',
  ]);
});

test('moves between holdings have arrived or left by which of them is the own one', () => {
  const text = 'Date,Tag,From CPH,To CPH\n2026-02-03,Q1,12/345/6789,98/765/4321\n2026-03-04,Q2,11/222/3333,12/345/6789';
  const events = ['Q1 sale 2026-02-03 buyer=98/765/4321', 'Q2 arrival 2026-03-04 from=11/222/3333'];
  expect(planned(text)).toMatchObject({ events, open: [] });
  const one = text.split('\n').slice(0, 2).join('\n');
  expect(planned(one).open).toEqual(['holding']);
  expect(planned(one, { holding: '98/765/4321' }).events).toEqual(['Q1 arrival 2026-02-03 from=12/345/6789']);
  expect(planned('Date,Tag,From CPH\n2026-03-04,Q2,11/222/3333').events).toEqual(events.slice(1));
});

test('an animal is castrated once', () => {
  const { plan, events } = planned(
    'Date,Tag,Event,Method of castration\n2026-02-03,Q3,Castration,Elastrator ring\n2026-03-04,Q3,Castration,knife',
  );
  expect(events).toEqual(['Q3 castration 2026-02-03 method=band']);
  expect(plan.rows.map(({ reason }) => reason)).toEqual([null, 'It is castrated in row 2 already.']);
});

test('a list of animals tells how each was castrated', () => {
  const text = 'Tag,Sex,DOB,Date castrated,Method of castration\nN1,W,2026-01-02,2026-02-03,burdizzo\nN2,F,2026-01-02,,';
  expect(planned(text).events).toEqual(['N1 castration 2026-02-03 method=clamp']);
});

test('the sixteen digits of Sheep Genetics are a registration number and tell the year of birth', () => {
  const text = 'Tag,Sex,LAMBPLAN ID,Sire LAMBPLAN ID\nN1,F,5000062024000012,1234562020000007';
  const { plan, outside } = planned(text);
  expect(plan.numbers).toMatchObject([{ kind: 'registration', number: '5000062024000012' }]);
  expect(plan.newAnimals.map(({ animal }) => [animal.tagNumber, animal.birthYear])).toContainEqual(['N1', 2024]);
  expect(outside).toEqual(['1234562020000007']);
});

test('a column of ounces belongs to that of pounds, and the breeds of a cross are one', () => {
  const text = 'Kid,Sex,DOB,BW lbs,BW oz,Breed 1,% 1,Breed 2,% 2\nK1,F,2026-03-01,7,4,Boer,50,Kiko,50';
  const [added] = planned(text).plan.newAnimals;
  expect(added?.animal).toMatchObject({ breed: '50% Boer, 50% Kiko', row: { values: { birthWeightGrams: 3289 } } });
});

test('weights with a column of days for each visit are weights of these days', () => {
  expect(planned('Tag,Wt1,Date1,Wt2,Date2\nQ1,50,2026-05-01,55,2026-06-01', { 'unit:1': 'kg' }).events).toEqual([
    'Q1 weighing 2026-05-01 weightGrams=50000 method=scale',
    'Q1 weighing 2026-06-01 weightGrams=55000 method=scale',
  ]);
});

test('a day of leaving whose heading names both ways is that of the way the row says', () => {
  const text =
    'Tag,Sex,DOB,Date Sold/Died,Reason\nN1,F,2020-01-01,2025-05-01,Sold\nN2,F,2020-01-01,2025-06-01,Died - bloat\nN3,F,2020-01-01,,';
  expect(planned(text).herd).toEqual(['N1 female sold - -', 'N2 female died - -', 'N3 female active - -']);
  expect(planned('Tag,Cull reason,Cull date\nQ1,Mastitis,2026-05-01', { rows: 'animals' }).open).toEqual(['left']);
});

test('what is said of a state or a parent besides is kept, and a sale without a day asks for it', () => {
  const text =
    'Lamb,Ewe,Ram,Sex,Born,Fate\nL2,Q1 (twin),AI - Rex,ram,2026-04-01,died day 3\nL3,Q2,Q3,wether,2026-04-01,sold to Jim 6/13/26';
  const { herd, plan, outside } = planned(text);
  expect([herd, outside]).toEqual([['L2 male died Q1 Alma Q3 Rex', 'L3 wether sold Q2 Q3 Rex'], []]);
  expect(plan.newAnimals.map(({ notes }) => notes)).toEqual([
    'Ewe: Q1 (twin)\nRam: AI - Rex\nFate: died day 3',
    'Fate: sold to Jim 6/13/26',
  ]);
  expect(planned('Lot,Tag,Total,Buyer\n1,Q1,252.00,Smith').open).toEqual(['weighedOn']);
});

test('a word for what happened, a scale or a way to castrate that nobody knows is asked about or kept', () => {
  const moved = 'Tag,Date,Movement,From or to\nQ1,2026-05-01,Departure: Export,Jane Roe\nQ2,2026-05-01,Sold,Jane Roe';
  expect(planned(moved).open).toEqual(['word:2:departure: export']);
  expect(planned(moved, { 'word:2:departure: export': 'loan' }).events).toEqual([
    'Q1 loan 2026-05-01 to=Jane Roe (Movement: Departure: Export)',
    'Q2 sale 2026-05-01 buyer=Jane Roe',
  ]);
  expect(planned(moved, { 'word:2:departure: export': 'note' }).events[0]).toBe(
    'Q1 note 2026-05-01 (From or to: Jane Roe\nMovement: Departure: Export)',
  );
  expect(planned('Tag,Date,Weight (kg),Weighed by\nQ1,2026-05-01,50,Predicted').events).toEqual([
    'Q1 weighing 2026-05-01 weightGrams=50000 (Weighed by: Predicted)',
  ]);
  const cut = planned('Tag,Sex,DOB,Castrated on,Castrated with\nN1,M,2026-01-01,2026-05-01,by the vet');
  expect([cut.events, cut.plan.newAnimals[0]?.notes]).toEqual([[], 'Castrated with: by the vet']);
});

test('a column of days for each vaccine is a vaccination of each day', () => {
  const list = 'Tag,CDT,CDT booster,Rabies\nQ1,2026-03-01,2026-03-29,2026-05-01\nQ2,2026-03-01,,2026-05-01';
  expect(planned(list).events).toEqual([
    'Q1 vaccination 2026-03-01 productName=CDT',
    'Q1 vaccination 2026-03-29 productName=CDT booster',
    'Q1 vaccination 2026-05-01 productName=Rabies',
    'Q2 vaccination 2026-03-01 productName=CDT',
    'Q2 vaccination 2026-05-01 productName=Rabies',
  ]);
  const herd = planned('Tag,Sex,DOB,CD&T date,Last dewormed,Dewormer\nN1,F,2021-03-01,2026-03-01,2026-05-01,Cydectin');
  expect(herd.events).toEqual(['N1 vaccination 2026-03-01 productName=CD&T', 'N1 treatment 2026-05-01 productName=Cydectin']);
  expect(herd.plan.newAnimals[0]?.animal.row?.values.vaccinated).toBe(true);
});

test('a register with the days of arrival and of leaving makes no animal leave that only came', () => {
  const text = [
    'Ear tag,Date on,From (CPH),Date off,To (CPH),Reason',
    'Q1,2024-02-01,12/345/0001,2026-10-13,98/765/4321,Cull',
    'Q2,2024-02-01,12/345/0001,,,',
  ].join('\n');
  expect(planned(text)).toMatchObject({
    open: [],
    events: [
      'Q1 arrival 2024-02-01 from=12/345/0001',
      'Q1 sale 2026-10-13 reason=Cull buyer=98/765/4321',
      'Q2 arrival 2024-02-01 from=12/345/0001',
    ],
  });
});

test("a wether whose state says it is one, and what 'culled' means is asked", () => {
  const text = 'Tag,Sex,DOB,Status\nN1,M,2022,Wether\nN2,M,2022,Sold wether\nN3,F,2022,Verendet\nN4,M,2022,Activa';
  expect(planned(text)).toMatchObject({
    open: [],
    herd: ['N1 wether active - -', 'N2 wether sold - -', 'N3 female died - -', 'N4 male active - -'],
  });
  const culls = 'Tag,Sex,DOB,Culled,Cull reason\nN1,F,2021,Y,bad udder\nN2,F,2021,N,';
  expect(planned(culls).open).toEqual(['word:3:y']);
  expect(planned(culls, { 'word:3:y': 'sold' }).herd).toEqual(['N1 female sold - -', 'N2 female active - -']);
});

test('the day and the parents of a litter stand once before its young', () => {
  const text = 'Date,Lamb tag,Sex,Dam,Sire\n2026-03-13,N1,F,Q1,Q3\n,N2,M,,\n2026-03-15,N3,F,Q2,Q3';
  const { herd, plan } = planned(text);
  expect(herd).toEqual(['N1 female active Q1 Alma Q3 Rex', 'N2 male active Q1 Alma Q3 Rex', 'N3 female active Q2 Q3 Rex']);
  expect(plan.rows[1]?.remarks[0]).toContain('same litter as row 2');
});

test('scores, scans and vaccinations without a day are such a list, of which the day is asked', () => {
  for (const text of ['Goat,FAMACHA,BCS\nQ1,2,3', 'Ewe,Scan 2026\nQ1,2\nQ2,0', 'Tag,Vaccine\nQ1,Heptavac'])
    expect(planned(text).open).toEqual(['weighedOn']);
  expect(planned('Ewe,Scan 2026\nQ1,2', { weighedOn: '2026-01-05' }).events).toEqual([
    'Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant',
  ]);
  expect(planned('Goat,5/14/2026,6/15/2026\nQ1,2,3', { rows: 'scores' }).events).toEqual([
    'Q1 scores 2026-05-14 famacha=2',
    'Q1 scores 2026-06-15 famacha=3',
  ]);
});

test('in a list with bucks and does the does were mated, and a birth due before that is only a note', () => {
  const text = 'Buck,Doe,Exposed,Due,Kidded\nQ3,Q1,2025-10-01,2026-02-28,2026-03-01\nQ3,Q2,2025-10-03,2025-03-02,';
  const { plan } = planned(text);
  expect(plan.matings.map(({ mother, day, dueDay, bornDay, notes }) => [mother.tagNumber, day, dueDay, bornDay, notes])).toEqual([
    ['Q1', '2025-10-01', '2026-02-28', '2026-03-01', null],
    ['Q2', '2025-10-03', null, null, 'Due: 2025-03-02'],
  ]);
});

test('a weight of an age is asked about, and a doubtful number is said', () => {
  expect(planned('Lamb,Sex,DOB,Dam,60 day wt\nN1,F,2026-03-01,Q1,42').open).toEqual(['column:4']);
  const numbers =
    'Tag,Sex,DOB,EID,Official tag\nN1,F,2026-03-01,82607133930004,UK 123456\nN2,F,2026-03-01,826012345600001,UK 0 123456 00001';
  expect(planned(numbers).plan.rows.map(({ remarks }) => remarks)).toEqual([
    [
      "'82607133930004' is no eid; it is kept in the notes.",
      'The official tag UK 123456 is recorded as it stands. It names a British flock, and no animal of it.',
    ],
    [],
  ]);
});

test('an electronic tag is read with its country, and in groups', () => {
  const text =
    'Tag,Sex,Electronic\nN1,F,USA 840003123456789\nN2,F,(982)000411110005\nN3,F,GB 0826 0123456 00007\nN4,F,982-000411110006';
  expect(planned(text).plan.numbers.map(({ number }) => number)).toEqual([
    '840003123456789',
    '982000411110005',
    '826012345600007',
    '982000411110006',
  ]);
});

test('a parent that is found by a tag that looks alike is said', () => {
  const { plan } = planned('Tag,Sex,Dam,Sire\nN1,F,Q02,q-3\nN2,F,Q2,Q3');
  expect(plan.rows.map(({ remarks }) => remarks)).toEqual([
    ['The mother Q02 was taken for Q2.', 'The father q-3 was taken for Q3.'],
    [],
  ]);
});

test('ticks under a vaccine beside days of another one say that an animal is vaccinated', () => {
  const { plan, events } = planned('Tag,Sex,Born,CD&T,Rabies\nN1,F,2024-03-01,Y,\nN2,F,2024-03-01,N,2026-04-01');
  expect(events).toEqual(['N2 vaccination 2026-04-01 productName=Rabies']);
  expect(plan.newAnimals.map(({ animal }) => animal.row?.values.vaccinated)).toEqual([true, true]);
});

test('a column that nothing claims may be the tags where nothing else names an animal, or weights of a day that cannot be read', () => {
  const text = 'matr,birth_weight,sex,weight_jul_ 08,weight_agoust_08\nA1,2.5,F,19,20\nA2,2.8,M,23,25\nA3,2.3,F,14,15';
  expect(planned(text).open).toEqual(expect.arrayContaining(['column:0', 'column:4', 'year']));
  expect(
    planned(text, { rows: 'animals', 'column:0': 'tagNumber', 'column:4': 'keep', year: '2024', 'unit:1': 'kg' }).events,
  ).toEqual([
    'A1 weighing 2024-07-08 weightGrams=19000',
    'A2 weighing 2024-07-08 weightGrams=23000',
    'A3 weighing 2024-07-08 weightGrams=14000',
  ]);
});

test('ones and noughts under Sold say the state also where animals were bought', () => {
  const text =
    'Goat ID,Purchase Date,Sold,Dead,Gender,Supplier\nG1,2026-07-20,0,0,Male,Roe\nG2,2026-07-20,1,0,Female,Roe\nG3,2026-07-20,0,1,Male,';
  expect(planned(text, { rows: 'animals' }).herd).toEqual(['G1 male active - -', 'G2 female sold - -', 'G3 male died - -']);
});

test('a list of animals that a person says tells of scores, or of treatments, is read so', () => {
  const scores = 'Tag,Sex,DOB,Breed,FAMACHA,Test date\nQ1,F,2021-03-01,Suffolk,3,2026-05-01';
  expect(planned(scores).events).toEqual([]);
  expect(planned(scores, { rows: 'scores' }).events).toEqual(['Q1 scores 2026-05-01 famacha=3']);
  const treated = 'Tag,Sex,DOB,Breed,Drench,Given\nQ1,F,2021-03-01,Suffolk,Cydectin,2026-05-01';
  expect(planned(treated, { rows: 'treatment' }).events).toEqual(['Q1 treatment 2026-05-01 productName=Cydectin']);
});

test('a name finds an animal only if it is present and no EID stands beside it, and never its breeding values', () => {
  const [sold, ram, outside] = [
    knownAnimal('Q4', { name: 'Bella', status: 'sold' }),
    knownAnimal('Q3', { name: 'Rex', sex: 'male' }),
    knownAnimal('Rex', { sex: 'male', isReference: true }),
  ];
  const weighed = (tag: string, eid: string) =>
    planned(`Tag,EID,Date,Weight (kg)\n${tag},${eid},2026-05-01,54`, {}, [sold, ram]).events;
  expect([weighed('Bella', ''), weighed('Rex', '826099912300099'), weighed('Rex', '')]).toEqual([
    [],
    [],
    ['Q3 weighing 2026-05-01 weightGrams=54000 method=scale'],
  ]);
  const { plan } = planned('ID,BWT EBV,BWT Acc\nRex,0.1,70', { analysedOn: '2026-05-01', suppliedBy: 'NSIP' }, [ram, outside]);
  expect(plan.events.map(({ animal }) => animal.tagNumber)).toEqual(['Rex']);
});

test('yes and no are no numbers, whether a few cells have one or a full stop stands behind them', () => {
  const rows = Array.from({ length: 10 }, (_, row) =>
    row < 9 ? `N${row},F,2020,Y,Yes,${row < 5 ? 'Yes' : 'No.'}` : 'N9,F,2020,ABGA 12345,GA1234,Yes',
  );
  const { plan } = planned(`Tag,Sex,DOB,Registered,Official tag,Registry\n${rows.join('\n')}`);
  expect(plan.newAnimals.flatMap(({ animal }) => animal.row?.numbers)).toEqual([]);
  expect(plan.newAnimals[9]?.notes).toBe('Registered: ABGA 12345\nOfficial tag: GA1234\nRegistry: Yes');
});
