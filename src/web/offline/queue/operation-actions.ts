import { entryOf } from '../calls.ts';
import type { FarmRows } from '../copy/farm-rows.ts';
import { bodyOf, eventsOf, textOf } from './operation-body.ts';
import type { StoredOperation } from './operation.ts';

/** The page that shows what the operation is about. */
export function addressOf(operation: StoredOperation, rows: FarmRows): string {
  const id = animalOf(operation, rows);
  if (id !== undefined && rows.animals.has(id)) return `/animals/${id}`;
  const [worklistId] = eventsOf(operation).flatMap((event) => event['worklistId'] ?? []);
  if (worklistId !== undefined) return `/work/${textOf(worklistId)}`;
  const record = operation.params['id'] ?? textOf(bodyOf(operation)['id']);
  return entryOf(operation.call)?.page?.replace('$id', record) ?? '/animals';
}

function animalOf(operation: StoredOperation, { events, animalTags, breedingRecords }: FarmRows): string | undefined {
  const { call, params } = operation;
  const { id, animalId, motherId } = bodyOf(operation) as Readonly<Record<string, string | undefined>>;
  const about = params['id'] ?? '';
  if (call === 'addAnimal') return id;
  if (entryOf(call)?.of === 'animals') return about;
  const [first, ...others] = eventsOf(operation);
  if (first) return others.length === 0 ? String(first['animalId']) : undefined;
  return animalId ?? motherId ?? (events.get(about) ?? animalTags.get(about))?.animalId ?? breedingRecords.get(about)?.motherId;
}

/** Whether a form exists that can show what was typed. */
export function canBeCorrected(operation: StoredOperation): boolean {
  if (isGoneElsewhere(operation) || bodyOf(operation)['isReference'] === true) return false;
  // The form of a place does not draw.
  if ('outline' in bodyOf(operation)) return false;
  if (isBirthElsewhere(operation)) return false;
  const events = eventsOf(operation);
  if (events.length > 1) return events.every(({ kind }) => kind === 'move');
  return entryOf(operation.call)?.hasForm === true;
}

/** A change to a record that somebody else has deleted. */
export const isGoneElsewhere = ({ call, last }: StoredOperation): boolean =>
  last?.status === 404 && entryOf(call)?.does === 'changes';

/** A deletion or undo of something that is already gone. */
export const isDoneElsewhere = ({ call, last }: StoredOperation): boolean =>
  last?.status === 404 && entryOf(call)?.does === 'removes';

/** A birth of the same female was recorded elsewhere meanwhile: perhaps the same one. */
export const isBirthElsewhere = ({ call, state }: StoredOperation): boolean => call === 'recordEvents' && state === 'clash';

/** Sends it as entered, whatever was changed or recorded elsewhere. */
export function regardlessOfOthers(operation: StoredOperation): unknown {
  const { version: _version, knownBirthDays: _knownBirthDays, ...body } = bodyOf(operation);
  return body;
}

export const needsReason = ({ last }: StoredOperation): boolean => last?.code === 'animals.in_withdrawal';

export function withReason(operation: StoredOperation, reason: string): unknown {
  const events = eventsOf(operation);
  return events.length > 0
    ? { ...bodyOf(operation), events: events.map((event) => ({ ...event, reason })) }
    : { ...bodyOf(operation), reason };
}
