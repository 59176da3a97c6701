import { earliestBirth, validateBirth } from '#domain/animals.ts';
import { latestToday, type CalendarDate } from '#domain/dates.ts';
import {
  ownAncestorMessage,
  validateParent,
  parentViolationMessage,
  unknownParentMessage,
  youngerParentMessage,
  type ParentRole,
} from '#domain/parentage.ts';
import { breedingFaults } from '#server/breeding/breeding-faults.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isOwnPicture } from '#server/files/files.queries.ts';
import type { FieldError } from '#server/problem.ts';
import type { AnimalFields } from './animal-fields.ts';
import { findKin, firstRecordOf, hasChildBornBefore, hasChildren, isSelfOrAncestor } from './animals.queries.ts';

/** An animal as a write would leave it. */
export interface Draft {
  readonly id: string;
  readonly fields: AnimalFields;
  readonly changed: ReadonlySet<keyof AnimalFields>;
  /** Not stored yet: it has neither children nor records that could speak against it. */
  readonly isNew?: boolean;
}

/** Everything in the draft that does not fit the farm's other animals, pictures or the calendar, for the person to correct. */
export async function findFaults(tx: Tx, farmId: FarmId, draft: Draft, now: Date): Promise<FieldError[]> {
  return [
    ...birthFaults(draft, now),
    ...(await pictureFaults(tx, farmId, draft)),
    ...(await parentFaults(tx, farmId, draft, 'mother')),
    ...(await parentFaults(tx, farmId, draft, 'father')),
    ...(draft.isNew ? [] : await childrenFaults(tx, farmId, draft)),
    ...(draft.isNew ? [] : await recordFaults(tx, farmId, draft)),
    ...(draft.isNew ? [] : await breedingFaults(tx, farmId, draft)),
  ];
}

function birthFaults({ fields, changed }: Draft, now: Date): FieldError[] {
  const path = birthPath(fields);
  const message = changed.has(path) ? validateBirth(fields, latestToday(now)) : undefined;
  return message === undefined ? [] : [{ path, message }];
}

async function pictureFaults(tx: Tx, farmId: FarmId, { fields: { imageUrl }, changed }: Draft): Promise<FieldError[]> {
  if (!changed.has('imageUrl') || imageUrl === null || (await isOwnPicture(tx, farmId, imageUrl))) return [];
  return [{ path: 'imageUrl', message: 'This picture is not among those your farm has uploaded' }];
}

const parentMatters = ['species', 'birthDate', 'birthYear'] as const;

async function parentFaults(
  tx: Tx,
  farmId: FarmId,
  { id, fields, changed, isNew: isNewcomer = false }: Draft,
  role: ParentRole,
): Promise<FieldError[]> {
  const path = `${role}Id` as const;
  const parentId = fields[path];
  const isNew = changed.has(path);
  if (parentId === null || !(isNew || parentMatters.some((field) => changed.has(field)))) return [];
  if (parentId === id) return [{ path, message: ownAncestorMessage }];
  const parent = await findKin(tx, farmId, parentId);
  if (!parent) return [{ path, message: unknownParentMessage(role) }];
  const fault = validateParent(role, parent, fields);
  if (fault) return [{ path, message: parentViolationMessage(role, fault) }];
  // Nobody descends from a newcomer.
  const closesCircle = isNew && !isNewcomer && (await isSelfOrAncestor(tx, farmId, { of: parentId, candidate: id }));
  return closesCircle ? [{ path, message: ownAncestorMessage }] : [];
}

/** What an animal is to its children must stay true when it changes itself. */
async function childrenFaults(tx: Tx, farmId: FarmId, { id, fields, changed }: Draft): Promise<FieldError[]> {
  // Until now they were of its species, and it of the sex of their mother or father.
  const field = (['sex', 'species'] as const).find((each) => changed.has(each));
  if (field && (await hasChildren(tx, farmId, id))) {
    return [{ path: field, message: `It is a parent of other animals, so its ${field} cannot change` }];
  }
  const born = newBirth(changed, fields);
  return born !== null && (await hasChildBornBefore(tx, farmId, id, born))
    ? [{ path: birthPath(fields), message: youngerParentMessage }]
    : [];
}

/** No checkup and no mating is left behind before the birth. */
async function recordFaults(tx: Tx, farmId: FarmId, { id, fields, changed }: Draft): Promise<FieldError[]> {
  const born = newBirth(changed, fields);
  const first = born === null ? undefined : await firstRecordOf(tx, farmId, id);
  if (!first || born === null || first.day >= born) return [];
  return [{ path: birthPath(fields), message: `It has a ${first.kind} record from before this birth` }];
}

/** The first day of the birth that a draft changes; null: it leaves the birth as it is, or open. */
const newBirth = (changed: Draft['changed'], fields: AnimalFields): CalendarDate | null =>
  changed.has('birthDate') || changed.has('birthYear') ? earliestBirth(fields) : null;

const birthPath = ({ birthDate }: AnimalFields) => (birthDate === null ? 'birthYear' : 'birthDate');
