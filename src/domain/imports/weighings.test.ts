import { casesOf, testFiles, toldBy } from '#test/planned.ts';

const files = casesOf`
the day in the file: Tag,Sex,DOB,Gewicht (kg),Weighing date | N1,F,2024-03-04,45.5,2025-03-03
  → N1 weighing 2025-03-03 weightGrams=45500 | N1 female
one question about the day for all rows, and one about its unit: Tag,Sex,Weight | N1,F,100 | N2,F, | N3,F,90
  → ?weighedOn | ?unit:2 | N1 female | N2 female | N3 female | Weight: 100 | Weight: 90
  → Its weight is kept in the notes. Say above in which unit it was weighed.
  → Its weight is kept in the notes. Say above in which unit it was weighed.
  unit:2=lb, weighedOn=2026-11-20 → N1 weighing 2026-11-20 weightGrams=45359 | N3 weighing 2026-11-20 weightGrams=40823
  → N1 female | N2 female | N3 female
a day that the person says and that is none: Tag,Sex,Weight (kg) | N1,F,100
  weighedOn=yesterday → ?weighedOn | N1 female | Weight (kg): 100 | Its weight is kept in the notes. The day is missing.
no question about the day if each weight has one: Tag,Sex,Weight (kg),Weighing date | N1,F,45,2025-03-03 | N2,F,,
  → N1 weighing 2025-03-03 weightGrams=45000 | N1 female | N2 female
the day that the person says, only where a row has none: Tag,Sex,Weight (kg),Weighing date | N1,F,45,2025-03-03 | N2,F,46,
  weighedOn=2026-01-02 → N1 weighing 2025-03-03 weightGrams=45000 | N2 weighing 2026-01-02 weightGrams=46000 | N1 female
  → N2 female
a day before the birth: Tag,Sex,DOB,Gewicht (kg),Weighing date | N1,F,2024-03-04,45.5,2024-01-01
  → N1 female | Gewicht (kg): 45.5\nWeighing date: 2024-01-01
  → Its weight is kept in the notes. The animal was not born yet on this date: 2024-01-01.
a day in the future: Tag,Sex,DOB,Gewicht (kg),Weighing date | N1,F,2024-03-04,45.5,2027-01-01
  → N1 female | Gewicht (kg): 45.5\nWeighing date: 2027-01-01
  → Its weight is kept in the notes. The date cannot be in the future: 2027-01-01.
a day before the birth that the farm knows: Tag,Sex,Gewicht (kg),Weighing date | Q1,F,45.5,2021-02-03
  → Q1 Alma female | Gewicht (kg): 45.5\nWeighing date: 2021-02-03
  → Its weight is kept in the notes. The animal was not born yet on this date: 2021-02-03.
weights outside the limits: Tag,Sex,Weight (kg),Weighing date | N1,F,tiny,2026-01-02 | N2,F,0,2026-01-02 | N3,F,681,2026-01-02 | N4,F,680,2026-01-02
  → N4 weighing 2026-01-02 weightGrams=680000 | N1 female | N2 female | N3 female | N4 female
  → Weight (kg): tiny\nWeighing date: 2026-01-02 | Weight (kg): 0\nWeighing date: 2026-01-02
  → Weight (kg): 681\nWeighing date: 2026-01-02
  → Its weight is kept in the notes. 'tiny' is not a weight between 1 g and 1500 lbs.
  → Its weight is kept in the notes. '0' is not a weight between 1 g and 1500 lbs.
  → Its weight is kept in the notes. '681' is not a weight between 1 g and 1500 lbs.
a weight or a day of weighing of which the other is missing: Tag,Sex,Gewicht (kg),Weighing date | N1,F,45,soon | N2,F,,2025-03-03
  → N1 female | N2 female | Gewicht (kg): 45\nWeighing date: soon | Weighing date: 2025-03-03
  → Its weight is kept in the notes. 'soon' is no day.
`;

testFiles(files, toldBy, 'a weight has ');
