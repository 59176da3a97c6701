import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import { gestationDays, gestationWindows } from '../breeding/gestation.ts';
import type { MilkRecord } from './lactations.ts';
import type { Pregnancy } from '../breeding/due-births.ts';
import { type DeathEvent, type HerdAnimal, type Litter, weaningDay, weaningDays, yearLittersOf } from './litters.ts';
import {
  type ExposureOfDam,
  exposuresOfDams,
  hasConceived,
  hasEnded,
  hasFailed,
  isFromExposure,
  type HerdRecords,
} from './parents.ts';
import { sum } from './sum.ts';
import type { Grams } from '../values/units.ts';

/** When young are lost before weaning; stillborn young are lost at birth. Hours are not known, so the first 24 end with the next day. */
export const lossTimes = ['birth', 'day1', 'week1', 'week2', 'weeks3and4', 'later', 'unknown'] as const;
export type LossTime = (typeof lossTimes)[number];
export type LossCause = DeathEvent['cause'] | 'stillborn';

export interface Season {
  readonly year: number;
  /** The number of recorded exposures for births in this year. Births without a recorded mating are not among them. */
  readonly exposed: number;
  /** Births of this year of which no mating was recorded. */
  readonly unmated: number;
  /** Exposures of females that left before a birth could be recorded, so that the outcome is not known. */
  readonly gone: number;
  /** The exposures that may still end in a birth. */
  readonly open: number;
  /** The exposures that ended in a birth or an abortion, or have a successful mating. */
  readonly conceived: number;
  /** Of those, the exposures of which neither a birth nor an abortion is recorded. */
  readonly withoutEnd: number;
  /** A birth or an outcome is recorded; otherwise nobody knows how many conceived. */
  readonly isOutcomeKnown: boolean;
  readonly births: number;
  readonly born: number;
  /** Of those born, the number of which only the year is known. */
  readonly bornWithoutDay: number;
  readonly alive: number;
  /** Born alive and died before weaning. */
  readonly died: number;
  /** A death is recorded, or all that were born alive were weighed at weaning; otherwise nobody knows how many were lost. */
  readonly areLossesKnown: boolean;
  /** Alive and not yet weaned. */
  readonly atFoot: number;
  readonly weaned: number;
  /** null: none of those that may have been weaned has a weaning weight. */
  readonly weanedGrams: Grams | null;
  /** The young whose weights these are. */
  readonly weighed: number;
  readonly sold: number;
  /** Marked as sold on a day that is not recorded: of any year, so the same in each season. */
  readonly soldWithoutDay: number;
  readonly slaughtered: number;
  /** Of both, as far as prices are recorded. */
  readonly soldFor: number;
  readonly withoutPrice: number;
  /** Lactations that began in the year and have a yield, and the mean of it. */
  readonly lactations: number;
  readonly milkMl: number;
  readonly losses: readonly {
    readonly cause: LossCause;
    readonly byTime: Readonly<Record<LossTime, number>>;
    readonly all: number;
  }[];
  /** Keyed by the Monday of each week. */
  readonly weeks: ReadonlyMap<CalendarDate, { readonly alive: number; readonly dead: number }>;
}

export interface SeasonRecords<A extends HerdAnimal> extends HerdRecords<A> {
  /** Sales and slaughters. */
  readonly sales: readonly {
    readonly kind: 'sale' | 'slaughter';
    readonly animalId: string;
    readonly day: CalendarDate;
    readonly price: number | null;
  }[];
  /** The females that may still give birth, as on the list of births. */
  readonly expected: readonly Pregnancy[];
  readonly milk: ReadonlyMap<string, MilkRecord>;
}

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

/** The Monday on or before the day; 1970-01-05 was a Monday. */
export const mondayOf = (day: CalendarDate): CalendarDate => {
  const since = daysBetween('1970-01-05', day);
  return addDays(day, -(((since % 7) + 7) % 7));
};

/** The seasons of the farm, the latest first. A season is the calendar year of actual or expected births. */
export function seasonsOf<A extends HerdAnimal>(records: SeasonRecords<A>, isCounted: (animal: A) => boolean): readonly Season[] {
  const { history, litters, rearing, sales, milk, today } = records;
  const pregnancyOf = new Map(records.expected.map((pregnancy) => [pregnancy.damId, pregnancy]));
  const animals = new Map(history.animals.map((animal) => [animal.id, animal]));
  const counts = (id: string): boolean => {
    const animal = animals.get(id);
    return animal !== undefined && isCounted(animal);
  };
  const counted = litters.filter(({ damId }) => counts(damId));
  const yearLitters = yearLittersOf(history);
  const withoutDay = yearLitters.filter(({ damId }) => counts(damId));
  const littersOf = Map.groupBy(counted, ({ damId }) => damId);
  const leftOn = new Map([...sales, ...history.deaths].map(({ animalId, day }) => [animalId, day]));
  const exposures = [...exposuresOfDams(records, yearLitters)].flatMap(([damId, own]) => {
    const animal = animals.get(damId);
    if (!animal || animal.isReference || !isCounted(animal)) return [];
    const { species } = animal;
    const known = own.map((each) => {
      const ofDam = littersOf.get(damId) ?? [];
      const litter = ofDam.find((one) => isFromExposure(one, each));
      const last = addDays(each.to, gestationWindows[species].to);
      const year = yearOf((litter ?? each.yearLitter)?.day ?? addDays(each.from, gestationDays[species]));
      const conceived = hasConceived(each, ofDam);
      const isGone = !conceived && animal.status !== 'active' && (leftOn.get(damId) ?? '') <= last;
      return { ...each, year, hasEnded: hasEnded(each, ofDam), conceived, isOpen: false, isGone };
    });
    return withOpen(known, pregnancyOf.get(damId));
  });
  const sold = sales.filter(({ animalId }) => counts(animalId));
  const hasSale = new Set(sales.flatMap(({ kind, animalId }) => (kind === 'sale' ? animalId : [])));
  const soldWithoutDay = history.animals.filter(
    (animal) => animal.status === 'sold' && !animal.isReference && isCounted(animal) && !hasSale.has(animal.id),
  ).length;
  const years = new Set([
    ...exposures.map(({ year }) => year),
    ...[...counted, ...withoutDay].map(({ day }) => yearOf(day)),
    ...sold.map(({ day }) => yearOf(day)),
  ]);
  const yields = [...milk].flatMap(([damId, { lactations }]) =>
    counts(damId) ? lactations.flatMap(({ from, standard }) => (standard ? [{ year: yearOf(from), ml: standard.ml }] : [])) : [],
  );
  const deathOf = new Map(history.deaths.map((death) => [death.animalId, death]));
  const ofYear = (year: number): Season => {
    const dated = counted.filter(({ day }) => yearOf(day) === year);
    const undated = withoutDay.filter(({ day }) => yearOf(day) === year);
    const own = [...dated, ...undated];
    const ofYearOrBirth = exposures.filter((each) => each.year === year);
    const matched = ofYearOrBirth.filter(({ isRecorded }) => isRecorded);
    const ownYields = yields.filter((each) => each.year === year);
    const ownSales = sold.filter(({ day }) => yearOf(day) === year);
    const young = own.flatMap((litter) => litter.young.map((animal) => ({ animal, litter })));
    const dead = young.filter(({ animal }) => rearing.hasDiedBy(animal, weaningDay(animal) ?? ''));
    const slaughtered = young.filter(({ animal }) => rearing.isSlaughteredBy(animal, weaningDay(animal) ?? ''));
    const gone = [...dead, ...slaughtered];
    const alive = sum(own.map((litter) => litter.alive));
    const stillToWean = sum(own.map((litter) => (addDays(litter.day, weaningDays) > today ? waiting(litter, gone) : 0)));
    const weaned = alive - gone.length - stillToWean;
    const grams = young.flatMap(({ animal }) => animal.weaningWeightGrams ?? []);
    return {
      year,
      exposed: matched.length,
      unmated: ofYearOrBirth.length - matched.length + undated.length - matched.filter(({ yearLitter }) => yearLitter).length,
      gone: matched.filter(({ isGone }) => isGone).length,
      open: matched.filter(({ isOpen }) => isOpen).length,
      conceived: matched.filter(({ conceived }) => conceived).length,
      isOutcomeKnown: own.length > 0 || matched.some((each) => each.conceived || hasFailed(each)),
      withoutEnd: matched.filter((each) => each.conceived && !each.hasEnded).length,
      births: own.length,
      born: sum(own.map(({ born }) => born)),
      bornWithoutDay: sum(undated.map(({ born }) => born)),
      alive,
      died: dead.length,
      areLossesKnown: dead.length > 0 || grams.length >= alive,
      atFoot: stillToWean,
      weaned,
      weanedGrams: alive > gone.length && grams.length === 0 ? null : sum(grams),
      weighed: grams.length,
      sold: ownSales.filter(({ kind }) => kind === 'sale').length,
      soldWithoutDay,
      slaughtered: ownSales.filter(({ kind }) => kind === 'slaughter').length,
      soldFor: sum(ownSales.map(({ price }) => price ?? 0)),
      withoutPrice: ownSales.filter(({ price }) => price === null).length,
      lactations: ownYields.length,
      milkMl: ownYields.length === 0 ? 0 : sum(ownYields.map(({ ml }) => ml)) / ownYields.length,
      losses: lossesOf(own, dead, deathOf),
      weeks: weeksOf(dated),
    };
  };
  return [...years].toSorted((a, b) => b - a).map((year) => ofYear(year));
}

interface KnownExposure extends Pick<ExposureOfDam, 'from' | 'to' | 'isRecorded' | 'outcomes' | 'yearLitter'> {
  readonly year: number;
  /** In a birth or an abortion. */
  readonly hasEnded: boolean;
  readonly conceived: boolean;
  readonly isOpen: boolean;
  readonly isGone: boolean;
}

/** A female of which a birth is expected has one open exposure: if all of hers have ended, she was with a male again since. */
function withOpen(exposures: readonly KnownExposure[], pregnancy: Pregnancy | undefined): readonly KnownExposure[] {
  if (!pregnancy) return exposures;
  const { bredOn: from, bredUntil, due } = pregnancy;
  const to = bredUntil ?? from;
  const index = exposures.findLastIndex((each) => !each.hasEnded && each.from <= to && each.to >= from);
  return index === -1
    ? [...exposures, { ...openExposure, year: yearOf(due), from, to }]
    : exposures.map((each, at) => (at === index ? { ...each, isOpen: !each.conceived } : each));
}

const openExposure = {
  hasEnded: false,
  conceived: false,
  isOpen: true,
  isGone: false,
  isRecorded: true,
  outcomes: [],
  yearLitter: null,
} as const;

const waiting = (litter: Litter, gone: readonly { readonly litter: Litter }[]): number =>
  litter.alive -
  litter.young.filter(({ weaningWeightGrams }) => weaningWeightGrams !== null).length -
  gone.filter((one) => one.litter === litter).length;

function lossesOf(
  litters: readonly Litter[],
  dead: readonly { readonly animal: HerdAnimal; readonly litter: Litter }[],
  deathOf: ReadonlyMap<string, DeathEvent>,
): Season['losses'] {
  const table = new Map<LossCause, Record<LossTime, number>>();
  const add = (cause: LossCause, time: LossTime, count: number) => {
    const row = table.get(cause) ?? { birth: 0, day1: 0, week1: 0, week2: 0, weeks3and4: 0, later: 0, unknown: 0 };
    table.set(cause, { ...row, [time]: row[time] + count });
  };
  const stillborn = sum(litters.map(({ born, alive }) => born - alive));
  if (stillborn > 0) add('stillborn', 'birth', stillborn);
  for (const { animal, litter } of dead) {
    const death = deathOf.get(animal.id);
    add(
      death?.cause ?? 'unknown',
      death && animal.birthDate !== null ? lossTimeOf(daysBetween(litter.day, death.day)) : 'unknown',
      1,
    );
  }
  return [...table]
    .map(([cause, byTime]) => ({ cause, byTime, all: sum(Object.values(byTime)) }))
    .toSorted((a, b) => b.all - a.all || (a.cause < b.cause ? -1 : 1));
}

export function lossTimeOf(age: number): LossTime {
  if (age <= 1) return 'day1';
  if (age < 7) return 'week1';
  if (age < 14) return 'week2';
  return age < 28 ? 'weeks3and4' : 'later';
}

function weeksOf(litters: readonly Litter[]): Season['weeks'] {
  const weeks = new Map<CalendarDate, { alive: number; dead: number }>();
  for (const { day, born, alive } of litters) {
    const week = mondayOf(day);
    const before = weeks.get(week) ?? { alive: 0, dead: 0 };
    weeks.set(week, { alive: before.alive + alive, dead: before.dead + born - alive });
  }
  return new Map([...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
