import type { BreedingRecord } from '#contract/breeding.ts';
import {
  sharesParent,
  validateParentsBorn,
  validateBreedingDates,
  validatePair,
  type ParentIds,
} from '#domain/records/breeding.ts';
import { latestToday } from '#domain/values/dates.ts';
import { unknownParentMessage } from '#domain/records/parentage.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem, type FieldError } from '#server/problem.ts';
import { hasMated, isOffspringOfOthers, listRelatives, type Relative } from './breeding.queries.ts';

export type Draft = Readonly<Omit<BreedingRecord, 'id' | 'version' | 'createdAt'>>;

type Relatives = ReadonlyMap<string, Relative>;

export async function readRelatives(tx: Tx, farmId: FarmId, { fatherId, motherId, offspringIds }: Draft): Promise<Relatives> {
  const relatives = await listRelatives(tx, farmId, [fatherId, motherId, ...offspringIds]);
  return new Map(relatives.map((relative) => [relative.id, relative]));
}

export function ensureValid(
  draft: Draft,
  relatives: Relatives,
  before: Draft | undefined,
  now: Date,
): { father: Relative; mother: Relative } {
  const [father, mother] = [relatives.get(draft.fatherId), relatives.get(draft.motherId)];
  const errors = [
    ...(father ? [] : [{ path: 'fatherId', message: unknownParentMessage('father') }]),
    ...(mother ? [] : [{ path: 'motherId', message: unknownParentMessage('mother') }]),
    ...(father && mother ? validatePairFields(father, mother) : []),
    ...validateDates(draft, now),
    ...(father && mother ? validateBirths(draft, { father, mother }, before) : []),
    ...validateAllOffspring(draft, relatives, new Set(before?.offspringIds)),
  ];
  if (errors.length > 0 || !father || !mother) throw new Problem('request.invalid', { errors });
  return { father, mother };
}

function validatePairFields(father: Relative, mother: Relative): FieldError[] {
  const violation = validatePair({ father, mother });
  return violation ? [{ path: `${violation.role}Id`, message: violation.message }] : [];
}

function validateDates(draft: Draft, now: Date): FieldError[] {
  const violation = validateBreedingDates(draft, latestToday(now));
  return violation ? [{ path: violation.field, message: violation.message }] : [];
}

/** Records from before this rule was introduced may still be changed in other fields. */
function validateBirths(draft: Draft, pair: { father: Relative; mother: Relative }, before: Draft | undefined): FieldError[] {
  const isUnchanged = before && pairFields.every((field) => before[field] === draft[field]);
  const message = isUnchanged ? undefined : validateParentsBorn(pair, draft.breedingDate);
  return message === undefined ? [] : [{ path: 'breedingDate', message }];
}

const pairFields = ['fatherId', 'motherId', 'breedingDate'] as const;

/** New offspring must be active animals of the farm; recorded ones may have been sold or have died since. */
function validateAllOffspring(
  { offspringIds, ...pair }: Draft,
  relatives: Relatives,
  recorded: ReadonlySet<string>,
): FieldError[] {
  const message = offspringIds
    .map((id) => validateOffspring(relatives.get(id), pair, recorded.has(id)))
    .find((violation) => violation !== undefined);
  return message === undefined ? [] : [{ path: 'offspringIds', message: message }];
}

function validateOffspring(offspring: Relative | undefined, pair: ParentIds, isRecorded: boolean): string | undefined {
  if (!offspring || (offspring.isReference && !isRecorded)) return 'Offspring not found';
  if (offspring.id === pair.motherId || offspring.id === pair.fatherId) return 'An animal cannot be its own offspring';
  if (!sharesParent(offspring, pair)) return 'Offspring must have the mother or the father of this record';
  if (offspring.status !== 'active' && !isRecorded) return 'Offspring must be an active animal';
  return undefined;
}

export interface ChangedAnimal {
  readonly id: string;
  readonly fields: ParentIds;
  readonly changed: ReadonlySet<string>;
}

export async function validateAgainstBreeding(
  tx: Tx,
  farmId: FarmId,
  { id, fields, changed }: ChangedAnimal,
): Promise<FieldError[]> {
  const mateField = ['sex', 'species'].find((field) => changed.has(field));
  if (mateField !== undefined && (await hasMated(tx, farmId, id))) {
    return [{ path: mateField, message: `It has breeding records, so its ${mateField} cannot change` }];
  }
  const parentField = ['motherId', 'fatherId'].find((field) => changed.has(field));
  if (parentField === undefined) return [];
  return (await isOffspringOfOthers(tx, farmId, id, fields))
    ? [{ path: parentField, message: 'A breeding record names it as offspring of its parents. Change that record first' }]
    : [];
}
