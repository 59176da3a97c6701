import type { BreedingRecord } from '#contract/breeding.ts';
import { sharesParent, validateParentsBorn, validateBreedingDates, validatePair, type ParentIds } from '#domain/breeding.ts';
import { latestToday } from '#domain/dates.ts';
import { unknownParentMessage } from '#domain/parentage.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem, type FieldError } from '#server/problem.ts';
import { hasMated, isYoungOfOthers, listRelatives, type Relative } from './breeding.queries.ts';

/** A breeding record as a write would leave it. */
export type Draft = Readonly<Omit<BreedingRecord, 'id' | 'version' | 'createdAt'>>;

type Family = ReadonlyMap<string, Relative>;

/** The farm's animals that the draft names. */
export async function readFamily(tx: Tx, farmId: FarmId, { fatherId, motherId, offspringIds }: Draft): Promise<Family> {
  const relatives = await listRelatives(tx, farmId, [fatherId, motherId, ...offspringIds]);
  return new Map(relatives.map((relative) => [relative.id, relative]));
}

/** Refuses a draft that does not fit the animals or the calendar. `before`: the record as it is stored. */
export function refuseFaults(
  draft: Draft,
  family: Family,
  before: Draft | undefined,
  now: Date,
): { father: Relative; mother: Relative } {
  const [father, mother] = [family.get(draft.fatherId), family.get(draft.motherId)];
  const errors = [
    ...(father ? [] : [{ path: 'fatherId', message: unknownParentMessage('father') }]),
    ...(mother ? [] : [{ path: 'motherId', message: unknownParentMessage('mother') }]),
    ...(father && mother ? pairFaults(father, mother) : []),
    ...dateFaults(draft, now),
    ...(father && mother ? birthFaults(draft, { father, mother }, before) : []),
    ...offspringFaults(draft, family, new Set(before?.offspringIds)),
  ];
  if (errors.length > 0 || !father || !mother) throw new Problem('request.invalid', { errors });
  return { father, mother };
}

function pairFaults(father: Relative, mother: Relative): FieldError[] {
  const fault = validatePair({ father, mother });
  return fault ? [{ path: `${fault.role}Id`, message: fault.message }] : [];
}

function dateFaults(draft: Draft, now: Date): FieldError[] {
  const fault = validateBreedingDates(draft, latestToday(now));
  return fault ? [{ path: fault.field, message: fault.message }] : [];
}

/** Of a record that was stored before this was asked, everything else can still be changed. */
function birthFaults(draft: Draft, pair: { father: Relative; mother: Relative }, before: Draft | undefined): FieldError[] {
  const isAsBefore = before && pairing.every((field) => before[field] === draft[field]);
  const message = isAsBefore ? undefined : validateParentsBorn(pair, draft.breedingDate);
  return message === undefined ? [] : [{ path: 'breedingDate', message }];
}

const pairing = ['fatherId', 'motherId', 'breedingDate'] as const;

/** Chosen offspring are active and the farm's; those recorded before may have been sold or have died since. */
function offspringFaults({ offspringIds, ...pair }: Draft, family: Family, recorded: ReadonlySet<string>): FieldError[] {
  const why = offspringIds
    .map((id) => validateOffspring(family.get(id), pair, recorded.has(id)))
    .find((fault) => fault !== undefined);
  return why === undefined ? [] : [{ path: 'offspringIds', message: why }];
}

function validateOffspring(young: Relative | undefined, pair: ParentIds, isRecorded: boolean): string | undefined {
  if (!young || (young.isReference && !isRecorded)) return 'Offspring not found';
  if (young.id === pair.motherId || young.id === pair.fatherId) return 'An animal cannot be its own offspring';
  if (!sharesParent(young, pair)) return 'Offspring must have the mother or the father of this record';
  if (young.status !== 'active' && !isRecorded) return 'Offspring must be an active animal';
  return undefined;
}

/** An animal as a change would leave it. */
export interface ChangedAnimal {
  readonly id: string;
  readonly fields: ParentIds;
  readonly changed: ReadonlySet<string>;
}

/** What breeding records say of an animal must stay true when the animal changes. */
export async function breedingFaults(tx: Tx, farmId: FarmId, { id, fields, changed }: ChangedAnimal): Promise<FieldError[]> {
  const mateField = ['sex', 'species'].find((field) => changed.has(field));
  if (mateField !== undefined && (await hasMated(tx, farmId, id))) {
    return [{ path: mateField, message: `It has breeding records, so its ${mateField} cannot change` }];
  }
  const parentField = ['motherId', 'fatherId'].find((field) => changed.has(field));
  if (parentField === undefined) return [];
  return (await isYoungOfOthers(tx, farmId, id, fields))
    ? [{ path: parentField, message: 'A breeding record names it as offspring of its parents. Change that record first' }]
    : [];
}
