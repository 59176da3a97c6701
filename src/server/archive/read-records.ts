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
import { validateEvent } from '#domain/journal/validate-event.ts';
import { specifiedRegional } from '#domain/values/units.ts';
import { validateAnimalTag } from '#domain/records/animal-tags.ts';
import {
  ownAncestorMessage,
  parentRoles,
  parentViolationMessage,
  type PedigreeAnimal,
  validateParent,
} from '#domain/records/parentage.ts';
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

/** In this order, since all others name animals. */
const schemas = {
  animals: ArchivedAnimal,
  healthRecords: ArchivedHealthRecord,
  breedingRecords: ArchivedBreedingRecord,
  animalTags: ArchivedAnimalTag,
  events: ArchivedEvent,
  ...archivedLists,
  papers: ArchivedPaper,
} as const;

type ListOfFile = keyof typeof schemas;
type RecordOf<L extends ListOfFile> = z.output<(typeof schemas)[L]>;
type AnyRecord = RecordOf<ListOfFile>;

const listsOfFile = Object.keys(schemas) as readonly ListOfFile[];
/** Archives of earlier versions have no other lists. */
const neededLists: ReadonlySet<ListOfFile> = new Set(['animals', 'healthRecords', 'breedingRecords']);

/** Whoever gets a part handles it in one go, in which nothing else is done. */
const valuesPerPart = 20_000;

/** Reads each record twice, once to validate the whole and once to yield it, so that the records are never in memory together. */
export function* readRecords(bytes: Uint8Array, now: Date): Generator<Partial<FarmRecords>, undefined> {
  try {
    const file = { bytes, members: splitJson(bytes) };
    const head = readHead(file);
    const contents = validateRecords(file, now);
    for (const name of listsOfFile) yield* inParts(name, resolvedRecords(file, name, contents));
    yield { head, leftOut: contents.leftOut };
  } catch (error) {
    throw error instanceof SyntaxError ? new InvalidRecordsError(unreadableMessage) : error;
  }
}

/** A paper or a worklist has as many values as hundreds of animals. */
function* inParts(name: ListOfFile, records: Iterable<AnyRecord>): Generator<Partial<FarmRecords>> {
  let [part, values]: [AnyRecord[], number] = [[], 0];
  for (const record of records) {
    part.push(record);
    values += countValues(record);
    if (values < valuesPerPart) continue;
    yield { [name]: part };
    [part, values] = [[], 0];
  }
  yield { [name]: part };
}

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
    : 1;

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

function* readList<L extends ListOfFile>(file: SplitFile, name: L): Generator<readonly [RecordOf<L>, JsonSlice]> {
  const member = file.members.get(name);
  if (!member && !neededLists.has(name)) return;
  if (!member || !isList(file.bytes, member)) throw new InvalidRecordsError(`The farm.json in this file has no list '${name}'.`);
  let number = 0;
  for (const slice of elementsOf(file.bytes, member)) {
    number += 1;
    const found = schemas[name].safeParse(parse(file, slice));
    if (!found.success) {
      throw new InvalidRecordsError(
        `The farm.json in this file is not right: number ${number} of ${name}, ${firstIssue(found.error)}`,
      );
    }
    yield [found.data as RecordOf<L>, slice];
  }
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string => `${issue?.path.join('.')}: ${issue?.message}.`;

/** What others are validated against, and where the animal is in the file. */
interface ReadAnimal extends PedigreeAnimal {
  readonly id: string;
  readonly tagNumber: string;
  readonly slice: JsonSlice;
  motherId: string | null;
  fatherId: string | null;
}

interface Contents {
  /** Parents before their offspring. */
  readonly animals: readonly ReadAnimal[];
  readonly byId: ReadonlyMap<string, ReadAnimal>;
  /** The ids that references may have: of records whose animals are in the file. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  leftOut: number;
}

function validateRecords(file: SplitFile, now: Date): Contents {
  const today = latestToday(now);
  const byId = new Map<string, ReadAnimal>();
  const [taken, known] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const name of listsOfFile) {
    const collection = name === 'healthRecords' ? 'events' : name;
    const takenIds = taken.getOrInsertComputed(collection, () => new Set());
    const knownIds = known.getOrInsertComputed(collection, () => new Set());
    for (const [record, slice] of readList(file, name)) {
      if (takenIds.has(record.id)) throw new InvalidRecordsError('The farm.json in this file has two records with the same id.');
      takenIds.add(record.id);
      rejectImplausibleTimes(record, now);
      rejectInvalidRecord(name, record, today);
      if (name === 'animals') byId.set(record.id, toReadAnimal(record as ArchivedAnimal, slice));
      if (animalsOf(record).every((id) => byId.has(id))) knownIds.add(record.id);
    }
  }
  const contents = { byId, known, leftOut: 0 };
  for (const animal of byId.values()) {
    for (const role of parentRoles) {
      const id = findId(contents, 'animals', animal[`${role}Id`]);
      animal[`${role}Id`] = id;
      rejectInvalidParent(animal, role, byId);
    }
  }
  return Object.assign(contents, { animals: sortParentsFirst(byId) });
}

const toReadAnimal = (animal: ArchivedAnimal, slice: JsonSlice): ReadAnimal => {
  const { id, tagNumber, sex, species, birthDate, birthYear, motherId, fatherId } = animal;
  return { id, tagNumber, sex, species, birthDate, birthYear, motherId, fatherId, slice };
};

/** The animals without which a record is left out. */
const animalsOf = (record: AnyRecord): readonly string[] => {
  if ('breedingDate' in record) return [record.fatherId, record.motherId];
  return 'animalId' in record ? [record.animalId] : [];
};

function findId(contents: Pick<Contents, 'known' | 'leftOut'>, collection: Named, id: string | null): string | null {
  if (id === null || contents.known.get(collection)?.has(id)) return id;
  contents.leftOut += 1;
  return null;
}

function* resolvedRecords(file: SplitFile, name: ListOfFile, contents: Contents): Generator<AnyRecord> {
  if (name === 'animals') {
    for (const { slice, motherId, fatherId } of contents.animals)
      yield { ...ArchivedAnimal.parse(parse(file, slice)), motherId, fatherId };
    return;
  }
  for (const [record] of readList(file, name)) {
    const isWhole = animalsOf(record).every((id) => findId(contents, 'animals', id) !== null);
    if (isWhole) yield { ...record, ...resolvedReferences(contents, name, record) };
  }
}

function resolvedReferences(contents: Contents, name: ListOfFile, record: AnyRecord): object {
  const find: FindId = (collection, id) => findId(contents, collection, id);
  if (name === 'breedingRecords') return { offspringIds: validOffspring(contents, record as ArchivedBreedingRecord, find) };
  if (name === 'exposures') return { groupId: find('groups', (record as RecordOf<'exposures'>).groupId) };
  if (name === 'chores') {
    const { groupId, placeId } = record as RecordOf<'chores'>;
    return { groupId: find('groups', groupId), placeId: find('places', placeId) };
  }
  if (name !== 'healthRecords' && name !== 'events') return {};
  const { replacesId, worklistId } = record as ArchivedHealthRecord | ArchivedEvent;
  const common = { replacesId: find('events', replacesId), worklistId: find('worklists', worklistId) };
  return name === 'events' ? { ...common, ...referencesOf(record as ArchivedEvent, find) } : common;
}

function validOffspring({ byId }: Contents, record: ArchivedBreedingRecord, find: FindId): string[] {
  rejectInvalidPair(record, byId);
  const offspring = new Set(record.offspringIds.filter((id) => find('animals', id) !== null));
  for (const parent of [record.fatherId, record.motherId]) offspring.delete(parent);
  return [...offspring].filter((id) => sharesParent(byId.get(id) ?? noParents, record));
}

const noParents = { motherId: null, fatherId: null };

type AnimalsById = Contents['byId'];

/** Allows for the clock of the source to differ. */
function rejectImplausibleTimes(record: AnyRecord, now: Date): void {
  const latest = timeAfter(now, dayMs);
  const times: Partial<Record<string, unknown>> = record;
  for (const at of [times['createdAt'], times['updatedAt'], times['voidedAt'], times['archivedAt']]) {
    if (typeof at === 'string' && (at < earliestDate || at > latest))
      throw new InvalidRecordsError(`The farm.json in this file has a record of ${at}, which cannot be.`);
  }
}

const validators: { readonly [L in ListOfFile]?: (record: RecordOf<L>, today: CalendarDate) => void } = {
  animals: (animal, today) => {
    const { tagNumber, birthDate, birthYear } = animal;
    if (birthDate !== null && birthYear !== null) throw new InvalidRecordsError(`Animal '${tagNumber}' has two dates of birth.`);
    reject(`Animal '${tagNumber}'`, validateBirth(animal, today));
  },
  healthRecords: ({ date }, today) => reject(`Health record of ${date}`, validateCheckupDate(date, today)),
  breedingRecords: (record, today) =>
    reject(`Breeding of ${record.breedingDate}`, validateBreedingDates({ ...record, expectedDueDate: null }, today)?.message),
  animalTags: (tag, today) => reject(`Number '${tag.number}'`, validateAnimalTag(tag, today)?.message.replace(/\.$/, '')),
  events: (event, today) => reject(`Event of ${event.day}`, eventMessage(event, today)),
};

const rejectInvalidRecord = (name: ListOfFile, record: AnyRecord, today: CalendarDate): void =>
  (validators[name] as ((record: AnyRecord, today: CalendarDate) => void) | undefined)?.(record, today);

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

function rejectInvalidParent(animal: ReadAnimal, role: (typeof parentRoles)[number], byId: AnimalsById): void {
  const parent = byId.get(animal[`${role}Id`] ?? '');
  const violation = parent && validateParent(role, parent, animal);
  reject(`Animal '${animal.tagNumber}'`, violation && parentViolationMessage(role, violation));
}

function rejectInvalidPair({ fatherId, motherId, breedingDate }: ArchivedBreedingRecord, byId: AnimalsById): void {
  const [father, mother] = [byId.get(fatherId), byId.get(motherId)];
  reject(`Breeding of ${breedingDate}`, father && mother && validatePair({ father, mother })?.message);
}

function sortParentsFirst(byId: AnimalsById): readonly ReadAnimal[] {
  const ordering = sortTopologically(byId.values(), ({ motherId, fatherId }) =>
    [motherId, fatherId].flatMap((id) => (id === null ? [] : (byId.get(id) ?? []))),
  );
  const [first] = ordering.cyclic;
  if (first) throw new InvalidRecordsError(`Animal '${first.tagNumber}': ${ownAncestorMessage}.`);
  return ordering.order;
}
