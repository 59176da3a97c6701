import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { earliestDate } from '#domain/dates.ts';
import { today } from '#web/lib/today.ts';
import { dayText } from './day-text.ts';
import { eventsQuery } from './events.queries.ts';

const verbs = { sale: 'sold', death: 'died', slaughter: 'slaughtered' } as const;
const kinds = ['sale', 'death', 'slaughter'] as const;

const departuresQuery = eventsQuery({ kinds, from: earliestDate });

/** How and when an animal left, such as `died Thu, Nov 12`. Read when first needed. */
export function useDepartures(enabled: boolean): (animal: Pick<Animal, 'id' | 'status'>) => string {
  const { data: events = [] } = useQuery({ ...departuresQuery, enabled });
  return ({ id, status }) => {
    // Newest first: an animal may have come back and left again.
    const event = events.find(({ animalId }) => animalId === id);
    const verb = event && verbs[event.kind];
    return event && (verb === status || verb === 'slaughtered') ? `${verb} ${dayText(event.day, today())}` : status;
  };
}
