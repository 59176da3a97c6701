import { uuidv7 } from 'uuidv7';
import type { AnimalTag, AnimalTagChange, NewAnimalTag } from '#contract/animal-tags.ts';
import { latestToday } from '#domain/values/dates.ts';
import { maxTagsPerAnimal, validateAnimalTag } from '#domain/records/animal-tags.ts';
import { numberKey } from '#domain/animals/tags.ts';
import { animalTagFields, changedTag, newTag, type AnimalTagFields } from '#domain/records/animal-tag.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { changed, created, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { listEidHolders } from '#server/journal/eids-in-use.queries.ts';
import { Problem } from '#server/problem.ts';
import {
  deleteTagRows,
  findAnimalTag,
  findTagged,
  insertAnimalTags,
  listUnchangedTags,
  newTagRow,
  updateAnimalTag,
} from './animal-tags.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export function addAnimalTag({ db, now }: Needs, act: Act, { id = uuidv7(), ...input }: NewAnimalTag): Promise<AnimalTag> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, 'animal_tags', farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const fields = newTag(input);
      const { tags } = await ensureValid(tx, farmId, { id, fields }, moment);
      if (tags >= maxTagsPerAnimal) {
        throw Problem.field('number', `An animal has at most ${maxTagsPerAnimal} numbers. Delete one of them first.`);
      }
      const row = newTagRow(id, fields, { createDigest, now: moment.toISOString() });
      const isNew = await insertAnimalTags(tx, farmId, [row]);
      if (isNew) await logChanges(tx, act, moment, [created('animalTag', id)]);
      return isNew;
    });
    return readAnimalTag(tx, farmId, id);
  });
}

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeAnimalTag(
  { db, now }: Needs,
  act: Act,
  id: string,
  { version, ...input }: AnimalTagChange,
): Promise<AnimalTag> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await readAnimalTag(tx, farmId, id);
    const before = fieldsOf(stored);
    const after = changedTag(before, input);
    const changes = changed('animalTag', id, before, after);
    if (changes.length === 0) return stored;
    if (version !== undefined && version !== stored.version) throw new Problem('record.stale');
    const moment = now();
    await ensureValid(tx, farmId, { id, fields: after }, moment);
    await updateAnimalTag(tx, farmId, id, before, after);
    await logChanges(tx, act, moment, changes);
    return readAnimalTag(tx, farmId, id);
  });
}

export function deleteAnimalTag({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const [tag] = await deleteTagRows(tx, farmId, 'id', [id]);
    if (!tag) throw new Problem('tags.not_found');
    await logChanges(tx, act, now(), [deletedTag(tag)]);
  });
}

/** Called before their animals are deleted, because the cascade would not be logged. */
export async function deleteTagsOf(tx: Tx, act: Act, animalIds: readonly string[], now: Date): Promise<void> {
  const tags = await deleteTagRows(tx, act.farmId, 'animal_id', animalIds);
  await logChanges(tx, act, now, tags.map(deletedTag));
}

/** Tags that were changed since, or whose animals are kept, stay. Resolves with the number of these. */
export async function listTagsOfImport(tx: Tx, farmId: FarmId, importId: string, keep: ReadonlySet<string>): Promise<string[]> {
  const tags = await listUnchangedTags(tx, farmId, importId);
  return tags.flatMap(({ id, animalId }) => (keep.has(animalId) ? [] : id));
}

export async function deleteTagsById(tx: Tx, act: Act, ids: readonly string[], now: Date): Promise<void> {
  const removed = await deleteTagRows(tx, act.farmId, 'id', ids);
  await logChanges(tx, act, now, removed.map(deletedTag));
}

const deletedTag = ({ id, ...fields }: AnimalTagFields & { readonly id: string }) => deleted('animalTag', id, fields);

const fieldsOf = (tag: AnimalTag): AnimalTagFields =>
  Object.fromEntries(fieldNames(animalTagFields).map((name) => [name, tag[name]])) as unknown as AnimalTagFields;

async function readAnimalTag(tx: Tx, farmId: FarmId, id: string): Promise<AnimalTag> {
  const tag = await findAnimalTag(tx, farmId, id);
  if (!tag) throw new Problem('tags.not_found');
  return tag;
}

interface Draft {
  readonly id: string;
  readonly fields: AnimalTagFields;
}

/** Resolves with the number of tags that the animal has. */
async function ensureValid(tx: Tx, farmId: FarmId, { id, fields }: Draft, now: Date): Promise<{ tags: number }> {
  const violation = validateAnimalTag(fields, latestToday(now));
  if (violation) throw Problem.field(violation.field, violation.message);
  const { animalId, kind, number, toDay } = fields;
  const animal = await findTagged(tx, farmId, animalId);
  if (!animal) throw Problem.field('animalId', 'Your farm has no such animal');
  const isInUse = kind === 'eid' && toDay === null && animal.status === 'active' && !animal.isReference;
  const holders = isInUse ? await listEidHolders(tx, farmId, [numberKey(number)]) : [];
  const other = holders.find(({ tagId }) => tagId !== id);
  if (other) throw Problem.field('number', inUseMessage(other, animalId));
  return { tags: Number(animal.tags) };
}

const inUseMessage = (other: { animalId: string; tagNumber: string }, animalId: string): string =>
  other.animalId === animalId
    ? 'This animal already has this EID.'
    : `Your animal ${other.tagNumber} has this EID. End it there first, or check the number.`;
