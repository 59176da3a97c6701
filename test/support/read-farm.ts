import type { RecordedEvent } from '#contract/events.ts';
import { pregnancies, pregnancyKinds } from '#domain/breeding/due-births.ts';
import { seasonsOf } from '#domain/performance/season.ts';
import type { EventKind } from '#domain/records/events.ts';
import { performanceOf } from '#web/performance/use-performance.ts';
import { today } from '#web/lib/text/today.ts';
import type { Person } from './engines.ts';

/** Of these kinds. */
export const ofKind = <K extends EventKind>(events: readonly RecordedEvent[], ...kinds: readonly K[]) =>
  events.filter((event): event is Extract<RecordedEvent, { kind: K }> => (kinds as readonly string[]).includes(event.kind));

/** All that the screens read. */
export async function readFarm(person: Person) {
  const day = today();
  const [animals, outside, matings, exposures, states, products, groups, places] = await Promise.all([
    person.call('listAnimals'),
    person.call('listReferenceAnimals'),
    person.call('listBreedingRecords'),
    person.call('listExposures'),
    person.call('listAnimalStates'),
    person.call('listProducts'),
    person.call('listGroups'),
    person.call('listPlaces'),
  ]);
  const events: RecordedEvent[] = [];
  for (const { id } of animals) events.push(...(await person.call('listEvents', { query: { animalId: id, limit: 1000 } })));
  const moves = ofKind(events, 'move');
  const expected = pregnancies({ animals, matings, events: ofKind(events, ...pregnancyKinds), exposures, moves }, day);
  const performance = performanceOf(
    animals,
    outside,
    ofKind(events, 'birth', 'fostering', 'death', 'abortion', 'sale', 'slaughter'),
    matings,
    exposures,
    moves,
    ofKind(events, 'scores', 'treatment', 'checkup'),
    ofKind(events, 'milking', 'dryOff'),
    products,
    expected,
    null,
    day,
  );
  const seasons = seasonsOf(performance.known, () => true);
  return { day, animals, matings, states, groups, places, events, expected, performance, seasons };
}
