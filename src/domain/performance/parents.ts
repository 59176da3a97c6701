import type { Species } from '../records/animals.ts';
import { latestBirth, leastDaysBetweenBirths } from '../records/births.ts';
import type { BreedingOutcome } from '../records/breeding.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import type { Stay } from '../breeding/exposures.ts';
import { gestationDays, gestationWindows } from '../breeding/gestation.ts';
import { matingOf } from '../breeding/matings.ts';
import type { Growth, RearingRecords } from './growth-of-young.ts';
import {
  type HerdAnimal,
  type HerdHistory,
  type Litter,
  type Rearing,
  weaningDay,
  weaningDays,
  yearLittersOf,
} from './litters.ts';
import { sum } from './sum.ts';
import type { Grams } from '../values/units.ts';

export interface Mating {
  readonly motherId: string;
  readonly fatherId: string;
  readonly breedingDate: CalendarDate;
  readonly actualBirthDate: CalendarDate | null;
  readonly outcome: BreedingOutcome;
}

export interface Scored {
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly isPooled: boolean;
  readonly famacha: number | null;
}

/** The records of a herd from which the performance of dams and sires is computed. */
export interface HerdRecords<A extends HerdAnimal> extends RearingRecords<A> {
  readonly growth: Growth<A>;
  readonly matings: readonly Mating[];
  readonly stays: readonly Stay[];
  readonly abortions: readonly { readonly animalId: string; readonly day: CalendarDate }[];
  /** Scores of the last twelve months. */
  readonly scores: readonly Scored[];
  readonly dewormings: readonly { readonly animalId: string; readonly day: CalendarDate }[];
  readonly today: CalendarDate;
}

export interface Share {
  readonly part: number;
  readonly of: number;
}

export interface Health {
  /** Means of the last twelve months; null: never scored. */
  readonly famacha: number | null;
  readonly scored: number;
  /** The number of days with dewormings in the last twelve months. */
  readonly dewormings: number;
}

interface OfYoung {
  readonly born: number;
  readonly alive: number;
  /** How many of those born alive long enough ago lived to weaning; of none where this is not known. */
  readonly lived: Share;
  /** The mean of the adjusted weights of the young, each relative to the mean of its group. */
  readonly growth: number | null;
  readonly compared: number;
}

export interface DamRecord<A extends HerdAnimal = HerdAnimal> extends OfYoung, Health {
  readonly animal: A;
  readonly litters: number;
  /** Litters without any young alive at weaning. */
  readonly lost: number;
  /** Excludes exposures of the last months, whose outcome is not known yet. */
  readonly exposures: number;
  /** The number of these exposures that ended in a birth or an abortion, or have a successful mating. */
  readonly conceived: number;
  /** Total weaning weight from these exposures, of her own and fostered young; null if none of the young that she reared has one. */
  readonly weanedGrams: Grams | null;
  /** Mean days between births; null: unknown, also if two births are impossibly near. */
  readonly interval: number | null;
  /** The fewest days between two births, if they are fewer than are possible, so that one of the days must be wrong. */
  readonly impossibleDays: number | null;
  readonly lastBirth: CalendarDate | null;
}

export interface SireRecord<A extends HerdAnimal = HerdAnimal> extends OfYoung, Health {
  readonly animal: A;
  readonly litters: number;
}

/** A period in which a female was with males, without a gap longer than `sameExposureDays`. */
export interface ExposureOfDam {
  readonly damId: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** A mating or a stay was recorded; otherwise only the birth tells of it. */
  readonly isRecorded: boolean;
  /** Of its matings. One with the day of its birth is successful, whether or not the young are recorded. */
  readonly outcomes: readonly BreedingOutcome[];
  /** The last day on which she lost young of it. */
  readonly lostOn: CalendarDate | null;
  /** Its young, if only the year of their birth is known. */
  readonly yearLitter: Litter | null;
}

type Span = Omit<ExposureOfDam, 'lostOn' | 'yearLitter'>;

const sameExposureDays = 60;

/** A new exposure begins after two months without a male. A birth without a recorded mating implies an exposure. */
export function exposuresOfDams<A extends HerdAnimal>(
  { history, litters, matings, stays, abortions, today }: HerdRecords<A>,
  yearLitters: readonly Litter[] = yearLittersOf(history),
): ReadonlyMap<string, readonly ExposureOfDam[]> {
  const spans: Span[] = [
    ...matings.map(({ motherId, breedingDate, actualBirthDate, outcome }) => ({
      damId: motherId,
      from: breedingDate,
      to: breedingDate,
      isRecorded: true,
      outcomes: [actualBirthDate === null ? outcome : 'successful'] as const,
    })),
    ...stays.map(({ femaleId, from, to }) => ({
      damId: femaleId,
      from,
      to: to === null || to > today ? today : to,
      isRecorded: true,
      outcomes: [],
    })),
    ...litters.map(({ damId, species, day }) => {
      const conceived = addDays(day, -gestationDays[species]);
      return { damId, from: conceived, to: conceived, isRecorded: false, outcomes: [] };
    }),
  ].filter(({ from }) => from <= today);
  const littersOf = Map.groupBy(litters, ({ damId }) => damId);
  const yearLittersOfDam = Map.groupBy(yearLitters, ({ damId }) => damId);
  const abortionsOf = Map.groupBy(abortions, ({ animalId }) => animalId);
  const windowOf = new Map(history.animals.map(({ id, species }) => [id, gestationWindows[species].to]));
  return new Map(
    [...Map.groupBy(spans, ({ damId }) => damId)].map(([damId, own]) => {
      const exposures = exposuresFrom(own);
      const losses = (abortionsOf.get(damId) ?? []).map(({ day }) => day).toSorted();
      for (const each of exposures) {
        const last = addDays(each.to, windowOf.get(damId) ?? 0);
        each.lostOn = losses.findLast((day) => day >= each.from && day <= last) ?? null;
      }
      for (const litter of yearLittersOfDam.get(damId) ?? []) {
        const bornBy = { ...litter, day: litter.day < today ? litter.day : today };
        const possible = exposures.filter(
          (each) => mayHaveYearLitter(each) && isFromExposure(bornBy, each) && !hasLitter(each, littersOf.get(damId)),
        );
        const of = possible.find(isSuccessful) ?? possible[0];
        if (of) of.yearLitter = litter;
      }
      return [damId, exposures];
    }),
  );
}

function exposuresFrom(spans: readonly Span[]): { -readonly [K in keyof ExposureOfDam]: ExposureOfDam[K] }[] {
  const exposures: ReturnType<typeof exposuresFrom> = [];
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = exposures.at(-1);
    if (last && span.from <= addDays(last.to, sameExposureDays)) {
      last.to = span.to > last.to ? span.to : last.to;
      last.isRecorded ||= span.isRecorded;
      last.outcomes = [...last.outcomes, ...span.outcomes];
    } else exposures.push({ ...span, lostOn: null, yearLitter: null });
  }
  return exposures;
}

const isSuccessful = ({ outcomes }: ExposureOfDam): boolean => outcomes.includes('successful');

/** Whether all of its matings are recorded as unsuccessful. */
export const hasFailed = ({ outcomes }: Pick<ExposureOfDam, 'outcomes'>): boolean =>
  outcomes.length > 0 && outcomes.every((outcome) => outcome === 'unsuccessful');

const mayHaveYearLitter = (exposure: ExposureOfDam): boolean =>
  exposure.isRecorded && exposure.yearLitter === null && !hasFailed(exposure) && (exposure.lostOn ?? '') <= exposure.to;

/** Maximum difference in days between a gestation and the mean of its species. */
const gestationSlack = 20;

/** Whether a birth can result from an exposure. */
export const isFromExposure = (
  { day, firstDay = day, species }: Pick<Litter, 'day' | 'firstDay' | 'species'>,
  { from, to }: Pick<ExposureOfDam, 'from' | 'to'>,
): boolean => {
  const mean = gestationDays[species];
  return day >= addDays(from, mean - gestationSlack) && firstDay <= addDays(to, mean + gestationSlack);
};

/** Whether she conceived in the exposure, as far as the records tell. */
export const hasConceived = (exposure: ExposureOfDam, litters: readonly Litter[]): boolean =>
  isSuccessful(exposure) || hasEnded(exposure, litters);

/** In a birth or an abortion. */
export const hasEnded = (exposure: ExposureOfDam, litters: readonly Litter[]): boolean =>
  exposure.lostOn !== null || exposure.yearLitter !== null || hasLitter(exposure, litters);

const hasLitter = (exposure: Pick<ExposureOfDam, 'from' | 'to'>, litters: readonly Litter[] = []): boolean =>
  litters.some((litter) => isFromExposure(litter, exposure));

export function damRecords<A extends HerdAnimal>(records: HerdRecords<A>): readonly DamRecord<A>[] {
  const { history, litters, rearing, today } = records;
  const littersOfDam = Map.groupBy(litters, ({ damId }) => damId);
  const yearLitters = yearLittersOf(history);
  const yearLittersOfDam = Map.groupBy(yearLitters, ({ damId }) => damId);
  const exposures = exposuresOfDams(records, yearLitters);
  const isOutcomeRecorded = recordedOutcomes(history, [...litters, ...yearLitters], exposures);
  const hasDeaths = seasonsWithDeaths([...litters, ...yearLitters], rearing);
  const healthOf = healthBy(records);
  const weanedBy = weanedYoung(history, rearing);
  return history.animals.flatMap((animal) => {
    const own = littersOfDam.get(animal.id) ?? [];
    const exposed = exposures.get(animal.id) ?? [];
    const withoutDay = yearLittersOfDam.get(animal.id) ?? [];
    const all = [...own, ...withoutDay];
    if (animal.sex !== 'female' || (all.length === 0 && exposed.length === 0)) return [];
    const ended = exposed.filter(
      (each) =>
        addDays(each.to, gestationWindows[animal.species].to + weaningDays) <= today && isOutcomeRecorded(each, animal.species),
    );
    const days = [...new Set(own.map(({ day }) => day))];
    const [first, last] = [days[0], days.at(-1)];
    const nearest = Math.min(...days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day)));
    const impossibleDays = nearest < leastDaysBetweenBirths ? nearest : null;
    return {
      animal,
      ...ofYoung(all, records, hasDeaths),
      ...healthOf([animal.id]),
      litters: all.length,
      lost: all.filter((litter) => isLost(litter, records)).length,
      exposures: ended.length,
      conceived: ended.filter((each) => hasConceived(each, own)).length,
      weanedGrams: knownGrams([
        ...(weanedBy.get(animal.id) ?? []).filter((young) => ended.some((each) => each === exposureOf(young, exposed))),
        ...own.flatMap((litter) => (hasUnlisted(litter) && ended.some((each) => isFromExposure(litter, each)) ? unweighed : [])),
        ...ended.flatMap((each) => (hasConceived(each, own) && !hasEnded(each, own) ? unweighed : [])),
      ]),
      interval:
        first === undefined || last === undefined || days.length < 2 || impossibleDays !== null
          ? null
          : Math.round(daysBetween(first, last) / (days.length - 1)),
      impossibleDays,
      lastBirth: last ?? null,
    };
  });
}

const seasonOf = ({ species, day }: Pick<Litter, 'species' | 'day'>): string => `${species} ${day.slice(0, 4)}`;

/**
 * In a season without the recorded death of a young, a young that is not recorded as dead is not known to live. The death of a grown animal
 * says nothing.
 */
function seasonsWithDeaths(litters: readonly Litter[], rearing: Rearing): (litter: Litter) => boolean {
  const seasons = new Set(litters.filter((litter) => diedIn(litter, rearing) > 0).map(seasonOf));
  return (litter) => seasons.has(seasonOf(litter));
}

/** Without any birth or outcome of a season, nobody recorded what became of its matings. */
function recordedOutcomes(
  { animals }: HerdHistory,
  litters: readonly Litter[],
  exposures: ReadonlyMap<string, readonly ExposureOfDam[]>,
): (exposure: ExposureOfDam, species: Species) => boolean {
  const expectedIn = (species: Species, { from }: ExposureOfDam) =>
    seasonOf({ species, day: addDays(from, gestationDays[species]) });
  const speciesOf = new Map(animals.map(({ id, species }) => [id, species]));
  const littersOf = Map.groupBy(litters, ({ damId }) => damId);
  const recorded = new Set(litters.map(seasonOf));
  for (const [damId, own] of exposures) {
    const species = speciesOf.get(damId);
    for (const each of own)
      if (species && (hasFailed(each) || hasConceived(each, littersOf.get(damId) ?? []))) recorded.add(expectedIn(species, each));
  }
  return (exposure, species) => recorded.has(expectedIn(species, exposure));
}

export function sireRecords<A extends HerdAnimal>(records: HerdRecords<A>): readonly SireRecord<A>[] {
  const { history, rearing, matings } = records;
  const litters = [...records.litters, ...yearLittersOf(history)];
  const hasDeaths = seasonsWithDeaths(litters, rearing);
  const bornOf = Map.groupBy(matings, ({ motherId, actualBirthDate }) => `${motherId} ${actualBirthDate}`);
  /** Of a litter without young in the herd, such as the stillborn, the birth or the mating says it. */
  const sireOf = ({ damId, day, young, sireId }: Litter<A>): string | null | undefined =>
    young.length > 0
      ? young.find(({ fatherId }) => fatherId !== null)?.fatherId
      : (sireId ?? matingOf(bornOf.get(`${damId} ${day}`) ?? [])?.fatherId);
  const youngOf = Map.groupBy(
    litters.flatMap((litter) => {
      const sireId = sireOf(litter);
      return sireId == null ? [] : [{ sireId, litter }];
    }),
    ({ sireId }) => sireId,
  );
  const healthOf = healthBy(records);
  return history.animals.flatMap((animal) => {
    const own = (youngOf.get(animal.id) ?? []).map(({ litter }) => litter);
    if (own.length === 0) return [];
    const young = own.flatMap((litter) => litter.young.filter(({ fatherId }) => fatherId === animal.id));
    return { animal, ...ofYoung(own, records, hasDeaths), ...healthOf(young.map(({ id }) => id)), litters: own.length };
  });
}

function ofYoung<A extends HerdAnimal>(
  own: readonly Litter<A>[],
  { growth, rearing, today }: HerdRecords<A>,
  hasDeaths: (litter: Litter) => boolean,
): OfYoung {
  const oldEnough = own.filter((litter) => addDays(litter.day, weaningDays) <= today || isWeighed(litter));
  const known = oldEnough.every((litter) => hasDeaths(litter) || isWeighed(litter)) ? oldEnough : oldEnough.filter(hasDeaths);
  const alive = sum(known.map((litter) => litter.alive - slaughteredIn(litter, rearing)));
  const ratios = own.flatMap(({ young }) => young.flatMap(({ id }) => growth.rankOf(id)?.ratio ?? []));
  return {
    born: sum(own.map((litter) => litter.born)),
    alive: sum(own.map((litter) => litter.alive)),
    lived: { part: alive - sum(known.map((litter) => diedIn(litter, rearing))), of: alive },
    growth: ratios.length === 0 ? null : sum(ratios) / ratios.length,
    compared: ratios.length,
  };
}

const isWeighed = ({ young, alive }: Litter): boolean =>
  young.filter(({ weaningWeightGrams }) => weaningWeightGrams !== null).length >= alive;

/** The number of those born alive that did not live to weaning. */
export const diedIn = ({ young, alive }: Litter, rearing: Rearing): number =>
  Math.min(alive, young.filter((animal) => rearing.hasDiedBy(animal, weaningDay(animal) ?? '')).length);

const slaughteredIn = ({ young }: Litter, rearing: Rearing): number =>
  young.filter((animal) => rearing.isSlaughteredBy(animal, weaningDay(animal) ?? '')).length;

function isLost<A extends HerdAnimal>(litter: Litter<A>, { rearing, today }: HerdRecords<A>): boolean {
  return litter.alive - diedIn(litter, rearing) === 0 && (litter.alive === 0 || addDays(litter.day, weaningDays) <= today);
}

const unweighed = { grams: null };

const hasUnlisted = ({ young, alive }: Litter): boolean => young.length < alive;

/** null: there are young, and the weight of none is known. */
function knownGrams(young: readonly { readonly grams: Grams | null }[]): Grams | null {
  const known = young.flatMap(({ grams }) => grams ?? []);
  return young.length > 0 && known.length === 0 ? null : sum(known);
}

export const negative = (value: number | null): number | null => (value === null ? null : -value);

/** null: none is recorded, and no score says that none was needed. */
export const knownDewormings = ({ dewormings, scored }: Health): number | null =>
  dewormings === 0 && scored === 0 ? null : dewormings;

/** null: unknown. */
export const weanedPerExposure = ({ weanedGrams, exposures }: DamRecord): number | null =>
  exposures === 0 || weanedGrams === null ? null : weanedGrams / exposures;

interface Weaned extends Pick<Litter, 'day' | 'firstDay' | 'species'> {
  readonly grams: Grams | null;
}

/** Young without a day belong to the exposure of the litter of their year or, reared by another dam, to one whose birth may have been in it. */
const exposureOf = (young: Weaned, exposures: readonly ExposureOfDam[]): ExposureOfDam | undefined =>
  exposures.find(({ yearLitter }) => young.firstDay !== undefined && yearLitter?.day === young.day) ??
  exposures.find((each) => isFromExposure(young, each));

/** The young that lived to weaning, by who reared them; some have no weight. */
function weanedYoung({ animals }: HerdHistory, rearing: Rearing): ReadonlyMap<string, readonly Weaned[]> {
  const weaned = new Map<string, Weaned[]>();
  for (const animal of animals) {
    const { birthDate, birthYear, species, weaningWeightGrams: grams } = animal;
    const [born, day] = [latestBirth(animal), weaningDay(animal)];
    if (day === undefined || born === null || (grams === null && rearing.hasDiedBy(animal, day))) continue;
    if (rearing.isSlaughteredBy(animal, day)) continue;
    const rearer = rearing.rearerOf(animal, day);
    if (rearer == null) continue;
    const young = { day: born, species, grams, ...(birthDate === null && { firstDay: `${birthYear}-01-01` }) };
    weaned.set(rearer, [...(weaned.get(rearer) ?? []), young]);
  }
  return weaned;
}

function healthBy<A extends HerdAnimal>({ scores, dewormings }: HerdRecords<A>): (animalIds: readonly string[]) => Health {
  const scored = Map.groupBy(
    scores.filter(({ isPooled, famacha }) => !isPooled && famacha !== null),
    ({ animalId }) => animalId,
  );
  const treated = Map.groupBy(dewormings, ({ animalId }) => animalId);
  return (animalIds) => {
    const values = animalIds.flatMap((id) => (scored.get(id) ?? []).map(({ famacha }) => famacha ?? 0));
    return {
      famacha: values.length === 0 ? null : sum(values) / values.length,
      scored: values.length,
      dewormings: sum(animalIds.map((id) => new Set((treated.get(id) ?? []).map(({ day }) => day)).size)),
    };
  };
}
