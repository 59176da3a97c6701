import { toIds } from '#domain/values/to-ids.ts';
import { changed, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deleteBreedingRecords, fieldsOf, listRecordsOf, removeOffspring } from './breeding.queries.ts';

const recordsAtOnce = 200;

/** Called before an animal is deleted: deletes the records of its matings and removes it from the offspring of others. */
export async function deleteRecordsOf(tx: Tx, act: Act, animalId: string, now: Date): Promise<void> {
  const { farmId } = act;
  for (let found = recordsAtOnce; found === recordsAtOnce;) {
    const records = await listRecordsOf(tx, farmId, animalId, recordsAtOnce);
    const isMating = ({ motherId, fatherId }: (typeof records)[number]): boolean => [motherId, fatherId].includes(animalId);
    const matings = records.filter(isMating);
    const births = records.filter((record) => !isMating(record));
    await deleteBreedingRecords(tx, farmId, toIds(matings));
    await removeOffspring(tx, farmId, toIds(births), animalId);
    await logChanges(tx, act, now, [
      ...matings.map((record) => deleted('breedingRecord', record.id, fieldsOf(record))),
      ...births.flatMap(({ id, offspringIds }) =>
        changed('breedingRecord', id, { offspringIds }, { offspringIds: offspringIds.filter((young) => young !== animalId) }),
      ),
    ]);
    found = records.length;
  }
}
