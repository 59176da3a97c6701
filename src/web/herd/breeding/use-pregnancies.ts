import { useQuery } from '@tanstack/react-query';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { type Herd, pregnancies, type Pregnancy, pregnancyKinds } from '#domain/breeding/due-births.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import { animalsQuery, breedingRecordsQuery } from '../data/animals.queries.ts';
import { eventsQuery } from '../data/events.queries.ts';
import { useExposures } from '../data/exposures.queries.ts';

/** This year and the last one, whose births tell how easily a female gave birth before. */
const pastDays = 500;

export const pregnancyEventsQuery = (day: string) =>
  eventsQuery({ kinds: pregnancyKinds, from: `${addDays(day, -pastDays).slice(0, 7)}-01` });

type Known = Required<Herd>;

/** Computed once for all components of a page, not at each of their renders. */
const pregnanciesOf = rememberingLast(
  (
    animals: Known['animals'],
    matings: Known['matings'],
    events: Known['events'],
    exposures: Known['exposures'],
    moves: Known['moves'],
    day: CalendarDate,
  ): readonly Pregnancy[] => pregnancies({ animals, matings, events, exposures, moves }, day),
);

/** The females that may give birth; undefined while they are read. */
export function usePregnancies() {
  const day = today();
  const animals = useQuery(animalsQuery);
  const matings = useQuery(breedingRecordsQuery);
  const events = useQuery(pregnancyEventsQuery(day));
  const { exposures, moves, queries: ofExposures } = useExposures();
  const queries = [animals, matings, events, ...ofExposures];
  const expected =
    animals.data && matings.data && events.data && exposures && moves
      ? pregnanciesOf(animals.data, matings.data, events.data, exposures, moves, day)
      : undefined;
  return {
    day,
    expected,
    events: events.data,
    exposures,
    moves,
    failed: queries.find(({ isError }) => isError),
    retry: () => retryFailed(queries),
  };
}

export const usePregnancyOf = (damId: string): Pregnancy | undefined =>
  usePregnancies().expected?.find((pregnancy) => pregnancy.damId === damId);
