import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { statusAfter } from '#domain/journal/departures.ts';
import { today } from '#web/lib/text/today.ts';
import { animalStatesQuery } from './data/animals.queries.ts';
import { statusLabels } from './animal/animal-labels.ts';
import { dayText } from './day-text.ts';

const verbs = { sale: 'sold', death: 'died', slaughter: 'slaughtered', loan: 'lent' } as const;

/** `Slaughtered` where that is recorded, since `Died` says something else; otherwise the status. */
export function useStatusWord({ id, status }: Pick<Animal, 'id' | 'status'>): string {
  const { data: states = [] } = useQuery({ ...animalStatesQuery, enabled: status === 'died' });
  const isSlaughtered = status === 'died' && states.find(({ animalId }) => animalId === id)?.left?.kind === 'slaughter';
  return isSlaughtered ? 'Slaughtered' : statusLabels[status];
}

/** How and when an animal left, such as `died Thu, Nov 12`. Read when first needed. */
export function useDepartures(enabled: boolean): (animal: Pick<Animal, 'id' | 'status'>) => string {
  const { data: states = [] } = useQuery({ ...animalStatesQuery, enabled });
  return ({ id, status }) => {
    const left = states.find(({ animalId }) => animalId === id)?.left;
    return left && statusAfter[left.kind] === status ? `${verbs[left.kind]} ${dayText(left.day, today())}` : status;
  };
}
