import { earliestBirth, latestBirth } from '#domain/animals.ts';
import { addDays } from '#domain/dates.ts';
import {
  ownAncestor,
  parentFault,
  parentRoles,
  parentSentence,
  unknownParent,
  youngerParent,
  type ParentFault,
  type ParentRole,
} from '#domain/parentage.ts';
import { breedingFaults } from '#server/breeding/breeding-faults.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isOwnPicture } from '#server/files/files.queries.ts';
import type { FieldError } from '#server/http/problem.ts';
import type { AnimalFields } from './animal-fields.ts';
import { findKin, isSelfOrAncestor, listChildren } from './animals.queries.ts';

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
    ...(draft.isNew ? [] : await breedingFaults(tx, farmId, draft)),
  ];
}

const firstBirth = '1980-01-01';

function birthFaults({ fields, changed }: Draft, now: Date): FieldError[] {
  // Tomorrow in UTC: where the farm is, that may be today already.
  const lastBirth = addDays(now.toISOString().slice(0, 10), 1);
  const path = birthPath(fields);
  const [first, last] = [latestBirth(fields), earliestBirth(fields)];
  if (!changed.has(path) || first === null || last === null) return [];
  if (first < firstBirth) return [{ path, message: 'An animal cannot be born before 1980' }];
  if (last > lastBirth) return [{ path, message: 'An animal cannot be born in the future' }];
  return [];
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
  if (parentId === id) return [{ path, message: ownAncestor }];
  const parent = await findKin(tx, farmId, parentId);
  if (!parent) return [{ path, message: unknownParent(role) }];
  const fault = parentFault(role, parent, fields);
  if (fault) return [{ path, message: parentSentence(role, fault) }];
  // Nobody descends from a newcomer.
  const closesCircle = isNew && !isNewcomer && (await isSelfOrAncestor(tx, farmId, { of: parentId, candidate: id }));
  return closesCircle ? [{ path, message: ownAncestor }] : [];
}

const childMatters = ['sex', 'species', 'birthDate', 'birthYear'] as const;

const asParent: Readonly<Record<ParentFault, string>> = {
  sex: 'It is a parent of other animals, so its sex cannot change',
  species: 'It is a parent of other animals, so its species cannot change',
  age: youngerParent,
};

/** What an animal is to its children must stay true when it changes itself. */
async function childrenFaults(tx: Tx, farmId: FarmId, { id, fields, changed }: Draft): Promise<FieldError[]> {
  if (!childMatters.some((field) => changed.has(field))) return [];
  for (const child of await listChildren(tx, farmId, id)) {
    const role = parentRoles.find((parentRole) => child[`${parentRole}Id`] === id);
    const fault = role && parentFault(role, fields, child);
    if (fault) return [{ path: fault === 'age' ? birthPath(fields) : fault, message: asParent[fault] }];
  }
  return [];
}

const birthPath = ({ birthDate }: AnimalFields) => (birthDate === null ? 'birthYear' : 'birthDate');
