import { z } from 'zod';
import {
  archiveFormat,
  ArchivedAnimal,
  ArchivedBreedingRecord,
  ArchivedHealthRecord,
  ArchiveHead,
  archiveVersion,
} from '#contract/archive.ts';
import { validateBirth } from '#domain/animals.ts';
import { sharesParent, validateBreedingDates, validatePair } from '#domain/breeding.ts';
import { earliestDate, latestToday, type CalendarDate } from '#domain/dates.ts';
import { validateCheckupDate } from '#domain/health-records.ts';
import { sortTopologically } from '#domain/imports/topological-sort.ts';
import { ownAncestorMessage, validateParent, parentRoles, parentViolationMessage } from '#domain/parentage.ts';

/** What a farm.json says, checked. */
export interface FarmRecords {
  readonly head: ArchiveHead;
  /** Parents before their young. */
  readonly animals: readonly ArchivedAnimal[];
  readonly healthRecords: readonly ArchivedHealthRecord[];
  readonly breedingRecords: readonly ArchivedBreedingRecord[];
  /** Links to animals that are not in the file, and records of such: a download may run while others write. */
  readonly leftOut: number;
}

/** This is no farm, or one that cannot be; the message says why to the person. */
export class RecordsError extends Error {}

/** Reads a farm.json whole or refuses it whole: by the rules of the forms, so that all of it can be shown, changed and taken out again. */
export function readRecords(bytes: Uint8Array, now: Date): FarmRecords {
  const value = parse(bytes);
  const head = readHead(value);
  const animals = readList(value, 'animals', ArchivedAnimal);
  const healthRecords = readList(value, 'healthRecords', ArchivedHealthRecord);
  const breedingRecords = readList(value, 'breedingRecords', ArchivedBreedingRecord);
  for (const list of [animals, healthRecords, breedingRecords]) {
    refuseTwins(list);
    refuseOtherTimes(list, now);
  }
  refuseImpossible({ animals, healthRecords, breedingRecords }, latestToday(now));
  return fitTogether(head, animals, healthRecords, breedingRecords);
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new RecordsError('The farm.json in this file cannot be read. Download the farm once more and try again.');
}

function readHead(value: Record<string, unknown>): ArchiveHead {
  const claimed = z.object({ format: z.literal(archiveFormat), version: z.int() }).safeParse(value);
  if (!claimed.success) throw new RecordsError('The farm.json in this file is not one that was downloaded here.');
  if (claimed.data.version > archiveVersion) {
    throw new RecordsError('This file was made by a newer version of the program than runs here.');
  }
  const head = ArchiveHead.safeParse(value);
  if (!head.success) throw new RecordsError(`The farm.json in this file is not right: ${firstFault(head.error)}`);
  return head.data;
}

function readList<T extends z.ZodType>(value: Record<string, unknown>, name: string, schema: T): z.output<T>[] {
  const list = value[name];
  if (!Array.isArray(list)) throw new RecordsError(`The farm.json in this file has no list '${name}'.`);
  // Each in the place of what was read, so that there is never all of both.
  for (const [index, record] of list.entries()) {
    const found = schema.safeParse(record);
    if (!found.success) {
      throw new RecordsError(
        `The farm.json in this file is not right: number ${index + 1} of ${name}, ${firstFault(found.error)}`,
      );
    }
    list[index] = found.data;
  }
  return list;
}

const firstFault = ({ issues: [issue] }: z.ZodError): string => `${issue?.path.join('.')}: ${issue?.message}.`;

function refuseTwins(list: readonly { id: string }[]): void {
  const ids = new Set(list.map(({ id }) => id));
  if (ids.size < list.length) throw new RecordsError('The farm.json in this file has two records with the same id.');
}

const dayMs = 86_400_000;

/** The clock of where the archive comes from may be another. */
function refuseOtherTimes(list: readonly { createdAt: string; updatedAt?: string }[], now: Date): void {
  const latest = new Date(now.getTime() + dayMs).toISOString();
  const strange = list
    .flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt ?? createdAt])
    .find((at) => at < earliestDate || at > latest);
  if (strange !== undefined) throw new RecordsError(`The farm.json in this file has a record of ${strange}, which cannot be.`);
}

/** What the forms refuse in a single record besides the rules of its fields. */
function refuseImpossible(
  { animals, healthRecords, breedingRecords }: Pick<FarmRecords, 'animals' | 'healthRecords' | 'breedingRecords'>,
  today: CalendarDate,
): void {
  for (const animal of animals) {
    const { tagNumber, birthDate, birthYear } = animal;
    if (birthDate !== null && birthYear !== null) throw new RecordsError(`Animal '${tagNumber}' has two dates of birth.`);
    refuse(`Animal '${tagNumber}'`, validateBirth(animal, today));
  }
  for (const { date } of healthRecords) refuse(`Health record of ${date}`, validateCheckupDate(date, today));
  for (const record of breedingRecords)
    refuse(`Breeding of ${record.breedingDate}`, validateBreedingDates(record, today)?.message);
}

function refuse(what: string, why: string | undefined): void {
  if (why !== undefined) throw new RecordsError(`${what}: ${why}.`);
}

function fitTogether(
  head: ArchiveHead,
  given: readonly ArchivedAnimal[],
  checkups: readonly ArchivedHealthRecord[],
  matings: readonly ArchivedBreedingRecord[],
): FarmRecords {
  const known = new Map(given.map((animal) => [animal.id, animal]));
  let leftOut = 0;
  const isKnown = (id: string): boolean => {
    const isThere = known.has(id);
    if (!isThere) leftOut += 1;
    return isThere;
  };

  for (const animal of given) {
    for (const role of parentRoles) {
      const id = animal[`${role}Id`];
      if (id === null) continue;
      if (isKnown(id)) refuseWrongParent(animal, role, known);
      else animal[`${role}Id`] = null;
    }
  }
  const healthRecords = checkups.filter(({ animalId }) => isKnown(animalId));
  const breedingRecords = matings.filter(({ fatherId, motherId }) => isKnown(fatherId) && isKnown(motherId));
  for (const record of breedingRecords) {
    refuseWrongPair(record, known);
    const young = new Set(record.offspringIds.filter((id) => isKnown(id) && id !== record.fatherId && id !== record.motherId));
    record.offspringIds = [...young].filter((id) => sharesParent(known.get(id) ?? noParents, record));
  }
  return { head, animals: parentsFirst(given, known), healthRecords, breedingRecords, leftOut };
}

const noParents = { motherId: null, fatherId: null };

type Known = ReadonlyMap<string, ArchivedAnimal>;

function refuseWrongParent(animal: ArchivedAnimal, role: (typeof parentRoles)[number], known: Known): void {
  const parent = known.get(animal[`${role}Id`] ?? '');
  const fault = parent && validateParent(role, parent, animal);
  refuse(`Animal '${animal.tagNumber}'`, fault && parentViolationMessage(role, fault));
}

function refuseWrongPair({ fatherId, motherId, breedingDate }: ArchivedBreedingRecord, known: Known): void {
  const [father, mother] = [known.get(fatherId), known.get(motherId)];
  refuse(`Breeding of ${breedingDate}`, father && mother && validatePair({ father, mother })?.message);
}

function parentsFirst(animals: readonly ArchivedAnimal[], known: Known): readonly ArchivedAnimal[] {
  const ordering = sortTopologically(animals, ({ motherId, fatherId }) =>
    [motherId, fatherId].flatMap((id) => (id === null ? [] : (known.get(id) ?? []))),
  );
  const [first] = ordering.cyclic;
  if (first) throw new RecordsError(`Animal '${first.tagNumber}': ${ownAncestorMessage}.`);
  return ordering.order;
}
