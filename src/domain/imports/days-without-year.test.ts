import { expect, test } from 'vitest';
import { casesOf, planned, testFiles } from '#test/planned.ts';

/** The open questions, what is recorded, when the new animals were born, and why rows are refused. */
function readDays(text: string, answers: Record<string, string>): string[] {
  const { open, events, plan } = planned(text, answers);
  const born = plan.newAnimals.map(
    ({ animal: { tagNumber, birthDate, birthYear } }) => `${tagNumber} born ${birthDate ?? birthYear ?? '-'}`,
  );
  const refused = plan.rows.flatMap(({ verdict, reason }) => (verdict === 'refused' ? `!${reason}` : []));
  return [...open.map((id) => `?${id}`), ...events, ...born, ...refused];
}

const files = casesOf`
a lambing book: Ewe,Lambed,Lamb tag,Sex | Q1,19/8,501,F | Q2,20/8,502,M | Q2,2/9,503,F
  → ?year | 501 born - | 502 born - | 503 born -
  year=2025 → 501 born 2025-08-19 | 502 born 2025-08-20 | 503 born 2025-09-02
  year=skip → 501 born - | 502 born - | 503 born -
days as spreadsheet programs show them: Tag,Sex,DOB | N1,F,19-Aug | N2,M,2-Sep | N3,F,29-Feb
  year=2024 → N1 born 2024-08-19 | N2 born 2024-09-02 | N3 born 2024-02-29
days with the names of their months: Tag,Sex,DOB | N1,F,19 Aug | N2,M,2nd of Sept | N3,F,31 August
  year=2024 → N1 born 2024-08-19 | N2 born 2024-09-02 | N3 born 2024-08-31
the month first: Tag,Sex,DOB | N1,F,8/19 | N2,M,9/2
  year=2024 → N1 born 2024-08-19 | N2 born 2024-09-02
days whose order the whole ones beside them tell: Tag,Sex,DOB | N1,F,14/5/2021 | N2,M,19-6 | N3,M,2-6
  year=2024 → N1 born 2021-05-14 | N2 born 2024-06-19 | N3 born 2024-06-02
doubtful days: Tag,Sex,DOB | N1,F,19/8? | N2,F,~20/8
  year=2025 → N1 born 2025-08-19 | N2 born 2025-08-20
weights ask for the year, and are none without it: Date,Tag,Weight (kg) | 19/8,Q1,54 | 20/8,Q2,56
  → ?year | !'19/8' is no day. | !'20/8' is no day.
weights of a year: Date,Tag,Weight (kg) | 19/8,Q1,54 | 2026-08-20,Q2,56
  year=2025 → Q1 weighing 2025-08-19 weightGrams=54000 method=scale | Q2 weighing 2026-08-20 weightGrams=56000 method=scale
  year=skip → Q2 weighing 2026-08-20 weightGrams=56000 method=scale | !'19/8' is no day.
treatments of days with dots: Tag,Treated,Product,Dose (ml) | Q1,13.8.,Cydectin,5 | Q2,04.09.,Cydectin,5
  year=2026 → Q1 treatment 2026-08-13 productName=Cydectin dose=5 unit=ml
  → Q2 treatment 2026-09-04 productName=Cydectin dose=5 unit=ml
days of birth later than today are refused: Tag,Sex,DOB | N1,F,19/12 | N2,M,20/11
  year=2026 → N2 born 2026-11-20 | !The birth date 2026-12-19 is in the future.
deaths later than today are refused: Tag,Died,Cause | Q1,19/12,worms
  column:1=diedOn, year=2026 → !The date cannot be in the future: 2026-12-19.
years of birth in a column of their own, row by row:
  Year,Lambed,Ewe,Lamb tag,Sex | 2024,19/8,Q1,501,F | 2025,20/8,Q2,502,M | 2023,,Q2,503,M | 2022,unknown,Q2,504,M
  2022,2022-03-01,Q2,505,M
  → 501 born 2024-08-19 | 502 born 2025-08-20 | 503 born 2023 | 504 born 2022 | 505 born 2022-03-01
days over New Year: Lamb tag,Sex,Born | 501,F,28/11 | 502,M,29 Feb | 503,F,3/1
  year=2023/2024 → 501 born 2023-11-28 | 502 born 2024-02-29 | 503 born 2024-01-03
days at the beginning and the end of a year: Lamb tag,Sex,Born | 501,F,28/11 | 503,F,3/1
  year=2025 → 501 born 2025-11-28 | 503 born 2025-01-03
days over New Year in headings: Tag,Wt 14 Jan,Wt 20 Nov | Q1,50,52 | Q2,40,42
  year=2025/2026, unit:1=kg → Q1 weighing 2026-01-14 weightGrams=50000 method=scale
  → Q1 weighing 2025-11-20 weightGrams=52000 method=scale | Q2 weighing 2026-01-14 weightGrams=40000 method=scale
  → Q2 weighing 2025-11-20 weightGrams=42000 method=scale
matings before New Year and births after it: Ewe,Ram,Joined,Lambed | Q1,Q3,19/11,15/4
  year=2025/2026 → Q1 mating Q3 2025-11-19 to null born 2026-04-15
litters in a cell keep their day: Ewe,Lambed,Lamb tags,Sexes | Q1,19/8,K1/K2,F/M
  year=2025 → K1 born 2025-08-19 | K2 born 2025-08-19
only the day of birth of a list of animals is of the year: Tag,Sex,DOB,Died | N1,F,19/8,20/9 | N2,M,20/8,
  year=2025 → ?column:3 | N1 born 2025-08-19 | N2 born 2025-08-20
sales under Sold, beside their buyers: Tag,Sold,Buyer | Q1,2025-08-19,Smith | Q2,2025-08-20,Jones
  → Q1 sale 2025-08-19 buyer=Smith | Q2 sale 2025-08-20 buyer=Jones
near days of birth are years:
  Tag,Sex,DOB | N0,F,44260 | N1,F,Mar-19 | N2,F,~2019 | N3,F,c. 2018 | N4,F,Spring 2020 | N5,F,2019? | N6,F,approx May 2021
  N7,F,0 | N8,F,1-01-01
  → N0 born 2021-03-05 | N1 born 2019 | N2 born 2019 | N3 born 2018 | N4 born 2020 | N5 born 2019 | N6 born 2021 | N7 born -
  → N8 born -
the sixteen digits of Sheep Genetics tell the year of birth: Tag,Sex,LAMBPLAN ID | N1,F,5000062024000012
  → N1 born 2024
a day of birth under the word for lambs: Tag,Sex,Lambs DOB | N1,F,2026-04-01
  → N1 born 2026-04-01
a year, a month and a day of birth in columns of their own:
  Tag,Sex,Birth year,Birth month,Birth day | N1,F,24,12,11 | N2,F,2021,03,14 | N3,F,2024,March,5 | N4,F,2024,3,
  → N1 born 2024-12-11 | N2 born 2021-03-14 | N3 born 2024-03-05 | N4 born 2024
`;

testFiles(files, readDays);

/** They are read without a year that a person would tell. */
const noDays = casesOf`
weights with decimals: Tag,Weighed (kg) | Q1,24.5 | Q2,27.3
  → ?weighedOn
weights at weaning: Tag,Sex,DOB,Weaned | N1,F,2024-03-01,18.5 | N2,M,2024-03-02,19.2
  → ?unit:3 | N1 born 2024-03-01 | N2 born 2024-03-02
prices under Sold: Tag,Sex,DOB,Sold | N1,F,2024-03-01,3.20 | N2,M,2024-03-02,2.95
  → ?column:3 | N1 born 2024-03-01 | N2 born 2024-03-02
doses under a vaccine: Tag,Sex,DOB,CDT | N1,F,2024-03-01,2.25 | N2,M,2024-03-02,2.5
  → N1 born 2024-03-01 | N2 born 2024-03-02
weights at birth: Tag,Sex,Birth | N1,F,4.2 | N2,M,3.9 | N3,M,4.11
  → ?column:2 | N1 born - | N2 born - | N3 born -
decimals under a day of treatment: Tag,Treated,Product | Q1,19.8,Cydectin | Q2,3.9,Cydectin
  → !'19.8' is no day. | !'3.9' is no day.
months of years: Tag,Sex,DOB | N1,F,Mar 19 | N2,M,Aug 20
  → N1 born 2019 | N2 born 2020
months of years, as spreadsheet programs show them: Tag,Sex,DOB | N1,F,Mar-19 | N2,M,Aug-20
  → N1 born 2019 | N2 born 2020
figures that may be months of years: Tag,Sex,DOB | N1,F,03/19 | N2,M,11/20
  → N1 born - | N2 born -
days behind their months: Tag,Sex,DOB | N1,F,Aug 5 | N2,M,Aug 19
  → N1 born - | N2 born 2019
figures none of which can be nothing but a day: Tag,Sex,DOB | N1,F,3/4 | N2,M,5/4
  → N1 born - | N2 born -
days beside a word: Tag,Sex,DOB | N1,F,19/8 | N2,M,spring
  → N1 born - | N2 born -
days beside whole ones of which nothing tells the order: Tag,Sex,DOB | N1,F,3/4/2021 | N2,M,19/8
  → ?date:2 | N1 born 2021-03-04 | N2 born -
days that the order of the whole ones beside them forbids: Tag,Sex,DOB | N1,F,14/5/2021 | N2,M,15/6/2021 | N3,F,05/20
  → N1 born 2021-05-14 | N2 born 2021-06-15 | N3 born -
a year of birth beside an unknown day: Tag,Sex,Born,Birth year | N1,F,unknown,2020 | N2,M,2021-03-01,2021
  → N1 born 2020 | N2 born 2021-03-01
tags of a word and a year: Tag,Sex,DOB | Lamb 2001,, | N1,F,2024-03-01 | 2004 lamb,, | N2,M,2024-03-02
  → ?sex | N1 born 2024-03-01 | N2 born 2024-03-02 | !The sex is missing. | !The sex is missing.
a line of a section with a year: Lamb tag,Sex,Born | Lambing 2024,, | 501,F,2024-08-19
  → ?sex | 501 born 2024-08-19 | !The sex is missing.
how many were born and reared: Tag,Sex,DOB,Born/Reared | N1,F,2024-03-01,2/1 | N2,M,2024-03-02,1/1 | N3,M,2024-03-02,2/2
  → N1 born 2024-03-01 | N2 born 2024-03-02 | N3 born 2024-03-02
which of two doses it was: Tag,Vaccination date | Q1,1/2 | Q2,2/2
  →
which of two doses it was, beside weights:
  Date,Tag,Weight (kg),Vaccinated | 2026-05-01,Q1,54,1/2 | 2026-05-01,Q2,55,2/2 | 2026-05-01,Q3,56,1/2
  → Q1 weighing 2026-05-01 weightGrams=54000 method=scale (Vaccinated: 1/2)
  → Q2 weighing 2026-05-01 weightGrams=55000 method=scale (Vaccinated: 2/2)
  → Q3 weighing 2026-05-01 weightGrams=56000 method=scale (Vaccinated: 1/2)
how many of a litter are dead: Tag,Sex,DOB,Dead | N1,F,2024-03-01,1/2 | N2,M,2024-03-02,2/2
  → ?column:3 | N1 born 2024-03-01 | N2 born 2024-03-02
a month of death: Tag,Sex,DOB,Died | N1,F,2018-03-01,Mar 19 | N2,M,2018-03-02,
  → ?column:3 | N1 born 2018-03-01 | N2 born 2018-03-02
proven days that the order of the whole ones beside them forbids: Tag,Sex,DOB | N1,F,14/5/2021 | N2,M,5/20 | N3,F,6/2
  → N1 born 2021-05-14 | N2 born - | N3 born -
days of weaning in a list of animals: Tag,Sex,DOB,Weaned on | N1,F,2026-03-01,19/8 | N2,M,2026-03-02,20/8
  → N1 born 2026-03-01 | N2 born 2026-03-02
proven days to come: Ewe,Ram,Joined,Due | Q1,Q3,2026-11-19,19/4 | Q2,Q3,2026-11-20,20/4
  → Q1 mating Q3 2026-11-19 to null | Q2 mating Q3 2026-11-20 to null
days of death in a list of animals: Tag,Sex,DOB,Died | N1,F,2020-03-01,19 Aug | N2,F,2020-03-02,2025-01-05
  → ?column:3 | N1 born 2020-03-01 | N2 born 2020-03-02
the day of a state: Tag,Sex,DOB,Status | N1,F,2020-03-01,Sold 19/8 | N2,F,2020-03-02,Active
  → N1 born 2020-03-01 | N2 born 2020-03-02
a state and a day: Tag,Sex,DOB,Status | N1,F,2024-03-01,Due 3/4 | N2,F,2024-03-01,Active
  → ?word:3:due 3/4 | N1 born 2024-03-01 | N2 born 2024-03-01
batches called by a month: Tag,Sex,DOB,Batch | N1,F,2024-03-01,Mar 24 | N2,M,2024-09-02,Sep 24
  → N1 born 2024-03-01 | N2 born 2024-09-02
days to come: Ewe,Ram,Joined,Due | Q1,Q3,2026-11-19,3/4 | Q2,Q3,2026-11-20,5/4
  → Q1 mating Q3 2026-11-19 to null | Q2 mating Q3 2026-11-20 to null
days on which work is due: Task,Due | Drench,19/8 | Shear,20/8
  → !'19/8' in 'Due' is not known. | !'20/8' in 'Due' is not known.
a year beside other days than those of birth: Year,Date,Tag,Weight (kg) | 2025,2/8,Q1,54
  → ?weighedOn | ?column:1 | ?sameTag
  → !You have an animal with this tag number, but of another sex or year of birth. Say above what such rows are.
buyers under Sold: Tag,Date,Sold,Price | Q1,2025-08-19,Smith,100
  → Q1 sale 2025-08-19 buyer=Smith price=100
fractions, scores and tags:
  Tag,Sex,DOB,Born,Litter,FAMACHA,Share,Dam | 12/5,F,2024-03-01,twin,1/2,2/3,1/2,1/4 | 12/6,M,2024-03-02,single,2/2,3/4,1/4,1/4
  12/7,M,2024-03-03,twin,1/2,3/3,1/8,1/4
  → 1/4 born - | 12/5 born 2024-03-01 | 12/6 born 2024-03-02 | 12/7 born 2024-03-03
`;

testFiles(noDays, readDays, 'nobody is asked for the year of ');

test.each([
  ['Q1,19/8,501,F\nQ2,20/8,502,M\nQ2,21/8,503,M\nQ2,22/8,504,M', '19/8, 20/8, 21/8', '2026,2025,2024,Leave these days out'],
  // The point after a month does not end the sentence.
  ['Q1,19.8.,501,F\nQ2,20.8.,502,M\nQ2,3.9.,503,M', '19.8, 20.8, 3.9', '2026,2025,2024,Leave these days out'],
  [
    'Q1,28/11,501,F\nQ2,29 Feb,502,M\nQ2,3/1,503,F',
    '28/11, 29 Feb, 3/1',
    '2026,2025,2024,July 2025 to June 2026,July 2024 to June 2025,July 2023 to June 2024,Leave these days out',
  ],
])('the question names the column, its first days and the years or seasons: %s', (rows, days, options) => {
  const [question] = planned(`Ewe,Lambed,Lamb tag,Sex\n${rows}`).plan.open;
  expect(question).toMatchObject({ text: `Of which year are the days in 'Lambed'? They begin with ${days}.`, suggestion: null });
  expect(question?.options.map(({ label }) => label).join()).toBe(options);
});
