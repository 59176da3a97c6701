import { z } from 'zod';
import {
  archiveFormat,
  ArchivedAnimal,
  ArchivedAnimalTag,
  ArchivedBreedingRecord,
  ArchivedEvent,
  ArchivedPaper,
  ArchivedHealthRecord,
  ArchiveHead,
  archiveVersion,
  archivedLists,
  type ArchivedLists,
} from '#contract/archive.ts';
import { validateBirth } from '#domain/records/births.ts';
import { sharesParent, validateBreedingDates, validatePair } from '#domain/records/breeding.ts';
import { earliestDate, latestToday, type CalendarDate } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import { sortTopologically } from '#domain/values/topological-sort.ts';
import { perList } from '#domain/records/kinds.ts';
import { validateEvent } from '#domain/journal/validate-event.ts';
import { specifiedRegional } from '#domain/values/units.ts';
import { validateAnimalTag } from '#domain/records/animal-tags.ts';
import { ownAncestorMessage, validateParent, parentRoles, parentViolationMessage } from '#domain/records/parentage.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { referencesOf, type FindId, type Named } from './event-references.ts';
import { elementsOf, isList, parseJson, splitJson, type JsonSlice } from './split-json.ts';

export interface FarmRecords extends ArchivedLists {
  readonly head: ArchiveHead;
  /** Sorted with parents before their offspring. */
  readonly animals: readonly ArchivedAnimal[];
  readonly healthRecords: readonly ArchivedHealthRecord[];
  readonly breedingRecords: readonly ArchivedBreedingRecord[];
  readonly animalTags: readonly ArchivedAnimalTag[];
  readonly events: readonly ArchivedEvent[];
  readonly papers: readonly ArchivedPaper[];
  /** References to animals that are not in the file, since a download may run during writes. */
  readonly leftOut: number;
}

export class InvalidRecordsError extends Error {}

export const unreadableMessage = 'The farm.json in this file cannot be read. Download the farm again and retry.';

export function readRecords(bytes: Uint8Array, now: Date): FarmRecords {
  try {
    return readFile({ bytes, members: splitJson(bytes) }, now);
  } catch (error) {
    throw error instanceof SyntaxError ? new InvalidRecordsError(unreadableMessage) : error;
  }
}

function readFile(file: SplitFile, now: Date): FarmRecords {
  const head = readHead(file);
  const animals = readList(file, 'animals', ArchivedAnimal);
  const healthRecords = readList(file, 'healthRecords', ArchivedHealthRecord);
  const breedingRecords = readList(file, 'breedingRecords', ArchivedBreedingRecord);
  // Archives of earlier versions have no such lists.
  const readLaterList = <T extends z.ZodType>(name: string, schema: T): z.output<T>[] =>
    file.members.has(name) ? readList(file, name, schema) : [];
  const animalTags = readLaterList('animalTags', ArchivedAnimalTag);
  const events = readLaterList('events', ArchivedEvent);
  const papers = readLaterList('papers', ArchivedPaper);
  const lists = perList((list) => readLaterList(list, archivedLists[list])) as unknown as ArchivedLists;
  for (const list of [animals, [...healthRecords, ...events], breedingRecords, animalTags, papers, ...Object.values(lists)]) {
    rejectDuplicateIds(list);
    rejectImplausibleTimes(list, now);
  }
  rejectInvalidRecords({ animals, healthRecords, breedingRecords, animalTags, events }, latestToday(now));
  return { ...resolveReferences(head, { animals, healthRecords, breedingRecords, animalTags, events, ...lists }), papers };
}

interface SplitFile {
  readonly bytes: Uint8Array;
  readonly members: ReadonlyMap<string, JsonSlice>;
}

/** Far more than the longest list in a record takes. */
const maxRecordBytes = 4 * 1024 * 1024;

function parse({ bytes }: SplitFile, slice: JsonSlice): unknown {
  if (slice.end - slice.start > maxRecordBytes) throw new SyntaxError('too long');
  return parseJson(bytes, slice);
}

function readHead(file: SplitFile): ArchiveHead {
  const value: Record<string, unknown> = {};
  for (const name of Object.keys(ArchiveHead.shape)) {
    const member = file.members.get(name);
    if (member) value[name] = parse(file, member);
  }
  const claimed = z.object({ format: z.literal(archiveFormat), version: z.int() }).safeParse(value);
  if (!claimed.success) throw new InvalidRecordsError('The farm.json in this file is not one that was downloaded here.');
  if (claimed.data.version > archiveVersion) {
    throw new InvalidRecordsError('This file was made by a newer version of the program than this one.');
  }
  const head = ArchiveHead.safeParse(value);
  if (!head.success) throw new InvalidRecordsError(`The farm.json in this file is not right: ${firstIssue(head.error)}`);
  return head.data;
}

/** Each record is parsed by itself, so that the whole file is not in memory a second time. */
function readList<T extends z.ZodType>(file: SplitFile, name: string, schema: T): z.output<T>[] {
  const member = file.members.get(name);
  if (!member || !isList(file.bytes, member)) throw new InvalidRecordsError(`The farm.json in this file has no list '${name}'.`);
  const list: z.output<T>[] = [];
  for (const slice of elementsOf(file.bytes, member)) {
    const found = schema.safeParse(parse(file, slice));
    if (!found.success) {
      throw new InvalidRecordsError(
        `The farm.json in this file is not right: number ${list.length + 1} of ${name}, ${firstIssue(found.error)}`,
      );
    }
    list.push(found.data);
  }
  return list;
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string => `${issue?.path.join('.')}: ${issue?.message}.`;

function rejectDuplicateIds(list: readonly { id: string }[]): void {
  const ids = new Set(list.map(({ id }) => id));
  if (ids.size < list.length) throw new InvalidRecordsError('The farm.json in this file has two records with the same id.');
}

/** Allows for the clock of the source to differ. */
function rejectImplausibleTimes(
  list: readonly { createdAt: string; updatedAt?: string; voidedAt?: string | null; archivedAt?: string | null }[],
  now: Date,
): void {
  const latest = timeAfter(now, dayMs);
  const implausible = list
    .flatMap(({ createdAt, updatedAt, voidedAt, archivedAt }) => [createdAt, updatedAt, voidedAt, archivedAt])
    .filter((at) => at !== undefined && at !== null)
    .find((at) => at < earliestDate || at > latest);
  if (implausible !== undefined)
    throw new InvalidRecordsError(`The farm.json in this file has a record of ${implausible}, which cannot be.`);
}

type Lists = Pick<FarmRecords, 'animals' | 'healthRecords' | 'breedingRecords' | 'animalTags' | 'events'>;

function rejectInvalidRecords({ animals, healthRecords, breedingRecords, animalTags, events }: Lists, today: CalendarDate): void {
  for (const animal of animals) {
    const { tagNumber, birthDate, birthYear } = animal;
    if (birthDate !== null && birthYear !== null) throw new InvalidRecordsError(`Animal '${tagNumber}' has two dates of birth.`);
    reject(`Animal '${tagNumber}'`, validateBirth(animal, today));
  }
  for (const { date } of healthRecords) reject(`Health record of ${date}`, validateCheckupDate(date, today));
  for (const record of breedingRecords)
    reject(`Breeding of ${record.breedingDate}`, validateBreedingDates({ ...record, expectedDueDate: null }, today)?.message);
  for (const tag of animalTags) reject(`Number '${tag.number}'`, validateAnimalTag(tag, today)?.message.replace(/\.$/, ''));
  for (const event of events) reject(`Event of ${event.day}`, eventMessage(event, today));
}

/** The other rules for an event concern its animal, which may have changed since. */
function eventMessage(event: ArchivedEvent, today: CalendarDate): string | undefined {
  const dayMessage = validateCheckupDate(event.day, today);
  if (dayMessage !== undefined) return dayMessage;
  if (event.kind !== 'treatment' && event.kind !== 'vaccination') return undefined;
  const violation = validateEvent(event, anyAnimal, today, specifiedRegional.dateFormat).find(({ field }) =>
    field.startsWith('withdrawals.'),
  );
  return violation?.message.replace(/\.$/, '');
}

const anyAnimal = { sex: 'female', species: 'goat', birthDate: null, birthYear: null, isReference: false } as const;

function reject(subject: string, message: string | undefined): void {
  if (message !== undefined) throw new InvalidRecordsError(`${subject}: ${message}.`);
}

function resolveReferences(
  head: ArchiveHead,
  {
    animals,
    healthRecords: checkups,
    breedingRecords: matings,
    animalTags: allTags,
    events: allEvents,
    ...lists
  }: Lists & ArchivedLists,
): Omit<FarmRecords, 'papers'> {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  let leftOut = 0;
  const isIn = (ids: { has(id: string): boolean }, id: string): boolean => {
    const isThere = ids.has(id);
    if (!isThere) leftOut += 1;
    return isThere;
  };
  const isKnown = (id: string): boolean => isIn(byId, id);

  for (const animal of animals) {
    for (const role of parentRoles) {
      const id = animal[`${role}Id`];
      if (id === null) continue;
      if (isKnown(id)) rejectInvalidParent(animal, role, byId);
      else animal[`${role}Id`] = null;
    }
  }
  const healthRecords = checkups.filter(({ animalId }) => isKnown(animalId));
  const breedingRecords = matings.filter(({ fatherId, motherId }) => isKnown(fatherId) && isKnown(motherId));
  for (const record of breedingRecords) {
    rejectInvalidPair(record, byId);
    const offspring = new Set(
      record.offspringIds.filter((id) => isKnown(id) && id !== record.fatherId && id !== record.motherId),
    );
    record.offspringIds = [...offspring].filter((id) => sharesParent(byId.get(id) ?? noParents, record));
  }
  const animalTags = allTags.filter(({ animalId }) => isKnown(animalId));
  const events = allEvents.filter(({ animalId }) => isKnown(animalId));
  const knownIds: Readonly<Record<Named, { has(id: string): boolean }>> = {
    animals: byId,
    events: new Set([...healthRecords, ...events].map(({ id }) => id)),
    breedingRecords: new Set(breedingRecords.map(({ id }) => id)),
    ...perList((list) => new Set(lists[list].map(({ id }) => id))),
  };
  const findId: FindId = (kind, id) => (id !== null && isIn(knownIds[kind], id) ? id : null);
  for (const record of [...healthRecords, ...events]) {
    record.replacesId = findId('events', record.replacesId);
    record.worklistId = findId('worklists', record.worklistId);
  }
  for (const event of events) Object.assign(event, referencesOf(event, findId));
  for (const exposure of lists.exposures) exposure.groupId = findId('groups', exposure.groupId);
  const chores = lists.chores.map((chore) => ({
    ...chore,
    groupId: findId('groups', chore.groupId),
    placeId: findId('places', chore.placeId),
  }));
  return {
    head,
    animals: sortParentsFirst(animals, byId),
    healthRecords,
    breedingRecords,
    animalTags,
    events,
    ...lists,
    chores,
    leftOut,
  };
}

const noParents = { motherId: null, fatherId: null };

type AnimalsById = ReadonlyMap<string, ArchivedAnimal>;

function rejectInvalidParent(animal: ArchivedAnimal, role: (typeof parentRoles)[number], byId: AnimalsById): void {
  const parent = byId.get(animal[`${role}Id`] ?? '');
  const violation = parent && validateParent(role, parent, animal);
  reject(`Animal '${animal.tagNumber}'`, violation && parentViolationMessage(role, violation));
}

function rejectInvalidPair({ fatherId, motherId, breedingDate }: ArchivedBreedingRecord, byId: AnimalsById): void {
  const [father, mother] = [byId.get(fatherId), byId.get(motherId)];
  reject(`Breeding of ${breedingDate}`, father && mother && validatePair({ father, mother })?.message);
}

function sortParentsFirst(animals: readonly ArchivedAnimal[], byId: AnimalsById): readonly ArchivedAnimal[] {
  const ordering = sortTopologically(animals, ({ motherId, fatherId }) =>
    [motherId, fatherId].flatMap((id) => (id === null ? [] : (byId.get(id) ?? []))),
  );
  const [first] = ordering.cyclic;
  if (first) throw new InvalidRecordsError(`Animal '${first.tagNumber}': ${ownAncestorMessage}.`);
  return ordering.order;
}
