import { expect, test } from 'vitest';
import { planned } from '#test/planned.ts';

/** The open questions, what is recorded, when the new animals were born, and why rows are refused. */
function readDays(text: string, answers: Record<string, string> = {}): string[] {
  const { open, events, plan } = planned(text, answers);
  const born = plan.newAnimals.map(
    ({ animal: { tagNumber, birthDate, birthYear } }) => `${tagNumber} born ${birthDate ?? birthYear ?? '-'}`,
  );
  const refused = plan.rows.flatMap(({ verdict, reason }) => (verdict === 'refused' ? `!${reason}` : []));
  return [...open.map((id) => `?${id}`), ...events, ...born, ...refused];
}

const lambingBook = 'Ewe,Lambed,Lamb tag,Sex\nQ1,19/8,501,F\nQ2,20/8,502,M\nQ2,2/9,503,F';
const overNewYear = 'Lamb tag,Sex,Born\n501,F,28/11\n502,M,29 Feb\n503,F,3/1';

const files: Record<string, readonly [text: string, answers: Record<string, string>, wanted: readonly string[]]> = {
  'a lambing book asks for its year': [lambingBook, {}, ['?year', '501 born -', '502 born -', '503 born -']],
  'a lambing book of a year': [
    lambingBook,
    { year: '2025' },
    ['501 born 2025-08-19', '502 born 2025-08-20', '503 born 2025-09-02'],
  ],
  'days of birth that are left out': [lambingBook, { year: 'skip' }, ['501 born -', '502 born -', '503 born -']],
  'days as spreadsheet programs show them': [
    'Tag,Sex,DOB\nN1,F,19-Aug\nN2,M,2-Sep\nN3,F,29-Feb',
    { year: '2024' },
    ['N1 born 2024-08-19', 'N2 born 2024-09-02', 'N3 born 2024-02-29'],
  ],
  'days with the names of their months': [
    'Tag,Sex,DOB\nN1,F,19 Aug\nN2,M,2nd of Sept\nN3,F,31 August',
    { year: '2024' },
    ['N1 born 2024-08-19', 'N2 born 2024-09-02', 'N3 born 2024-08-31'],
  ],
  'the month first': ['Tag,Sex,DOB\nN1,F,8/19\nN2,M,9/2', { year: '2024' }, ['N1 born 2024-08-19', 'N2 born 2024-09-02']],
  'days whose order the whole ones beside them tell': [
    'Tag,Sex,DOB\nN1,F,14/5/2021\nN2,M,19-6\nN3,M,2-6',
    { year: '2024' },
    ['N1 born 2021-05-14', 'N2 born 2024-06-19', 'N3 born 2024-06-02'],
  ],
  'doubtful days': ['Tag,Sex,DOB\nN1,F,19/8?\nN2,F,~20/8', { year: '2025' }, ['N1 born 2025-08-19', 'N2 born 2025-08-20']],
  'weights ask for the year, and are none without it': [
    'Date,Tag,Weight (kg)\n19/8,Q1,54\n20/8,Q2,56',
    {},
    ['?year', "!'19/8' is no day.", "!'20/8' is no day."],
  ],
  'weights of a year': [
    'Date,Tag,Weight (kg)\n19/8,Q1,54\n2026-08-20,Q2,56',
    { year: '2025' },
    ['Q1 weighing 2025-08-19 weightGrams=54000 method=scale', 'Q2 weighing 2026-08-20 weightGrams=56000 method=scale'],
  ],
  'weights whose days are left out': [
    'Date,Tag,Weight (kg)\n19/8,Q1,54\n2026-08-20,Q2,56',
    { year: 'skip' },
    ['Q2 weighing 2026-08-20 weightGrams=56000 method=scale', "!'19/8' is no day."],
  ],
  'treatments of days with dots': [
    'Tag,Treated,Product,Dose (ml)\nQ1,13.8.,Cydectin,5\nQ2,04.09.,Cydectin,5',
    { year: '2026' },
    [
      'Q1 treatment 2026-08-13 productName=Cydectin dose=5 unit=ml',
      'Q2 treatment 2026-09-04 productName=Cydectin dose=5 unit=ml',
    ],
  ],
  'days of birth later than today are refused': [
    'Tag,Sex,DOB\nN1,F,19/12\nN2,M,20/11',
    { year: '2026' },
    ['N2 born 2026-11-20', '!The birth date 2026-12-19 is in the future.'],
  ],
  'deaths later than today are refused': [
    'Tag,Died,Cause\nQ1,19/12,worms',
    { 'column:1': 'diedOn', year: '2026' },
    ['!The date cannot be in the future: 2026-12-19.'],
  ],
  'years of birth in a column of their own, row by row': [
    'Year,Lambed,Ewe,Lamb tag,Sex\n2024,19/8,Q1,501,F\n2025,20/8,Q2,502,M\n2023,,Q2,503,M\n2022,unknown,Q2,504,M\n2022,2022-03-01,Q2,505,M',
    {},
    ['501 born 2024-08-19', '502 born 2025-08-20', '503 born 2023', '504 born 2022', '505 born 2022-03-01'],
  ],
  'days over New Year': [
    overNewYear,
    { year: '2023/2024' },
    ['501 born 2023-11-28', '502 born 2024-02-29', '503 born 2024-01-03'],
  ],
  'days at the beginning and the end of a year': [
    'Lamb tag,Sex,Born\n501,F,28/11\n503,F,3/1',
    { year: '2025' },
    ['501 born 2025-11-28', '503 born 2025-01-03'],
  ],
  'days over New Year in headings': [
    'Tag,Wt 14 Jan,Wt 20 Nov\nQ1,50,52\nQ2,40,42',
    { year: '2025/2026', 'unit:1': 'kg' },
    [
      'Q1 weighing 2026-01-14 weightGrams=50000 method=scale',
      'Q1 weighing 2025-11-20 weightGrams=52000 method=scale',
      'Q2 weighing 2026-01-14 weightGrams=40000 method=scale',
      'Q2 weighing 2025-11-20 weightGrams=42000 method=scale',
    ],
  ],
  'matings before New Year and births after it': [
    'Ewe,Ram,Joined,Lambed\nQ1,Q3,19/11,15/4',
    { year: '2025/2026' },
    ['Q1 mating Q3 2025-11-19 to null'],
  ],
  'litters in a cell keep their day': [
    'Ewe,Lambed,Lamb tags,Sexes\nQ1,19/8,K1/K2,F/M',
    { year: '2025' },
    ['K1 born 2025-08-19', 'K2 born 2025-08-19'],
  ],
  'only the day of birth of a list of animals is of the year': [
    'Tag,Sex,DOB,Died\nN1,F,19/8,20/9\nN2,M,20/8,',
    { year: '2025' },
    ['?column:3', 'N1 born 2025-08-19', 'N2 born 2025-08-20'],
  ],
  'sales under Sold, beside their buyers': [
    'Tag,Sold,Buyer\nQ1,2025-08-19,Smith\nQ2,2025-08-20,Jones',
    {},
    ['Q1 sale 2025-08-19 buyer=Smith', 'Q2 sale 2025-08-20 buyer=Jones'],
  ],
};

test.each(Object.entries(files))('%s', (_, [text, answers, wanted]) => {
  expect(readDays(text, answers)).toEqual(wanted);
});

/** They are read without a year that a person would tell. */
const noDays: Record<string, readonly [text: string, wanted: readonly string[]]> = {
  'weights with decimals': ['Tag,Weighed (kg)\nQ1,24.5\nQ2,27.3', ['?weighedOn']],
  'weights at weaning': [
    'Tag,Sex,DOB,Weaned\nN1,F,2024-03-01,18.5\nN2,M,2024-03-02,19.2',
    ['?unit:3', 'N1 born 2024-03-01', 'N2 born 2024-03-02'],
  ],
  'prices under Sold': [
    'Tag,Sex,DOB,Sold\nN1,F,2024-03-01,3.20\nN2,M,2024-03-02,2.95',
    ['?column:3', 'N1 born 2024-03-01', 'N2 born 2024-03-02'],
  ],
  'doses under a vaccine': [
    'Tag,Sex,DOB,CDT\nN1,F,2024-03-01,2.25\nN2,M,2024-03-02,2.5',
    ['N1 born 2024-03-01', 'N2 born 2024-03-02'],
  ],
  'weights at birth': ['Tag,Sex,Birth\nN1,F,4.2\nN2,M,3.9\nN3,M,4.11', ['?column:2', 'N1 born -', 'N2 born -', 'N3 born -']],
  'decimals under a day of treatment': [
    'Tag,Treated,Product\nQ1,19.8,Cydectin\nQ2,3.9,Cydectin',
    ["!'19.8' is no day.", "!'3.9' is no day."],
  ],
  'months of years': ['Tag,Sex,DOB\nN1,F,Mar 19\nN2,M,Aug 20', ['N1 born 2019', 'N2 born 2020']],
  'months of years, as spreadsheet programs show them': [
    'Tag,Sex,DOB\nN1,F,Mar-19\nN2,M,Aug-20',
    ['N1 born 2019', 'N2 born 2020'],
  ],
  'figures that may be months of years': ['Tag,Sex,DOB\nN1,F,03/19\nN2,M,11/20', ['N1 born -', 'N2 born -']],
  'days behind their months': ['Tag,Sex,DOB\nN1,F,Aug 5\nN2,M,Aug 19', ['N1 born -', 'N2 born 2019']],
  'figures none of which can be nothing but a day': ['Tag,Sex,DOB\nN1,F,3/4\nN2,M,5/4', ['N1 born -', 'N2 born -']],
  'days beside a word': ['Tag,Sex,DOB\nN1,F,19/8\nN2,M,spring', ['N1 born -', 'N2 born -']],
  'days beside whole ones of which nothing tells the order': [
    'Tag,Sex,DOB\nN1,F,3/4/2021\nN2,M,19/8',
    ['?date:2', 'N1 born 2021-03-04', 'N2 born -'],
  ],
  'days that the order of the whole ones beside them forbids': [
    'Tag,Sex,DOB\nN1,F,14/5/2021\nN2,M,15/6/2021\nN3,F,05/20',
    ['N1 born 2021-05-14', 'N2 born 2021-06-15', 'N3 born -'],
  ],
  'a year of birth beside an unknown day': [
    'Tag,Sex,Born,Birth year\nN1,F,unknown,2020\nN2,M,2021-03-01,2021',
    ['N1 born 2020', 'N2 born 2021-03-01'],
  ],
  'tags of a word and a year': [
    'Tag,Sex,DOB\nLamb 2001,,\nN1,F,2024-03-01\n2004 lamb,,\nN2,M,2024-03-02',
    ['?sex', 'N1 born 2024-03-01', 'N2 born 2024-03-02', '!The sex is missing.', '!The sex is missing.'],
  ],
  'a line of a section with a year': [
    'Lamb tag,Sex,Born\nLambing 2024,,\n501,F,2024-08-19',
    ['?sex', '501 born 2024-08-19', '!The sex is missing.'],
  ],
  'how many were born and reared': [
    'Tag,Sex,DOB,Born/Reared\nN1,F,2024-03-01,2/1\nN2,M,2024-03-02,1/1\nN3,M,2024-03-02,2/2',
    ['N1 born 2024-03-01', 'N2 born 2024-03-02', 'N3 born 2024-03-02'],
  ],
  'which of two doses it was': ['Tag,Vaccination date\nQ1,1/2\nQ2,2/2', []],
  'which of two doses it was, beside weights': [
    'Date,Tag,Weight (kg),Vaccinated\n2026-05-01,Q1,54,1/2\n2026-05-01,Q2,55,2/2\n2026-05-01,Q3,56,1/2',
    [
      'Q1 weighing 2026-05-01 weightGrams=54000 method=scale (Vaccinated: 1/2)',
      'Q2 weighing 2026-05-01 weightGrams=55000 method=scale (Vaccinated: 2/2)',
      'Q3 weighing 2026-05-01 weightGrams=56000 method=scale (Vaccinated: 1/2)',
    ],
  ],
  'how many of a litter are dead': [
    'Tag,Sex,DOB,Dead\nN1,F,2024-03-01,1/2\nN2,M,2024-03-02,2/2',
    ['?column:3', 'N1 born 2024-03-01', 'N2 born 2024-03-02'],
  ],
  'a month of death': [
    'Tag,Sex,DOB,Died\nN1,F,2018-03-01,Mar 19\nN2,M,2018-03-02,',
    ['?column:3', 'N1 born 2018-03-01', 'N2 born 2018-03-02'],
  ],
  'proven days that the order of the whole ones beside them forbids': [
    'Tag,Sex,DOB\nN1,F,14/5/2021\nN2,M,5/20\nN3,F,6/2',
    ['N1 born 2021-05-14', 'N2 born -', 'N3 born -'],
  ],
  'days of weaning in a list of animals': [
    'Tag,Sex,DOB,Weaned on\nN1,F,2026-03-01,19/8\nN2,M,2026-03-02,20/8',
    ['N1 born 2026-03-01', 'N2 born 2026-03-02'],
  ],
  'proven days to come': [
    'Ewe,Ram,Joined,Due\nQ1,Q3,2026-11-19,19/4\nQ2,Q3,2026-11-20,20/4',
    ['Q1 mating Q3 2026-11-19 to null', 'Q2 mating Q3 2026-11-20 to null'],
  ],
  'days of death in a list of animals': [
    'Tag,Sex,DOB,Died\nN1,F,2020-03-01,19 Aug\nN2,F,2020-03-02,2025-01-05',
    ['?column:3', 'N1 born 2020-03-01', 'N2 born 2020-03-02'],
  ],
  'the day of a state': [
    'Tag,Sex,DOB,Status\nN1,F,2020-03-01,Sold 19/8\nN2,F,2020-03-02,Active',
    ['N1 born 2020-03-01', 'N2 born 2020-03-02'],
  ],
  'a state and a day': [
    'Tag,Sex,DOB,Status\nN1,F,2024-03-01,Due 3/4\nN2,F,2024-03-01,Active',
    ['?word:3:due 3/4', 'N1 born 2024-03-01', 'N2 born 2024-03-01'],
  ],
  'batches called by a month': [
    'Tag,Sex,DOB,Batch\nN1,F,2024-03-01,Mar 24\nN2,M,2024-09-02,Sep 24',
    ['N1 born 2024-03-01', 'N2 born 2024-09-02'],
  ],
  'days to come': [
    'Ewe,Ram,Joined,Due\nQ1,Q3,2026-11-19,3/4\nQ2,Q3,2026-11-20,5/4',
    ['Q1 mating Q3 2026-11-19 to null', 'Q2 mating Q3 2026-11-20 to null'],
  ],
  'days on which work is due': [
    'Task,Due\nDrench,19/8\nShear,20/8',
    ["!'19/8' in 'Due' is not known.", "!'20/8' in 'Due' is not known."],
  ],
  'a year beside other days than those of birth': [
    'Year,Date,Tag,Weight (kg)\n2025,2/8,Q1,54',
    [
      '?weighedOn',
      '?column:1',
      '?sameTag',
      '!You have an animal with this tag number, but of another sex or year of birth. Say above what such rows are.',
    ],
  ],
  'buyers under Sold': ['Tag,Date,Sold,Price\nQ1,2025-08-19,Smith,100', ['Q1 sale 2025-08-19 buyer=Smith price=100']],
  'fractions, scores and tags': [
    'Tag,Sex,DOB,Born,Litter,FAMACHA,Share,Dam\n12/5,F,2024-03-01,twin,1/2,2/3,1/2,1/4\n12/6,M,2024-03-02,single,2/2,3/4,1/4,1/4\n12/7,M,2024-03-03,twin,1/2,3/3,1/8,1/4',
    ['1/4 born -', '12/5 born 2024-03-01', '12/6 born 2024-03-02', '12/7 born 2024-03-03'],
  ],
};

test.each(Object.entries(noDays))('nobody is asked for the year of %s', (_, [text, wanted]) => {
  expect(readDays(text)).toEqual(wanted);
});

test('the question names the columns and their first days', () => {
  const [question] = planned('Ewe,Lambed,Lamb tag,Sex\nQ1,19/8,501,F\nQ2,20/8,502,M\nQ2,21/8,503,M\nQ2,22/8,504,M').plan.open;
  expect(question?.text).toBe("Of which year are the days in 'Lambed'? They begin with 19/8, 20/8, 21/8.");
  expect(question?.suggestion).toBeNull();
  expect(question?.options.map(({ label }) => label)).toEqual(['2026', '2025', '2024', 'Leave these days out']);
});

test('the point after a month does not end the sentence of the question', () => {
  const [question] = planned('Ewe,Lambed,Lamb tag,Sex\nQ1,19.8.,501,F\nQ2,20.8.,502,M\nQ2,3.9.,503,M').plan.open;
  expect(question?.text).toBe("Of which year are the days in 'Lambed'? They begin with 19.8, 20.8, 3.9.");
});

test('the question about days on both sides of New Year offers seasons too', () => {
  expect(planned(overNewYear).plan.open[0]?.options).toEqual(
    expect.arrayContaining([
      { value: '2026', label: '2026' },
      { value: '2025/2026', label: 'July 2025 to June 2026' },
      { value: '2023/2024', label: 'July 2023 to June 2024' },
    ]),
  );
});
