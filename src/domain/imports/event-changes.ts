import { isForGood } from '../journal/departures.ts';
import type { Patch } from './changes.ts';
import type { EventRow } from './event-draft.ts';
import type { KnownAnimal } from './herd.ts';
import type { AnimalUpdate } from './planned-animals.ts';

/** The animals that what happened to them takes off the farm or makes wethers. */
export function changesOfEvents(rows: readonly EventRow[]): AnimalUpdate[] {
  const found = new Map<KnownAnimal, AnimalUpdate>();
  for (const row of rows) {
    const { number, animal } = row;
    const known = animal?.known;
    const patch = known && patchOf(row, known);
    if (!known || !patch || Object.keys(patch).length === 0) continue;
    const earlier = found.get(known);
    found.set(known, { number, animal, known, mother: null, father: null, ...earlier, patch: { ...patch, ...earlier?.patch } });
  }
  return [...found.values()];
}

function patchOf({ events }: EventRow, { status, forSale, castratedOn }: KnownAnimal): Patch {
  const left = status === 'active' ? events.find(isForGood) : undefined;
  const castration = castratedOn === null ? events.find(({ kind }) => kind === 'castration') : undefined;
  return {
    ...(left && { status: left.kind === 'sale' ? 'sold' : 'died', ...(forSale && { forSale: false }) }),
    ...(castration && { castratedOn: castration.day }),
  };
}
