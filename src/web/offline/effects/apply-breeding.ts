import type { BreedingRecord } from '#contract/breeding.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { maxOffspring } from '#domain/records/breeding.ts';
import { contentVersion } from '#domain/values/content-version.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { isPossibleMating, matingOf, type BirthOf } from '#domain/breeding/matings.ts';
import { breedingContent, breedingFields } from '#domain/records/breeding-record.ts';
import { unsetValues } from '#domain/records/fields.ts';
import type { FarmDraft } from '../copy/draft.ts';
import type { Act } from './journal-changes.ts';
import { newestFirst } from '../copy/newest-first.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

const unset = unsetValues(breedingFields);

export function addBreedingRecord(
  { draft, at, newId }: Act,
  { body: { id = newId(), ...input } }: Input<'addBreedingRecord'>,
): void {
  if (draft.of('breedingRecords').has(id)) return;
  const fields = { offspringIds: [], ...unset, ...definedFields(input) } as Omit<BreedingRecord, 'id' | 'createdAt' | 'version'>;
  putBreedingRecord(draft, { ...withDueDate(draft, fields), id, createdAt: at });
}

export function changeBreedingRecord(
  { draft }: Act,
  { params: { id }, body: { version: _version, ...input } }: Input<'changeBreedingRecord'>,
): void {
  const record = draft.of('breedingRecords').get(id);
  if (record) putBreedingRecord(draft, withDueDate(draft, { ...record, ...definedFields(input) }));
}

export function deleteBreedingRecord({ draft }: Act, { params: { id } }: Input<'deleteBreedingRecord'>): void {
  if (draft.of('breedingRecords').has(id)) draft.delete('breedingRecords', id);
}

/** Only if it has changed. */
export function putBreedingRecord(draft: FarmDraft, record: Omit<BreedingRecord, 'version'>): void {
  const version = contentVersion(breedingContent(record));
  if (draft.of('breedingRecords').get(record.id)?.version !== version) draft.put('breedingRecords', { ...record, version });
}

/** A missing due date is computed from the species. */
function withDueDate<R extends Pick<BreedingRecord, 'motherId' | 'breedingDate' | 'expectedDueDate'>>(
  draft: FarmDraft,
  record: R,
): R {
  const mother = draft.of('animals').get(record.motherId);
  const computed = mother ? dueDate(mother.species, record.breedingDate) : null;
  return { ...record, expectedDueDate: record.expectedDueDate ?? computed };
}

export function findMating(draft: FarmDraft, birth: BirthOf): BreedingRecord | undefined {
  const possible = [...draft.of('breedingRecords').values()].filter((record) => isPossibleMating(record, birth));
  return matingOf(newestFirst(possible, ({ breedingDate }) => breedingDate));
}

export const endMating = (draft: FarmDraft, id: string, day: string, young: readonly string[]): void =>
  setOutcome(draft, id, { outcome: 'successful', actualBirthDate: day, offspringIds: young.slice(0, maxOffspring) });

/** The birth that closed the mating was voided. */
export const reopenMating = (draft: FarmDraft, id: string): void =>
  setOutcome(draft, id, { outcome: 'pending', actualBirthDate: null, offspringIds: [] });

function setOutcome(
  draft: FarmDraft,
  id: string,
  outcome: Pick<BreedingRecord, 'outcome' | 'actualBirthDate' | 'offspringIds'>,
): void {
  const record = draft.of('breedingRecords').get(id);
  if (record) putBreedingRecord(draft, { ...record, ...outcome });
}
