import { type CalendarDate, addDays } from '../values/dates.ts';
import type { Compared, ContemporaryGroup } from './growth-of-young.ts';
import type { HerdAnimal } from './litters.ts';
import { quantile } from './quantile.ts';
import { type LossCause, type LossTime, lossTimes, type Season } from './season.ts';

/** 52 weeks: the distance between the Mondays of two seasons that are compared. */
const seasonDays = 364;

export interface BornWeek {
  readonly monday: CalendarDate;
  readonly alive: number;
  readonly dead: number;
  /** All that were born in that week of the season before. */
  readonly before: number;
}

/** Without a gap from the first week in which young were born to the last one, in this season or the one before. */
export function bornPerWeek({ weeks }: Pick<Season, 'weeks'>, before: Pick<Season, 'weeks'> | undefined): readonly BornWeek[] {
  const then = new Map([...(before?.weeks ?? [])].map(([monday, born]) => [addDays(monday, seasonDays), born]));
  if (weeks.size === 0) return [];
  const mondays = [...weeks.keys(), ...then.keys()].toSorted();
  const all: BornWeek[] = [];
  for (let monday = mondays[0]!; monday <= mondays.at(-1)!; monday = addDays(monday, 7)) {
    const [{ alive, dead }, earlier] = [weeks.get(monday) ?? none, then.get(monday) ?? none];
    all.push({ monday, alive, dead, before: earlier.alive + earlier.dead });
  }
  return all;
}

const none = { alive: 0, dead: 0 };

export interface Lost<K> {
  readonly key: K;
  readonly now: number;
  readonly before: number;
}

/** The causes of this season, the most frequent first, then the causes that only the season before had. */
export function lossesByCause({ losses }: Season, before: Season | undefined): readonly Lost<LossCause>[] {
  const then = before?.losses ?? [];
  const onlyThen = then.filter(({ cause }) => losses.every((each) => each.cause !== cause));
  return [
    ...losses.map(({ cause, all }) => ({ key: cause, now: all, before: then.find((each) => each.cause === cause)?.all ?? 0 })),
    ...onlyThen.map(({ cause, all }) => ({ key: cause, now: 0, before: all })),
  ];
}

/** By age, without the ages at which none was lost in either season. */
export function lossesByTime(season: Season, before: Season | undefined): readonly Lost<LossTime>[] {
  const at = (time: LossTime, of: Season | undefined) => (of?.losses ?? []).reduce((sum, { byTime }) => sum + byTime[time], 0);
  return lossTimes
    .map((time) => ({ key: time, now: at(time, season), before: at(time, before) }))
    .filter(({ now, before: then }) => now + then > 0);
}

export interface GroupGain<A extends HerdAnimal = HerdAnimal> {
  readonly group: ContemporaryGroup<A>;
  /** In grams a day from birth to weaning, the least first. */
  readonly gains: readonly number[];
  readonly median: number;
  /** What the middle half of the group gained. */
  readonly middle: readonly [from: number, to: number];
}

/** Of the groups whose first young was born in the year. */
export const gainsOfYear = <A extends HerdAnimal>(
  groups: readonly ContemporaryGroup<A>[],
  year: number,
): readonly GroupGain<A>[] =>
  groups.filter(({ from }) => Number(from.slice(0, 4)) === year).map((group) => ({ group, ...spreadOf(group.young) }));

function spreadOf(young: readonly Compared[]): Omit<GroupGain, 'group'> {
  const gains = young.map(({ gramsPerDay }) => gramsPerDay).toSorted((a, b) => a - b);
  return { gains, median: quantile(gains, 0.5), middle: [quantile(gains, 0.25), quantile(gains, 0.75)] };
}
