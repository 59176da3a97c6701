import { uuidv7 } from 'uuidv7';
import type { EventReplacement, NewEvent, RecordedEvent } from '#contract/events.ts';
import { type CalendarDate, latestToday, longDay } from '#domain/values/dates.ts';
import type { DateFormat } from '#domain/values/units.ts';
import { isDeparture, isForGood, isLeaving, leavingViolation, isSale } from '#domain/journal/departures.ts';
import { removedTag } from '#domain/journal/complete-event.ts';
import { validateEvent } from '#domain/journal/validate-event.ts';
import { mayRecord, rightToRecord } from '#domain/accounts/members.ts';
import { howToMakeRoom } from '#domain/accounts/plans.ts';
import { birthsTooNear } from '#domain/records/births.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import type { Deps } from '#server/deps.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { readOwnIds, readRuleNames } from '#server/db/own-ids.ts';
import { readRegional } from '#server/db/regional.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { isOwnPicture, notOwnPicture } from '#server/files/files.queries.ts';
import { lacks, type InFarm } from '#server/http/guards.ts';
import { digestOf } from '#server/idempotency/create-once.ts';
import { changeJournal } from '#server/journal/change-journal.ts';
import { readDepartures, type NewEventRow } from '#server/journal/journal.queries.ts';
import { ensureNotInWithdrawal } from '#server/journal/withdrawals.ts';
import { Problem, type FieldError } from '#server/problem.ts';
import { addBirth, takeBackBirth, type Birth } from './births.ts';
import { findEvents, readAnimals, readBirthDays, readDigests } from './events.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;
export type Member = Act & Pick<InFarm, 'role' | 'rights'>;

/** All or nothing. Events that were recorded by an earlier attempt are returned in their current state. */
export function recordEvents(
  { db, now }: Needs,
  member: Member,
  events: readonly NewEvent[],
  knownBirthDays?: readonly CalendarDate[],
): Promise<RecordedEvent[]> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    const ids = events.map(({ id }) => id);
    const digests = await readDigests(tx, farmId, ids);
    const fresh = events.flatMap((event, index) => {
      const createDigest = digestOf(event);
      const stored = digests.get(event.id);
      if (stored !== undefined && stored !== createDigest) throw new Problem('create.conflict');
      return stored === undefined ? [{ event, createDigest, path: `events.${index}.` }] : [];
    });
    if (new Set(ids).size < ids.length) {
      const index = ids.findIndex((id, first) => ids.indexOf(id) < first);
      throw Problem.field(`events.${index}.id`, 'Another event of this request has this id');
    }
    if (knownBirthDays) await ensureBirthsKnown(tx, farmId, fresh, knownBirthDays);
    await writeEvents(tx, member, now(), fresh);
    const recorded = await findEvents(tx, farmId, ids);
    return ids.flatMap((id) => recorded.get(id) ?? []);
  });
}

/** Two devices without signal may record the same birth. */
async function ensureBirthsKnown(
  tx: Tx,
  farmId: FarmId,
  writes: readonly ToWrite[],
  known: readonly CalendarDate[],
): Promise<void> {
  for (const { event } of writes) {
    if (event.kind !== 'birth') continue;
    const near = birthsTooNear(await readBirthDays(tx, farmId, event.animalId), event.day).find((day) => !known.includes(day));
    if (near === undefined) continue;
    const { dateFormat } = await readRegional(tx, farmId);
    const message = `A birth of hers on ${longDay(near, dateFormat)} is recorded already. If this is another one, save it again.`;
    throw new Problem('record.stale', { message });
  }
}

/** The new event replaces the other one, which stays in the history. */
export function replaceEvent(
  { db, now }: Needs,
  member: Member,
  id: string,
  { version, id: newId = uuidv7(), ...content }: EventReplacement,
): Promise<RecordedEvent> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    const createDigest = digestOf({ replaces: id, ...content });
    const [stored] = [...(await readDigests(tx, farmId, [newId])).values()];
    if (stored !== undefined && stored !== createDigest) throw new Problem('create.conflict');
    if (stored === undefined) {
      const replaced = await findCurrent(tx, farmId, id, version);
      ensureMayRecord(member, replaced.kind);
      const event: NewEvent = { ...content, id: newId };
      await writeEvents(tx, member, now(), [{ event, createDigest, path: '', replaced }]);
    }
    return findRecorded(tx, farmId, newId);
  });
}

interface Voiding {
  readonly reason?: string | null | undefined;
  readonly version?: number | undefined;
}

/** Voiding a voided event changes nothing, so that a retry is harmless. */
export function voidEvent(
  { db, now }: Needs,
  member: Member,
  id: string,
  { reason = null, version }: Voiding,
): Promise<RecordedEvent> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    const recorded = await findRecorded(tx, farmId, id);
    if (recorded.voidedAt !== null) return recorded;
    if (version !== undefined && version !== recorded.version) throw new Problem('record.stale');
    await voidAll(tx, member, now(), [recorded], reason);
    return findRecorded(tx, farmId, id);
  });
}

/** All or nothing. */
export function voidEvents(
  { db, now }: Needs,
  member: Member,
  { ids, reason = null }: Pick<Voiding, 'reason'> & { readonly ids: readonly string[] },
): Promise<RecordedEvent[]> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    const recorded = await findEvents(tx, farmId, ids);
    if (ids.some((id) => !recorded.has(id))) throw new Problem('events.not_found');
    const open = [...recorded.values()].filter(({ voidedAt }) => voidedAt === null);
    const isTooMuch = open.filter(({ kind }) => kind === 'birth').length > maxBirths;
    if (isTooMuch) throw Problem.field('ids', `Name at most ${maxBirths} births at once`);
    if (open.length > 0) await voidAll(tx, member, now(), open, reason);
    const voided = await findEvents(tx, farmId, ids);
    return ids.flatMap((id) => voided.get(id) ?? []);
  });
}

export async function voidAll(
  tx: Tx,
  member: Member,
  now: Date,
  events: readonly RecordedEvent[],
  reason: string | null,
): Promise<void> {
  for (const { kind } of events) ensureMayRecord(member, kind);
  await ensureRoomForReturn(tx, member.farmId, events);
  for (const event of events) if (event.kind === 'birth') await takeBackBirth(tx, member, event, now);
  await changeJournal(tx, member, now.toISOString(), { void: events, reason });
}

async function findRecorded(tx: Tx, farmId: FarmId, id: string): Promise<RecordedEvent> {
  const event = (await findEvents(tx, farmId, [id])).get(id);
  if (!event) throw new Problem('events.not_found');
  return event;
}

async function findCurrent(tx: Tx, farmId: FarmId, id: string, version: number | undefined): Promise<RecordedEvent> {
  const event = await findRecorded(tx, farmId, id);
  if (event.voidedAt !== null || (version !== undefined && version !== event.version)) throw new Problem('record.stale');
  return event;
}

interface ToWrite {
  readonly event: NewEvent;
  readonly createDigest: string;
  /** The prefix of field names in errors. */
  readonly path: string;
  readonly replaced?: RecordedEvent | undefined;
  /** The voided event that is recorded again. */
  readonly restored?: RecordedEvent;
}

export async function writeEvents(tx: Tx, member: Member, now: Date, writes: readonly ToWrite[]): Promise<void> {
  if (writes.length === 0) return;
  const { farmId } = member;
  const at = now.toISOString();
  for (const { event } of writes) ensureMayRecord(member, event.kind);
  ensureFewBirths(writes);
  const animals = await readAnimals(tx, farmId, [...new Set(writes.map(({ event }) => event.animalId))]);
  const { dateFormat } = await readRegional(tx, farmId);
  const errors = writes.flatMap(({ event, path, replaced }): FieldError[] => {
    const animal = animals.get(event.animalId);
    if (!animal) return [{ path: `${path}animalId`, message: 'Your farm has no such animal' }];
    if (isBornAt(replaced, animal.id)) return [{ path: `${path}animalId`, message: 'It was born then. Choose another animal.' }];
    const known = replaced?.kind === 'castration' ? { ...animal, castratedOn: null } : animal;
    const violations = validateEvent(event, known, latestToday(now), dateFormat);
    return violations.map(({ field, message }) => ({ path: path + field, message }));
  });
  errors.push(...(await validateReferences(tx, farmId, writes)));
  errors.push(...(await validateDepartures(tx, farmId, writes, animals, { createdAt: at, dateFormat })));
  if (errors.length > 0) throw new Problem('request.invalid', { errors });

  await ensureRoomFor(tx, farmId, { active: 0, events: writes.length });
  await ensureRoomForReturn(
    tx,
    farmId,
    writes.flatMap(({ replaced }) => replaced ?? []),
    writes.map(({ event }) => event),
  );
  await ensureSalesExplained(tx, member, writes, animals);

  const add: NewEventRow[] = [];
  for (const { event, createDigest, path, replaced, restored } of writes) {
    const { id, kind, animalId, day, time, note, responsible, worklistId, ...fields } = event;
    const dam = animals.get(animalId);
    const detail =
      event.kind === 'birth' && dam
        ? await addBirth(tx, member, { event, dam, replaced: birthOf(replaced), restored: birthOf(restored), path }, now)
        : withOldTag(event, fields, dam, replaced);
    if (replaced?.kind === 'birth' && event.kind !== 'birth') await takeBackBirth(tx, member, replaced, now);
    add.push({
      id,
      kind,
      animalId,
      day,
      time,
      note,
      responsible,
      worklistId,
      detail,
      createDigest,
      createdAt: at,
      replacesId: replaced?.id ?? restored?.id ?? null,
    });
  }
  await changeJournal(tx, member, at, { add, void: writes.flatMap(({ replaced }) => replaced ?? []) });
}

async function validateDepartures(
  tx: Tx,
  farmId: FarmId,
  writes: readonly ToWrite[],
  animals: Awaited<ReturnType<typeof readAnimals>>,
  { createdAt, dateFormat }: { readonly createdAt: string; readonly dateFormat: DateFormat },
): Promise<FieldError[]> {
  const added = writes.flatMap(({ event, path, replaced }) =>
    isDeparture(event) ? [{ ...event, createdAt, path, wasHere: replaced !== undefined && isForGood(replaced) }] : [],
  );
  if (added.length === 0) return [];
  const replaced = new Set(writes.map((write) => write.replaced?.id));
  const departures = await readDepartures(tx, farmId, [...new Set(added.map(({ animalId }) => animalId))]);
  return added.flatMap((event) => {
    const animal = animals.get(event.animalId);
    const recorded = (departures.get(event.animalId) ?? []).filter(({ id }) => !replaced.has(id));
    const others = { recorded, added: added.filter(({ id, animalId }) => animalId === event.animalId && id !== event.id) };
    const leaving = animal && (event.wasHere ? { ...animal, status: 'active' as const } : animal);
    const message = leaving && leavingViolation(event, leaving, others, dateFormat);
    return message === undefined ? [] : [{ path: `${event.path}day`, message }];
  });
}

const withOldTag = (
  event: NewEvent,
  fields: object,
  animal: { readonly tagNumber: string } | undefined,
  replaced: RecordedEvent | undefined,
): object => (event.kind === 'tagChange' ? { ...fields, oldTag: removedTag(event, animal, replaced) } : fields);

/** Correcting a birth may delete its young. */
const isBornAt = (event: RecordedEvent | undefined, animalId: string): boolean =>
  birthOf(event)?.young.some(({ id }) => id === animalId) ?? false;

const birthOf = (event: RecordedEvent | undefined): Birth | undefined => (event?.kind === 'birth' ? event : undefined);

function ensureFewBirths(writes: readonly ToWrite[]): void {
  const over = writes.filter(({ event }) => event.kind === 'birth')[maxBirths];
  if (over) throw Problem.field(`${over.path}kind`, `Send at most ${maxBirths} births at once`);
}

/** Limited because a birth adds up to eight animals, one after the other. */
const maxBirths = 100;

function ensureMayRecord(member: Member, kind: JournalEvent['kind']): void {
  if (!mayRecord(member.role, kind, member.rights)) throw lacks(member.by, rightToRecord(kind));
}

/** Animals that a change makes active count towards the plan's cap again. */
async function ensureRoomForReturn(
  tx: Tx,
  farmId: FarmId,
  ended: readonly RecordedEvent[],
  added: readonly NewEvent[] = [],
): Promise<void> {
  const leavesAgain = new Set(added.filter(isLeaving).map(({ animalId }) => animalId));
  const returning = new Set(ended.filter(isLeaving).flatMap(({ animalId }) => (leavesAgain.has(animalId) ? [] : animalId)));
  for (const event of added) if (event.kind === 'return') returning.add(event.animalId);
  if (returning.size === 0) return;
  const animals = await readAnimals(tx, farmId, [...returning]);
  const active = [...animals.values()].filter(({ status }) => status !== 'active').length;
  // Young that waited may have taken the room since the animal left.
  await ensureRoomFor(tx, farmId, { active, advice: howToMakeRoom });
}

async function ensureSalesExplained(
  tx: Tx,
  member: Member,
  writes: readonly ToWrite[],
  animals: Awaited<ReturnType<typeof readAnimals>>,
): Promise<void> {
  const sales = writes.flatMap(({ event }) => {
    const animal = animals.get(event.animalId);
    return animal && isSale(event) ? [{ id: animal.id, tagNumber: animal.tagNumber, reason: event.reason, day: event.day }] : [];
  });
  for (const [day, ofDay] of Map.groupBy(sales, (sale) => sale.day)) await ensureNotInWithdrawal(tx, member, ofDay, day);
}

type Table = Parameters<typeof readOwnIds>[2];

interface Reference {
  readonly table: Table;
  readonly path: string;
  readonly id: string;
}

const unknownMessages: Readonly<Record<Table, string>> = {
  places: 'Your farm has no such place',
  groups: 'Your farm has no such group',
  products: 'Your farm has no such product',
  worklists: 'Your farm has no such worklist',
  breeding_records: 'Your farm has no such breeding record',
  animals: 'Your farm has no such animal',
};

function referencesOf(write: ToWrite): Reference[] {
  const { event, path } = write;
  const worklist: Reference[] =
    event.worklistId === null ? [] : [{ table: 'worklists', path: `${path}worklistId`, id: event.worklistId }];
  return [...worklist, ...referencesOfKind(write)];
}

function referencesOfKind({ event, path }: ToWrite): Reference[] {
  const reference = (table: Table, field: string, id: string | null): Reference[] =>
    id === null ? [] : [{ table, path: path + field, id }];
  switch (event.kind) {
    case 'move':
      return [...reference('places', 'placeId', event.placeId), ...reference('groups', 'groupId', event.groupId)];
    case 'treatment':
    case 'vaccination':
      return reference('products', 'productId', event.productId);
    case 'fostering':
      return reference('animals', 'rearedById', event.rearedById);
    case 'heat':
      return reference('animals', 'sireId', event.sireId);
    case 'birth':
      return [...reference('animals', 'sireId', event.sireId), ...reference('breeding_records', 'breedingId', event.breedingId)];
    default:
      return [];
  }
}

const ruleMessage = (name: string): string =>
  `${name} is a rule: its animals follow from your records, so none can be moved into or out of it.`;

async function validateReferences(tx: Tx, farmId: FarmId, writes: readonly ToWrite[]): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [table, references] of Map.groupBy(writes.flatMap(referencesOf), (reference) => reference.table)) {
    const own = await readOwnIds(tx, farmId, table, [...new Set(references.map(({ id }) => id))]);
    errors.push(...references.flatMap(({ id, path }) => (own.has(id) ? [] : [{ path, message: unknownMessages[table] }])));
    if (table !== 'groups') continue;
    const rules = await readRuleNames(tx, farmId);
    errors.push(
      ...references.flatMap(({ id, path }) => {
        const name = rules.get(id);
        return name === undefined ? [] : [{ path, message: ruleMessage(name) }];
      }),
    );
  }
  for (const { event, path } of writes) {
    if (event.kind !== 'note' || event.photo === null || (await isOwnPicture(tx, farmId, event.photo))) continue;
    errors.push({ path: `${path}photo`, message: notOwnPicture });
  }
  return errors;
}
