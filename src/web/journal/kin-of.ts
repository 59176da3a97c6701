import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { capitalized } from '#domain/values/text.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';

export interface KinGroup {
  readonly title: string;
  readonly animals: readonly Animal[];
}

/**
 * Siblings, each once by the closest relation, and descendants by generation, each in the nearest one. Empty groups are left out.
 */
export function kinOf(animal: Animal, animals: readonly Animal[]): readonly KinGroup[] {
  const { id, motherId, fatherId, species } = animal;
  const others = animals.filter((other) => other.id !== id);
  const isByDam = (other: Animal) => motherId !== null && other.motherId === motherId;
  const isBySire = (other: Animal) => fatherId !== null && other.fatherId === fatherId;
  const siblings = [
    { title: 'Full siblings', animals: others.filter((other) => isByDam(other) && isBySire(other)) },
    { title: 'Half siblings by the dam', animals: others.filter((other) => isByDam(other) && !isBySire(other)) },
    { title: 'Half siblings by the sire', animals: others.filter((other) => isBySire(other) && !isByDam(other)) },
  ];
  const young = speciesTerms[species].young.toLowerCase();
  const names = [`${capitalized(young)}s`, `Grand${young}s`, `Great-grand${young}s`];
  const descendants = generationsAfter(id, animals).map((those, index) => ({
    title: names[index] ?? `Generation ${index + 1} after`,
    animals: those,
  }));
  return [...siblings, ...descendants].flatMap((group) =>
    group.animals.length === 0 ? [] : { ...group, animals: group.animals.toSorted(byTag) },
  );
}

function generationsAfter(id: string, animals: readonly Animal[]): readonly (readonly Animal[])[] {
  const youngOf = new Map<string, Animal[]>();
  for (const animal of animals) {
    for (const parent of new Set([animal.motherId, animal.fatherId])) {
      if (parent !== null) youngOf.set(parent, [...(youngOf.get(parent) ?? []), animal]);
    }
  }
  const seen = new Set([id]);
  const generations: Animal[][] = [];
  for (let line = [id]; line.length > 0;) {
    const next = line.flatMap((parent) => youngOf.get(parent) ?? []).filter((young) => !seen.has(young.id) && seen.add(young.id));
    if (next.length > 0) generations.push(next);
    line = next.map((young) => young.id);
  }
  return generations;
}
