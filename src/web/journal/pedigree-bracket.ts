import type { Animal } from '#contract/animals.ts';
import { capitalized } from '#domain/values/text.ts';

/** A position in the bracket, with a letter for each generation back: `sd` is the dam of the sire. */
export interface Place {
  readonly position: string;
  /** `Dam of sire` */
  readonly role: string;
  readonly animal: Animal | undefined;
  /** Also appears in another position. */
  readonly isRepeated: boolean;
  /** Row numbers from 1; there are as many rows as positions in the last generation. */
  readonly row: number;
  readonly rows: number;
}

type Find = (id: string) => Animal | undefined;

const words: Readonly<Record<string, string>> = { s: 'sire', d: 'dam' };

function roleOf(position: string): string {
  const role = position
    .split('')
    .toReversed()
    .map((letter) => words[letter])
    .join(' of ');
  return capitalized(role);
}

/** The number of generations with known ancestors, at most `most`. */
export function knownGenerations(animal: Animal, find: Find, most: number): number {
  let line: readonly Animal[] = [animal];
  for (let generation = 0; generation < most; generation += 1) {
    const parents = line.flatMap(({ fatherId, motherId }) =>
      [fatherId, motherId].flatMap((id) => (id === null ? [] : (find(id) ?? []))),
    );
    if (parents.length === 0) return generation;
    line = [...new Set(parents)];
  }
  return most;
}

/** Ordered by generation, sires' sides first. An unknown ancestor has no further ancestors. */
export function bracketOf(animal: Animal, find: Find, generations: number): readonly Place[] {
  const found: Omit<Place, 'isRepeated'>[] = [];
  let line: { readonly of: Animal; readonly position: string; readonly row: number }[] = [{ of: animal, position: '', row: 1 }];
  for (let generation = 1; generation <= generations; generation += 1) {
    const rows = 2 ** (generations - generation);
    const places = line.flatMap(({ of, position, row }) =>
      [
        { id: of.fatherId, position: `${position}s`, row },
        { id: of.motherId, position: `${position}d`, row: row + rows },
      ].map(({ id, ...place }) => ({ ...place, rows, role: roleOf(place.position), animal: id === null ? undefined : find(id) })),
    );
    found.push(...places);
    line = places.flatMap(({ animal: of, position, row }) => (of ? [{ of, position, row }] : []));
  }
  const counts = Map.groupBy(found, (place) => place.animal?.id);
  return found.map((place) => ({
    ...place,
    isRepeated: place.animal !== undefined && (counts.get(place.animal.id)?.length ?? 0) > 1,
  }));
}
