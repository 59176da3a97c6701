import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { addDays, daysBetween, type CalendarDate } from '#domain/values/dates.ts';
import { onePerDay, weightOf, type Weight } from '#domain/journal/growth.ts';
import { compareEvents } from '#domain/records/order.ts';
import { weighingsOfAnimal, weightIn } from '#domain/journal/weighings.ts';
import { quantile } from '#domain/performance/quantile.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import type { Grams } from '#domain/values/units.ts';

/** In order of days, one weight per day. */
export function weightsOf(animal: Animal, events: readonly RecordedEvent[]): readonly Weight[] {
  const own: Weight[] = weighingsOfAnimal(animal).map(({ day, weightGrams }) => ({ day, grams: weightGrams }));
  const recorded = events
    .filter(({ voidedAt }) => voidedAt === null)
    .toSorted(compareEvents)
    .flatMap((event) => {
      const weight = weightIn(event);
      return weight ? [weightOf({ day: event.day, ...weight })] : [];
    });
  return onePerDay([...own, ...recorded]).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

export interface BandPoint {
  readonly day: CalendarDate;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const minPeers = 5;

/**
 * The middle half of the birth and weaning weights of the herd's animals of the same species and sex, on the days counted from
 * this animal's birth; empty if too few have both weights.
 */
export function bandOf(animal: Animal, herd: readonly Animal[]): readonly BandPoint[] {
  const { birthDate } = animal;
  const peers = herd.flatMap(({ id, species, sex, birthWeightGrams, weaningWeightGrams, weaningAgeDays }) =>
    id !== animal.id &&
    species === animal.species &&
    sex === animal.sex &&
    birthWeightGrams !== null &&
    weaningWeightGrams !== null &&
    weaningAgeDays !== null
      ? [{ birth: birthWeightGrams, weaning: weaningWeightGrams, age: weaningAgeDays }]
      : [],
  );
  if (birthDate === null || peers.length < minPeers) return [];
  const weaned = addDays(
    birthDate,
    Math.round(
      quantile(
        peers.map(({ age }) => age),
        0.5,
      ),
    ),
  );
  return [
    bandPoint(
      birthDate,
      peers.map(({ birth }) => birth),
    ),
    bandPoint(
      weaned,
      peers.map(({ weaning }) => weaning),
    ),
  ];
}

const bandPoint = (day: CalendarDate, grams: readonly number[]): BandPoint => ({
  day,
  low: quantile(grams, 0.25),
  middle: quantile(grams, 0.5),
  high: quantile(grams, 0.75),
});

export interface Scale {
  readonly x: (day: CalendarDate) => number;
  readonly y: (grams: Grams) => number;
  /** Weights in the farm's unit. */
  readonly ticks: readonly number[];
  readonly firstDay: CalendarDate;
  readonly lastDay: CalendarDate;
}

export const chart = { width: 336, height: 184, left: 38, right: 266, top: 16, bottom: 158 } as const;

/** Expects at least two weights. */
export function scaleOf(weights: readonly Weight[], band: readonly BandPoint[]): Scale {
  const days = [...weights.map(({ day }) => day), ...band.map(({ day }) => day)].toSorted();
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
  const perUnit = gramsPer[weightUnit()];
  const most = Math.max(...weights.map(({ grams }) => grams), ...band.map(({ high }) => high)) / perUnit;
  const step = stepFor(most);
  const top = Math.max(step, Math.ceil(most / step) * step);
  const span = Math.max(1, daysBetween(firstDay, lastDay));
  return {
    x: (day) => round(chart.left + ((chart.right - chart.left) * daysBetween(firstDay, day)) / span),
    y: (weight) => round(chart.bottom - ((chart.bottom - chart.top) * weight) / (top * perUnit)),
    ticks: Array.from({ length: Math.round(top / step) }, (_, index) => (index + 1) * step),
    firstDay,
    lastDay,
  };
}

/** Chooses a step that gives three to six lines. */
function stepFor(most: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 4));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((step) => most / step <= 5) ?? magnitude * 10;
}

const round = (value: number): number => Math.round(value * 10) / 10;
