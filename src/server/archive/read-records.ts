import { z } from 'zod';
import {
  archiveFormat,
  ArchivedAnimal,
  ArchivedBreedingRecord,
  ArchivedHealthRecord,
  ArchiveHead,
  archiveVersion,
} from '#contract/archive.ts';
import { sharesParent, whyNotPair } from '#domain/breeding.ts';
import { inOrder } from '#domain/imports/loops.ts';
import { ownAncestor, parentFault, parentRoles, parentSentence } from '#domain/parentage.ts';

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

/** Reads a farm.json whole or refuses it whole. */
export function readRecords(bytes: Uint8Array): FarmRecords {
  const value = parse(bytes);
  const head = readHead(value);
  const animals = readList(value, 'animals', ArchivedAnimal);
  const healthRecords = readList(value, 'healthRecords', ArchivedHealthRecord);
  const breedingRecords = readList(value, 'breedingRecords', ArchivedBreedingRecord);
  for (const list of [animals, healthRecords, breedingRecords]) refuseTwins(list);
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
    refuseImpossible(animal);
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

function refuseImpossible({ tagNumber, birthDate, birthYear }: ArchivedAnimal): void {
  if (birthDate !== null && birthYear !== null) throw new RecordsError(`Animal '${tagNumber}' has two dates of birth.`);
}

function refuseWrongParent(animal: ArchivedAnimal, role: (typeof parentRoles)[number], known: Known): void {
  const parent = known.get(animal[`${role}Id`] ?? '');
  const fault = parent && parentFault(role, parent, animal);
  if (fault) throw new RecordsError(`Animal '${animal.tagNumber}': ${parentSentence(role, fault)}.`);
}

function refuseWrongPair(record: ArchivedBreedingRecord, known: Known): void {
  const [father, mother] = [known.get(record.fatherId), known.get(record.motherId)];
  const why = father && mother && whyNotPair({ father, mother })?.why;
  const isTooEarly = record.actualBirthDate !== null && record.actualBirthDate < record.breedingDate;
  if (!why && !isTooEarly) return;
  const fault = why ?? 'The birth cannot be before the breeding date';
  throw new RecordsError(`Breeding of ${record.breedingDate}: ${fault}.`);
}

function parentsFirst(animals: readonly ArchivedAnimal[], known: Known): readonly ArchivedAnimal[] {
  const ordering = inOrder(animals, ({ motherId, fatherId }) =>
    [motherId, fatherId].flatMap((id) => (id === null ? [] : (known.get(id) ?? []))),
  );
  for (;;) {
    const step = ordering.next();
    if (!step.done) continue;
    const [first] = step.value.stuck;
    if (first) throw new RecordsError(`Animal '${first.tagNumber}': ${ownAncestor}.`);
    return step.value.order;
  }
}
