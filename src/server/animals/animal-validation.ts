import { earliestBirth, validateBirth } from '#domain/records/births.ts';
import { latestToday, type CalendarDate } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import {
  ownAncestorMessage,
  validateParent,
  parentViolationMessage,
  unknownParentMessage,
  youngerParentMessage,
  type ParentRole,
} from '#domain/records/parentage.ts';
import { validateAgainstBreeding } from '#server/breeding/breeding-validation.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { mayUsePicture, notOwnPicture } from '#server/files/files.queries.ts';
import type { FieldError } from '#server/problem.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { findPedigreeAnimal, findFirstRecord, hasChildBornBefore, hasChildren, isSelfOrAncestor } from './animals.queries.ts';

export interface Draft {
  readonly id: string;
  readonly fields: AnimalRecord;
  readonly changed: ReadonlySet<keyof AnimalRecord>;
  /** A new animal has no offspring or records that could contradict it. */
  readonly isNew?: boolean;
}

export async function validateAnimal(tx: Tx, farmId: FarmId, draft: Draft, now: Date): Promise<FieldError[]> {
  return [
    ...validateBirthDate(draft, now),
    ...validateCastration(draft, now),
    ...(await validatePicture(tx, farmId, draft)),
    ...(await validateParentField(tx, farmId, draft, 'mother')),
    ...(await validateParentField(tx, farmId, draft, 'father')),
    ...(draft.isNew ? [] : await validateAsParent(tx, farmId, draft)),
    ...(draft.isNew ? [] : await validateAgainstRecords(tx, farmId, draft)),
    ...(draft.isNew ? [] : await validateAgainstBreeding(tx, farmId, draft)),
  ];
}

function validateBirthDate({ fields, changed }: Draft, now: Date): FieldError[] {
  const path = birthPath(fields);
  const message = changed.has(path) ? validateBirth(fields, latestToday(now)) : undefined;
  return message === undefined ? [] : [{ path, message }];
}

function validateCastration({ fields, changed }: Draft, now: Date): FieldError[] {
  const { castratedOn: day, sex } = fields;
  if (day === null || !(['castratedOn', 'sex', 'birthDate', 'birthYear'] as const).some((field) => changed.has(field))) return [];
  const message = sex === 'male' ? validateCheckupDate(day, latestToday(now), fields) : 'Only a male can be castrated';
  return message === undefined ? [] : [{ path: 'castratedOn', message }];
}

async function validatePicture(tx: Tx, farmId: FarmId, { fields: { imageUrl }, changed }: Draft): Promise<FieldError[]> {
  if (!changed.has('imageUrl') || (await mayUsePicture(tx, farmId, imageUrl))) return [];
  return [{ path: 'imageUrl', message: notOwnPicture }];
}

const fieldsOfParentage = ['species', 'birthDate', 'birthYear'] as const;

async function validateParentField(
  tx: Tx,
  farmId: FarmId,
  { id, fields, changed, isNew: isNewAnimal = false }: Draft,
  role: ParentRole,
): Promise<FieldError[]> {
  const path = `${role}Id` as const;
  const parentId = fields[path];
  const isNew = changed.has(path);
  if (parentId === null || !(isNew || fieldsOfParentage.some((field) => changed.has(field)))) return [];
  if (parentId === id) return [{ path, message: ownAncestorMessage }];
  const parent = await findPedigreeAnimal(tx, farmId, parentId);
  if (!parent) return [{ path, message: unknownParentMessage(role) }];
  const violation = validateParent(role, parent, fields);
  if (violation) return [{ path, message: parentViolationMessage(role, violation) }];
  const closesCycle = isNew && !isNewAnimal && (await isSelfOrAncestor(tx, farmId, { of: parentId, candidate: id }));
  return closesCycle ? [{ path, message: ownAncestorMessage }] : [];
}

async function validateAsParent(tx: Tx, farmId: FarmId, { id, fields, changed }: Draft): Promise<FieldError[]> {
  const field = (['sex', 'species'] as const).find((each) => changed.has(each));
  if (field && (await hasChildren(tx, farmId, id))) {
    return [{ path: field, message: `It is a parent of other animals, so its ${field} cannot change` }];
  }
  const born = changedBirth(changed, fields);
  return born !== null && (await hasChildBornBefore(tx, farmId, id, born))
    ? [{ path: birthPath(fields), message: youngerParentMessage }]
    : [];
}

async function validateAgainstRecords(tx: Tx, farmId: FarmId, { id, fields, changed }: Draft): Promise<FieldError[]> {
  const born = changedBirth(changed, fields);
  const first = born === null ? undefined : await findFirstRecord(tx, farmId, id);
  if (!first || born === null || first.day >= born) return [];
  return [{ path: birthPath(fields), message: `It has a ${first.kind} record from before this birth` }];
}

const changedBirth = (changed: Draft['changed'], fields: AnimalRecord): CalendarDate | null =>
  changed.has('birthDate') || changed.has('birthYear') ? earliestBirth(fields) : null;

const birthPath = ({ birthDate }: AnimalRecord) => (birthDate === null ? 'birthYear' : 'birthDate');
