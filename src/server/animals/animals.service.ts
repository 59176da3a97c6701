import { uuidv7 } from 'uuidv7';
import type { Animal, AnimalChange, NewAnimal } from '#contract/animals.ts';
import type { Deps } from '#server/deps.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import { countsAgainstCap, ensureRoomFor } from './animal-cap.ts';
import { validateAnimal, type Draft } from './animal-validation.ts';
import {
  changeFields,
  completeFields,
  changesSale,
  differingFields,
  fieldsOf,
  fromRequest,
  newAnimalRow,
  toColumns,
} from './animal-fields.ts';
import { clearParent, deleteAnimalRow, deleteManyRecords, findAnimal, insertAnimal, updateAnimal } from './animals.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;
type MemberAct = Act & Pick<InFarm, 'rights'>;

export async function readAnimal(db: Deps['db'] | Tx, farmId: FarmId, id: string): Promise<Animal> {
  const animal = await findAnimal(db, farmId, id);
  if (!animal) throw new Problem('animals.not_found');
  return animal;
}

export function addAnimal({ db, now }: Needs, act: MemberAct, { id = uuidv7(), ...input }: NewAnimal): Promise<Animal> {
  const { farmId, rights } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    let added: Animal | undefined;
    await createOnce(tx, 'animals', farmId, { id, ...input }, async (createDigest) => {
      const fields = completeFields(fromRequest(input));
      const moment = now();
      const changed = new Set(Object.keys(fields) as (keyof typeof fields)[]);
      if (changesSale(fields)) ensureRight(rights, 'manage');
      await ensureValid(tx, farmId, { id, fields, changed, isNew: true }, moment);
      await ensureRoomFor(tx, farmId, { active: countsAgainstCap(fields) ? 1 : 0, animals: 1 });
      added = await insertAnimal(tx, farmId, newAnimalRow(id, fields, { createDigest, now: moment.toISOString() }));
      return added !== undefined;
    });
    return added ?? readAnimal(tx, farmId, id);
  });
}

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeAnimal(
  { db, now }: Needs,
  act: MemberAct,
  id: string,
  { version, ...input }: AnimalChange,
): Promise<Animal> {
  const { farmId, rights } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await readAnimal(tx, farmId, id);
    const before = fieldsOf(stored);
    const fields = changeFields(before, fromRequest(input));
    const changed = differingFields(before, fields);
    if (changed.size === 0) return stored;
    if (changesSale(fields, before)) ensureRight(rights, 'manage');
    if (version !== undefined && version !== stored.version) throw new Problem('record.stale');

    const moment = now();
    await ensureValid(tx, farmId, { id, fields, changed }, moment);
    if (countsAgainstCap(fields) && !countsAgainstCap(before)) await ensureRoomFor(tx, farmId, { active: 1 });
    await updateAnimal(tx, farmId, id, toColumns(fields, changed), moment.toISOString());
    return readAnimal(tx, farmId, id);
  });
}

export function deleteAnimal({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    await clearParent(tx, farmId, id, now().toISOString());
    await deleteManyRecords(tx, farmId, id);
    if (!(await deleteAnimalRow(tx, farmId, id))) throw new Problem('animals.not_found');
  });
}

async function ensureValid(tx: Tx, farmId: FarmId, draft: Draft, now: Date): Promise<void> {
  const errors = await validateAnimal(tx, farmId, draft, now);
  if (errors.length > 0) throw new Problem('request.invalid', { errors });
}
