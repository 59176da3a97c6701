import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Exposure } from '#contract/exposures.ts';
import type { Product } from '#contract/products.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { staysOf } from '#domain/breeding/exposures.ts';
import { checkupDewormings, dewormingsOf } from '#domain/journal/parasites.ts';
import { type Factors, factorSetsOf } from '#domain/performance/adjusted-weights.ts';
import { growthOf } from '#domain/performance/growth-of-young.ts';
import { littersOf, rearingOf } from '#domain/performance/litters.ts';
import { damRecords, sireRecords } from '#domain/performance/parents.ts';
import { milkRecords } from '#domain/performance/lactations.ts';
import type { SeasonRecords } from '#domain/performance/season.ts';
import type { EventKind } from '#domain/records/events.ts';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { animalsQuery, breedingRecordsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { useExposureList } from '#web/herd/data/exposures.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';

const yearDays = 365;

const milkKinds = ['milking', 'dryOff'] as const;

const lifeKinds = ['birth', 'fostering', 'death', 'abortion', 'sale', 'slaughter'] as const;

/** Computed once for this screen and the animals' pages. */
export const performanceOf = rememberingLast(
  (
    herd: readonly Animal[],
    outside: readonly Animal[],
    events: readonly EventOf<(typeof lifeKinds)[number]>[],
    matings: readonly BreedingRecord[],
    exposures: readonly Exposure[],
    moves: readonly EventOf<'move'>[],
    health: readonly EventOf<'scores' | 'treatment' | 'checkup'>[],
    milk: readonly EventOf<(typeof milkKinds)[number]>[],
    products: readonly Product[],
    expected: readonly Pregnancy[],
    sheepFactors: Factors | null,
    day: CalendarDate,
  ) => {
    const animals = [...herd, ...outside];
    const kindOf = new Map(animals.map((animal) => [animal.id, animal.sex]));
    const history = {
      animals,
      births: ofKind(events, 'birth'),
      fosterings: ofKind(events, 'fostering'),
      deaths: ofKind(events, 'death'),
      slaughters: ofKind(events, 'slaughter'),
    };
    const factors = factorSetsOf(sheepFactors);
    const litters = littersOf(history);
    const rearing = rearingOf(history);
    const growth = growthOf({ history, litters, rearing }, factors);
    const known: SeasonRecords<Animal> = {
      history,
      litters,
      rearing,
      growth,
      matings,
      stays: staysOf(exposures, moves, (id) => kindOf.get(id) === 'female'),
      scores: ofKind(health, 'scores'),
      dewormings: [...dewormingsOf(ofKind(health, 'treatment'), products), ...checkupDewormings(ofKind(health, 'checkup'))],
      abortions: ofKind(events, 'abortion'),
      expected,
      sales: [...ofKind(events, 'sale'), ...ofKind(events, 'slaughter')],
      milk: milkRecords({ births: litters, milkings: ofKind(milk, 'milking'), driedOff: ofKind(milk, 'dryOff') }),
      today: day,
    };
    return { factors, growth, known, dams: damRecords(known), sires: sireRecords(known) };
  },
);

export type Performance = ReturnType<typeof performanceOf>;

const ofKind = <K extends EventKind>(events: readonly RecordedEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

/** `data` is undefined while it is being read. */
export function usePerformance() {
  const day = today();
  const { sheepFactors } = useBreedingRules();
  const herd = useQuery(animalsQuery);
  const outside = useQuery(outsideParentsQuery);
  const events = useQuery(eventsQuery({ kinds: lifeKinds }));
  const matings = useQuery(breedingRecordsQuery);
  const { exposures, queries: ofExposures } = useExposureList();
  const moves = useQuery(eventsQuery({ kinds: ['move'] }));
  const health = useQuery(eventsQuery({ kinds: ['scores', 'treatment', 'checkup'], from: addDays(day, -yearDays) }));
  const milk = useQuery(eventsQuery({ kinds: milkKinds }));
  const products = useQuery(productsQuery);
  const pregnancies = usePregnancies();
  const queries = [herd, outside, events, matings, ...ofExposures, moves, health, milk, products];
  const isRead =
    herd.data &&
    outside.data &&
    events.data &&
    matings.data &&
    exposures &&
    moves.data &&
    health.data &&
    milk.data &&
    products.data &&
    pregnancies.expected;
  return {
    data: isRead
      ? performanceOf(
          herd.data,
          outside.data,
          events.data,
          matings.data,
          exposures,
          moves.data,
          health.data,
          milk.data,
          products.data,
          pregnancies.expected ?? [],
          sheepFactors,
          day,
        )
      : undefined,
    failed: queries.find(({ isError, data }) => isError && !data) ?? (pregnancies.expected ? undefined : pregnancies.failed),
    retry: () => {
      retryFailed(queries);
      pregnancies.retry();
    },
  };
}
