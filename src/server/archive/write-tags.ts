import { maxTagsPerAnimal } from '#domain/animal-tags.ts';
import { countTags, type NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import { countsAgainstCap } from '#server/animals/animal-cap.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Db } from '#server/db/connect.ts';
import { listEidHolders } from '#server/journal/eids-in-use.queries.ts';
import { toTagRow, type RecordIds } from './archived-rows.ts';
import type { FarmRecords } from './read-records.ts';

/** Leaves out EIDs that another present animal has in use, and numbers beyond an animal's limit. Resolves with the number of written tags. */
export async function writeTags(
  db: Db,
  farmId: FarmId,
  animals: FarmRecords['animals'],
  { missing, ids }: { readonly missing: FarmRecords['animalTags']; readonly ids: RecordIds },
  insert: (rows: readonly NewTagRow[]) => Promise<void>,
): Promise<number> {
  // An existing animal may have returned to the farm since the archive was made.
  const present = new Set(
    animals.flatMap((animal) => (countsAgainstCap(animal) || ids.animals.exists(animal.id) ? ids.animals.of(animal.id) : [])),
  );
  const inUse = new Set<string>();
  const counts = new Map<string, number>();
  let added = 0;
  for (const slice of slicesOf(missing)) {
    const rows = slice.map((tag) => toTagRow(ids, tag));
    const numbers = rows.map((row) => row.number_key);
    for (const { eid } of await listEidHolders(db, farmId, numbers)) inUse.add(eid);
    const others = rows.map((row) => row.animal_id).filter((id) => !counts.has(id));
    for (const { animalId, tags } of await countTags(db, farmId, others)) counts.set(animalId, tags);
    const valid = rows.filter((row) => {
      const count = counts.get(row.animal_id) ?? 0;
      const isInUse = row.kind === 'eid' && row.to_day === null && present.has(row.animal_id);
      if (count >= maxTagsPerAnimal || (isInUse && inUse.has(row.number_key))) return false;
      counts.set(row.animal_id, count + 1);
      if (isInUse) inUse.add(row.number_key);
      return true;
    });
    await insert(valid);
    added += valid.length;
  }
  return added;
}
