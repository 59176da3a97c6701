import type { Species } from '../records/animals.ts';
import { leastDaysBetweenBirths } from '../records/births.ts';
import type { BreedingOutcome } from '../records/breeding.ts';
import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import type { Stay } from '../breeding/exposures.ts';
import { gestationDays, gestationWindows } from '../breeding/gestation.ts';
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
  /** The number of these exposures that ended in a birth or have a successful mating. */
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
  /** A mating is recorded as successful or with the day of its birth, whether or not the young are recorded. */
  readonly isSuccessful: boolean;
  /** Its young, if only the year of their birth is known. */
  readonly yearLitter: Litter | null;
}

const sameExposureDays = 60;

/** A new exposure begins after two months without a male. A birth without a recorded mating implies an exposure. */
export function exposuresOfDams<A extends HerdAnimal>({
  history,
  litters,
  matings,
  stays,
  today,
}: Pick<HerdRecords<A>, 'history' | 'litters' | 'matings' | 'stays' | 'today'>): ReadonlyMap<string, readonly ExposureOfDam[]> {
  const spans: ExposureOfDam[] = [
    ...matings.map(({ motherId, breedingDate, actualBirthDate, outcome }) => ({
      damId: motherId,
      from: breedingDate,
      to: breedingDate,
      isRecorded: true,
      isSuccessful: outcome === 'successful' || actualBirthDate !== null,
      yearLitter: null,
    })),
    ...stays.map(({ femaleId, from, to }) => ({
      damId: femaleId,
      from,
      to: to === null || to > today ? today : to,
      isRecorded: true,
      isSuccessful: false,
      yearLitter: null,
    })),
    ...litters.map(({ damId, species, day }) => {
      const conceived = addDays(day, -gestationDays[species]);
      return { damId, from: conceived, to: conceived, isRecorded: false, isSuccessful: false, yearLitter: null };
    }),
  ].filter(({ from }) => from <= today);
  const littersOf = Map.groupBy(litters, ({ damId }) => damId);
  const yearLitters = Map.groupBy(yearLittersOf(history), ({ damId }) => damId);
  return new Map(
    [...Map.groupBy(spans, ({ damId }) => damId)].map(([damId, own]) => {
      const exposures: { -readonly [K in keyof ExposureOfDam]: ExposureOfDam[K] }[] = [];
      for (const span of own.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
        const last = exposures.at(-1);
        if (last && span.from <= addDays(last.to, sameExposureDays)) {
          last.to = span.to > last.to ? span.to : last.to;
          last.isRecorded ||= span.isRecorded;
          last.isSuccessful ||= span.isSuccessful;
        } else exposures.push({ ...span });
      }
      for (const litter of yearLitters.get(damId) ?? []) {
        const of = exposures.find(
          (each) =>
            each.isRecorded && each.yearLitter === null && isFromExposure(litter, each) && !hasLitter(each, littersOf.get(damId)),
        );
        if (of) of.yearLitter = litter;
      }
      return [damId, exposures];
    }),
  );
}

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

/** Whether she conceived in the exposure, as far as her litters and her matings tell. */
export const hasConceived = (exposure: ExposureOfDam, litters: readonly Litter[]): boolean =>
  exposure.isSuccessful || exposure.yearLitter !== null || hasLitter(exposure, litters);

const hasLitter = (exposure: Pick<ExposureOfDam, 'from' | 'to'>, litters: readonly Litter[] = []): boolean =>
  litters.some((litter) => isFromExposure(litter, exposure));

export function damRecords<A extends HerdAnimal>(records: HerdRecords<A>): readonly DamRecord<A>[] {
  const { history, litters, rearing, today } = records;
  const littersOfDam = Map.groupBy(litters, ({ damId }) => damId);
  const yearLittersOfDam = Map.groupBy(yearLittersOf(history), ({ damId }) => damId);
  const exposures = exposuresOfDams(records);
  const isOutcomeRecorded = recordedOutcomes(history, litters, exposures);
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
      ...ofYoung(all, records),
      ...healthOf([animal.id]),
      litters: all.length,
      lost: all.filter((litter) => isLost(litter, records)).length,
      exposures: ended.length,
      conceived: ended.filter((each) => hasConceived(each, own)).length,
      weanedGrams: knownGrams([
        ...(weanedBy.get(animal.id) ?? []).filter((young) => ended.some((each) => isFromExposure(young, each))),
        ...own.flatMap((litter) => (hasUnlisted(litter) && ended.some((each) => isFromExposure(litter, each)) ? unweighed : [])),
        ...ended.flatMap(({ yearLitter }) => yearLitter?.young.map(({ weaningWeightGrams: grams }) => ({ grams })) ?? []),
        ...ended.flatMap((each) => (hasConceived(each, own) && !hasLitter(each, own) ? unweighed : [])),
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

/** Without any birth or outcome of a season, nobody recorded what became of its matings. */
function recordedOutcomes(
  { animals }: HerdHistory,
  litters: readonly Litter[],
  exposures: ReadonlyMap<string, readonly ExposureOfDam[]>,
): (exposure: ExposureOfDam, species: Species) => boolean {
  const keyOf = (species: Species, day: CalendarDate) => `${species} ${day.slice(0, 4)}`;
  const expectedIn = (species: Species, { from }: ExposureOfDam) => keyOf(species, addDays(from, gestationDays[species]));
  const speciesOf = new Map(animals.map(({ id, species }) => [id, species]));
  const littersOf = Map.groupBy(litters, ({ damId }) => damId);
  const recorded = new Set(litters.map(({ species, day }) => keyOf(species, day)));
  for (const [damId, own] of exposures) {
    const species = speciesOf.get(damId);
    for (const each of own)
      if (species && hasConceived(each, littersOf.get(damId) ?? [])) recorded.add(expectedIn(species, each));
  }
  return (exposure, species) => recorded.has(expectedIn(species, exposure));
}

export function sireRecords<A extends HerdAnimal>(records: HerdRecords<A>): readonly SireRecord<A>[] {
  const { history } = records;
  const youngOf = Map.groupBy(
    [...records.litters, ...yearLittersOf(history)].flatMap((litter) => {
      const sireId = litter.young.find(({ fatherId }) => fatherId !== null)?.fatherId;
      return sireId == null ? [] : [{ sireId, litter }];
    }),
    ({ sireId }) => sireId,
  );
  const healthOf = healthBy(records);
  return history.animals.flatMap((animal) => {
    const own = (youngOf.get(animal.id) ?? []).map(({ litter }) => litter);
    if (own.length === 0) return [];
    const young = own.flatMap((litter) => litter.young.filter(({ fatherId }) => fatherId === animal.id));
    return { animal, ...ofYoung(own, records), ...healthOf(young.map(({ id }) => id)), litters: own.length };
  });
}

function ofYoung<A extends HerdAnimal>(own: readonly Litter<A>[], { growth, rearing, today }: HerdRecords<A>): OfYoung {
  const oldEnough = own.filter(({ day }) => addDays(day, weaningDays) <= today);
  const isKnown = rearing.areDeathsRecorded || oldEnough.every(isWeighed);
  const alive = isKnown ? sum(oldEnough.map((litter) => litter.alive)) : 0;
  const ratios = own.flatMap(({ young }) => young.flatMap(({ id }) => growth.rankOf(id)?.ratio ?? []));
  return {
    born: sum(own.map((litter) => litter.born)),
    alive: sum(own.map((litter) => litter.alive)),
    lived: { part: isKnown ? alive - sum(oldEnough.map((litter) => diedIn(litter, rearing))) : 0, of: alive },
    growth: ratios.length === 0 ? null : sum(ratios) / ratios.length,
    compared: ratios.length,
  };
}

const isWeighed = ({ young, alive }: Litter): boolean =>
  young.filter(({ weaningWeightGrams }) => weaningWeightGrams !== null).length >= alive;

/** The number of those born alive that did not live to weaning. */
export const diedIn = ({ young, alive }: Litter, rearing: Rearing): number =>
  Math.min(alive, young.filter((animal) => rearing.hasDiedBy(animal, weaningDay(animal) ?? '')).length);

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

/** The young that lived to weaning, by who reared them; some have no weight. */
function weanedYoung({ animals }: HerdHistory, rearing: Rearing) {
  const weaned = new Map<string, (Pick<Litter, 'day' | 'species'> & { readonly grams: Grams | null })[]>();
  for (const animal of animals) {
    const { birthDate, species, weaningWeightGrams: grams } = animal;
    const day = weaningDay(animal);
    if (day === undefined || birthDate === null || (grams === null && rearing.hasDiedBy(animal, day))) continue;
    const rearer = rearing.rearerOf(animal, day);
    if (rearer == null) continue;
    weaned.set(rearer, [...(weaned.get(rearer) ?? []), { day: birthDate, species, grams }]);
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
