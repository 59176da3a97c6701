import type { ArchivedEvent } from '#contract/archive.ts';
import type { ListName } from '#domain/records/kinds.ts';

/** What other records name by their ids. */
export type Named = 'animals' | 'events' | 'breedingRecords' | ListName;

/** The id that a record has elsewhere, or null if it is not known there. */
export type FindId = (collection: Named, id: string | null) => string | null;

/** The fields of an event's detail that name other records. */
export function referencesOf(event: ArchivedEvent, findId: FindId): object {
  if (event.kind === 'move') return { placeId: findId('places', event.placeId), groupId: findId('groups', event.groupId) };
  if (event.kind === 'treatment' || event.kind === 'vaccination') return { productId: findId('products', event.productId) };
  if (event.kind === 'fostering') return { rearedById: findId('animals', event.rearedById) };
  if (event.kind === 'heat') return { sireId: findId('animals', event.sireId) };
  if (event.kind !== 'birth') return {};
  return {
    sireId: findId('animals', event.sireId),
    breedingId: findId('breedingRecords', event.breedingId),
    young: event.young.map((young) => ({ ...young, id: findId('animals', young.id) })),
  };
}
