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
const ofMonths = 'Tag,Sex,DOB\nN1,F,Mar 19\nN2,M,Aug 20';

const files: Record<string, readonly [text: string, answers: Record<string, string>, wanted: readonly string[]]> = {
  'a lambing book asks for its year': [lambingBook, {}, ['?year', '501 born -', '502 born -', '503 born -']],
  'a lambing book of a year': [
    lambingBook,
    { year: '2025' },
    ['501 born 2025-08-19', '502 born 2025-08-20', '503 born 2025-09-02'],
  ],
  'days as spreadsheet programs show them': [
    'Tag,Sex,DOB\nN1,F,19-Aug\nN2,M,2-Sep\nN3,F,29-Feb',
    { year: '2024' },
    ['N1 born 2024-08-19', 'N2 born 2024-09-02', 'N3 born 2024-02-29'],
  ],
  'days behind their months': [
    'Tag,Sex,DOB\nN1,F,Aug 19\nN2,M,Sept 2nd\nN3,F,August 31',
    { year: '2024' },
    ['N1 born 2024-08-19', 'N2 born 2024-09-02', 'N3 born 2024-08-31'],
  ],
  'a hyphen before a day, beside one that is no year': [
    'Tag,Sex,DOB\nN1,F,Aug-19\nN2,M,Aug-30',
    { year: '2024' },
    ['N1 born 2024-08-19', 'N2 born 2024-08-30'],
  ],
  'the month first': ['Tag,Sex,DOB\nN1,F,8/19\nN2,M,9/2', { year: '2024' }, ['N1 born 2024-08-19', 'N2 born 2024-09-02']],
  'an order of day and month that nothing tells': [
    'Tag,Sex,DOB\nN1,F,3/4\nN2,M,5/4',
    { year: '2024' },
    ['?date:2', 'N1 born 2024-03-04', 'N2 born 2024-05-04'],
  ],
  'an order of day and month that the person tells': [
    'Tag,Sex,DOB\nN1,F,3-4\nN2,M,5-4',
    { year: '2024', 'date:2': 'dmy' },
    ['N1 born 2024-04-03', 'N2 born 2024-04-05'],
  ],
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
  'treatments of days with dots': [
    'Tag,Treated,Product,Dose (ml)\nQ1,3.8.,Cydectin,5\nQ2,04.08,Cydectin,5',
    { year: '2026' },
    [
      'Q1 treatment 2026-08-03 productName=Cydectin dose=5 unit=ml',
      'Q2 treatment 2026-08-04 productName=Cydectin dose=5 unit=ml',
    ],
  ],
  'the number 19.10 without its zero is no day': [
    'Tag,Treated,Product\nQ1,19.1,Cydectin\nQ2,19.9,Cydectin',
    { year: '2026' },
    ['Q2 treatment 2026-09-19 productName=Cydectin', "!'19.1' is no day."],
  ],
  'deaths in a list of animals, some of whose days have a year': [
    'Tag,Sex,DOB,Died\nN1,F,2020-03-01,19 Aug\nN2,F,2020-03-02,2025-01-05',
    { year: '2026' },
    ['N1 death 2026-08-19 cause=unknown', 'N2 death 2025-01-05 cause=unknown', 'N1 born 2020-03-01', 'N2 born 2020-03-02'],
  ],
  'sales under Sold, beside their buyers': [
    'Tag,Sold,Buyer\nQ1,19/8,Smith\nQ2,2025-08-20,Jones',
    { year: '2025' },
    ['Q1 sale 2025-08-19 buyer=Smith', 'Q2 sale 2025-08-20 buyer=Jones'],
  ],
  'the day of a state': [
    'Tag,Sex,DOB,Status\nN1,F,2020-03-01,Sold 19/8\nN2,F,2020-03-02,Active',
    { year: '2026' },
    ['N1 sale 2026-08-19', 'N1 born 2020-03-01', 'N2 born 2020-03-02'],
  ],
  'days later than today are refused': [
    'Tag,Sex,DOB\nN1,F,19/12\nN2,M,20/11',
    { year: '2026' },
    ['N2 born 2026-11-20', '!The birth date 2026-12-19 is in the future.'],
  ],
  'deaths later than today are refused': [
    'Tag,Died,Cause\nQ1,19/12,worms',
    { year: '2026' },
    ['!The date cannot be in the future: 2026-12-19.'],
  ],
  'a year in a column of its own, row by row': [
    'Year,Lambed,Ewe,Lamb tag,Sex\n2024,19/8,Q1,501,F\n2025,20/8,Q2,502,M\n2023,,Q2,503,M',
    {},
    ['501 born 2024-08-19', '502 born 2025-08-20', '503 born 2023'],
  ],
  'a year in a column of its own beside weights': [
    'Year,Date,Tag,Weight (kg)\n2025,19/8,Q1,54',
    {},
    ['Q1 weighing 2025-08-19 weightGrams=54000 method=scale'],
  ],
  'a year of birth is none of other days': ['Tag,Sex,Birth year,Died\nN1,F,2020,19/8', {}, ['?year', 'N1 born 2020']],
  'years in lines of sections': [
    'Lamb tag,Sex,Born\nLambs 2024,,\n501,F,19/8\n2025 lambing,,\n502,M,20/8',
    {},
    ['501 born 2024-08-19', '502 born 2025-08-20'],
  ],
  'days on both sides of New Year ask, also if a year is known': [
    overNewYear,
    { year: '2025' },
    ['?year', '501 born -', '502 born -', '503 born -'],
  ],
  'days over New Year': [
    overNewYear,
    { year: '2023/2024' },
    ['501 born 2023-11-28', '502 born 2024-02-29', '503 born 2024-01-03'],
  ],
  'days at the beginning and the end of a year': [
    'Lamb tag,Sex,Born\n501,F,28/11\n503,F,3/1',
    { year: '2025/2025' },
    ['501 born 2025-11-28', '503 born 2025-01-03'],
  ],
  'matings before New Year and births after it ask for both years': [
    'Ewe,Ram,Joined,Lambed\nQ1,Q3,19/11,15/4',
    { year: '2025/2026' },
    ['Q1 mating Q3 2025-11-19 to null'],
  ],
  'lines of sections do not tell the year of a season over New Year': [
    'Lamb tag,Sex,Born\nLambs 2025,,\n501,F,28/12\n502,M,13/1',
    {},
    ['?year', '501 born -', '502 born -'],
  ],
  'vaccines and weanings of days': [
    'Tag,Sex,CDT,Weaned\nN1,F,19/8,13/9\nN2,M,20/8,14/9',
    { year: '2025' },
    [
      'N1 vaccination 2025-08-19 productName=CDT',
      'N1 weaning 2025-09-13',
      'N2 vaccination 2025-08-20 productName=CDT',
      'N2 weaning 2025-09-14',
      'N1 born -',
      'N2 born -',
    ],
  ],
  'doubtful days, and days with a time': [
    'Tag,Sex,DOB\nN1,F,19/8?\nN2,F,~20/8\nN3,M,Sat 21 Aug\nN4,F,19/8 10:30',
    { year: '2025' },
    ['N1 born 2025-08-19', 'N2 born 2025-08-20', 'N3 born 2025-08-21', 'N4 born 2025-08-19'],
  ],
  'months of years, as spreadsheet programs show them, stay such': [
    'Tag,Sex,DOB\nN1,F,Mar-19\nN2,M,Aug-20',
    {},
    ['N1 born 2019', 'N2 born 2020'],
  ],
  'what may be months of years is asked about': [ofMonths, {}, ['?year', 'N1 born 2019', 'N2 born 2020']],
  'what may be months of years are days': [ofMonths, { year: '2025' }, ['N1 born 2025-03-19', 'N2 born 2025-08-20']],
  'what may be months of years is such': [ofMonths, { year: 'months' }, ['N1 born 2019', 'N2 born 2020']],
  'figures that are months of years': [
    'Tag,Sex,DOB\nN1,F,03/19\nN2,M,11/20',
    { year: 'months' },
    ['N1 born 2019', 'N2 born 2020'],
  ],
  'litters in a cell keep their day': [
    'Ewe,Lambed,Lamb tags,Sexes\nQ1,19/8,K1/K2,F/M',
    { year: '2025' },
    ['K1 born 2025-08-19', 'K2 born 2025-08-19'],
  ],
  'cells that are like days by accident stay what they are': [
    'Tag,Sex,DOB,Born,Litter,FAMACHA,Share,Dam\n12/5,F,2024-03-01,twin,1/2,2/3,1/2,1/4\n12/6,M,2024-03-02,single,2/2,3/4,1/4,1/4\n12/7,M,2024-03-03,twin,1/2,3/3,1/8,1/4',
    {},
    ['1/4 born -', '12/5 born 2024-03-01', '12/6 born 2024-03-02', '12/7 born 2024-03-03'],
  ],
  'what follows the state of an animal that is here is no day': [
    'Tag,Sex,DOB,Status\nN1,F,2020-03-01,Bred 2/3\nN2,F,2020-03-02,Milking 1/2',
    {},
    ['N1 born 2020-03-01', 'N2 born 2020-03-02'],
  ],
  'which of two doses it was is no day': [
    'Date,Tag,Weight (kg),Vaccinated\n2026-05-01,Q1,54,1/2\n2026-05-01,Q2,55,2/2\n2026-05-01,Q3,56,1/2',
    {},
    ['Q1', 'Q2', 'Q3'].map(
      (tag, at) => `${tag} weighing 2026-05-01 weightGrams=${54 + at}000 method=scale (Vaccinated: ${at === 1 ? 2 : 1}/2)`,
    ),
  ],
};

test.each(Object.entries(files))('%s', (_, [text, answers, wanted]) => {
  expect(readDays(text, answers)).toEqual(wanted);
});

test('the question names the columns and their first days', () => {
  const [question] = planned('Ewe,Lambed,Lamb tag,Sex,Died\nQ1,19/8,501,F,2/9\nQ2,20/8,502,M,\nQ2,21/8,503,M,\nQ2,22/8,504,M,')
    .plan.open;
  expect(question?.text).toBe("Of which year are the days in 'Lambed' and 'Died'? They begin with 19/8, 20/8, 21/8.");
  expect(question?.suggestion).toBeNull();
  expect(question?.options.slice(0, 2)).toEqual([
    { value: '2026', label: '2026' },
    { value: '2025', label: '2025' },
  ]);
});

test('the question about days on both sides of New Year offers both years', () => {
  expect(planned(overNewYear).plan.open[0]?.options.slice(0, 3)).toEqual([
    { value: '2025/2026', label: 'July 2025 to June 2026' },
    { value: '2026/2026', label: '2026' },
    { value: '2024/2025', label: 'July 2024 to June 2025' },
  ]);
});

test('the question about what may be months says so', () => {
  expect(planned(ofMonths).plan.open[0]?.options.at(-1)).toEqual({
    value: 'months',
    label: "None: 'Mar 19' is a month, March 2019",
  });
});
