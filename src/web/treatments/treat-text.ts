import type { CalendarDate } from '#domain/values/dates.ts';
import {
  firstDayAfter,
  lastDayAfter,
  minAnimals,
  minEggs,
  type OpenTest,
  type ReductionTest,
  type Verdict,
} from '#domain/journal/egg-reduction.ts';
import { type ScoreOfDay, type Thresholds, type TreatScore, treatScores } from '#domain/journal/parasites.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { count } from '#web/lib/text/format.ts';

const valueTexts: Readonly<Record<TreatScore, (value: number) => string>> = {
  famacha: (value) => `FAMACHA ${value}`,
  eggCount: (value) => `${count(value)} eggs per gram`,
  bodyCondition: (value) => `body condition ${value}`,
  dag: (value) => `dag ${value}`,
  jaw: (value) => `jaw ${value}`,
};

/** `FAMACHA 4 on Wed, Nov 18` */
export const scoreText = ({ score, value, day }: ScoreOfDay, today: CalendarDate): string =>
  `${valueTexts[score](value)} on ${dayText(day, today)}`;

/** `FAMACHA 4 or more · body condition 2 or less` */
export const thresholdsText = (thresholds: Thresholds): string =>
  treatScores
    .flatMap((score) => {
      const value = thresholds[score];
      return value === null ? [] : [`${valueTexts[score](value)} or ${score === 'bodyCondition' ? 'less' : 'more'}`];
    })
    .join(' · ');

const verdicts: Readonly<Record<Verdict, string>> = {
  effective: 'It works: at least 95% of the eggs are gone.',
  resistance: 'The worms are resistant: less than 95% of the eggs are gone. Ask your vet before you use it again.',
  useless: 'It no longer works: less than 65% of the eggs are gone. Ask your vet for another one.',
  tooFew: `Too few animals to tell: it takes at least ${minAnimals} with a count before and after.`,
  tooLow: `Too few eggs to tell: it takes at least ${minEggs} per gram on average before.`,
};

export const verdictText = ({ verdict }: ReductionTest): string => verdicts[verdict];

/** `12 animals, on average 2,650 eggs per gram before and 200 after: (2,650 − 200) ÷ 2,650 = 92.5% less` */
export const reductionText = ({ animalIds, before, after, percent }: ReductionTest): string =>
  `${plural(animalIds.length, 'animal')}, on average ${count(before)} eggs per gram before and ${count(after)} after: ${
    percent < 0 ? `${-percent}% more` : `(${count(before)} − ${count(after)}) ÷ ${count(before)} = ${percent}% less`
  }`;

/** `10 untreated animals had 1,000 at the same time: 1 − 100 ÷ 1,000 = 90% less` */
export const controlText = ({ after, control }: ReductionTest): string =>
  control === null
    ? ''
    : `${count(control.animals)} untreated animals had ${count(control.after)} at the same time: ${
        control.percent < 0
          ? `${-control.percent}% more`
          : `1 − ${count(after)} ÷ ${count(control.after)} = ${control.percent}% less`
      }`;

/** `Count the eggs of 10 animals again from Sat, Nov 21 to Wed, Nov 25.` */
export const openText = ({ animalIds, firstDay, lastDay }: OpenTest, today: CalendarDate): string =>
  `Count the eggs of ${plural(animalIds.length, 'animal')} again from ${dayText(firstDay, today)} to ${dayText(lastDay, today)}.`;

export const howToTest = `Count the eggs of the same ${minAnimals} or more animals up to two weeks before they are treated and again ${firstDayAfter} to ${lastDayAfter} days after. If ${minAnimals} or more others are counted on the same days and not treated, the two groups are compared.`;
