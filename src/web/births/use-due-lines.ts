import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { groupsQuery, placesQuery, useEntryNames } from '#web/farm-lists/lists.data.ts';
import { animalsQuery, animalStatesQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import type { EventOf } from '#web/herd/data/events.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import type { DueLine } from './due-row.tsx';

export const easeWords = ['alone', 'a little', 'helped', 'hard', 'vet'] as const;

export interface Where {
  readonly id: string;
  readonly name: string;
}

/** The names of an animal's place and groups. */
function useWhere() {
  const { data: states = [], isPending } = useQuery(animalStatesQuery);
  const nameOf = useEntryNames();
  const isNamePending = [useQuery(placesQuery), useQuery(groupsQuery)].some((query) => query.isPending);
  const whereabouts = new Map(
    states.map(({ animalId, placeId, groupIds }) => [
      animalId,
      [placeId ?? [], groupIds].flat().flatMap((id) => {
        const name = nameOf(id);
        return name === undefined ? [] : { id, name };
      }),
    ]),
  );
  const whereOf = (animalId: string): readonly Where[] => whereabouts.get(animalId) ?? [];
  return { whereOf, isPending: isPending || isNamePending };
}

/** The lines for all females that may give birth; undefined while they, or where they are, are read. */
export function useDueLines() {
  const { expected, events, ...rest } = usePregnancies();
  const { data: herd = [] } = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const { whereOf, isPending } = useWhere();
  const animals = new Map([...outside, ...herd].map((animal) => [animal.id, animal]));
  const lastBirths = new Map<string, EventOf<'birth'>>();
  for (const event of (events ?? []).toReversed()) if (event.kind === 'birth') lastBirths.set(event.animalId, event);
  const lineOf = (dam: Animal, pregnancy?: Pregnancy): DueLine => {
    const sires = (pregnancy?.sireIds ?? []).flatMap((id) => animals.get(id)?.tagNumber ?? []);
    const ease = lastBirths.get(dam.id)?.ease ?? null;
    return {
      dam,
      pregnancy,
      facts: [
        ...(pregnancy?.check?.count ? [`scanned ${pregnancy.check.count}`] : []),
        ...whereOf(dam.id).map(({ name }) => name),
        ...(sires.length === 0 ? [] : [`by ${sires.join(' or ')}`]),
        ...(ease === null ? [] : [`last time ${easeWords[ease - 1]}`]),
      ],
    };
  };
  const lines = (isPending ? undefined : expected)?.flatMap((pregnancy) => {
    const dam = animals.get(pregnancy.damId);
    return dam ? [lineOf(dam, pregnancy)] : [];
  });
  return { ...rest, lines, lineOf, whereOf, herd, events };
}
