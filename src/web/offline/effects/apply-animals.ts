import type { Parsed } from '#contract/route.ts';
import type { Api } from '#contract/index.ts';
import { parentRoles } from '#domain/records/parentage.ts';
import { eventsOfNewAnimal, kindsConcerned, offerNote, ownEventsOf } from '#domain/journal/own-events.ts';
import { changeFields, completeFields, differingFields, fieldsOf, isOffered } from '#domain/records/animal-values.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { changedAnimal, newAnimal } from '../copy/animal-rows.ts';
import { putBreedingRecord } from './apply-breeding.ts';
import type { FarmDraft } from '../copy/draft.ts';
import { addToJournal, changeJournal, type Act, type AddedEvent } from './journal-changes.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

export function addAnimal(act: Act, { body: { id = act.newId(), ...input } }: Input<'addAnimal'>): void {
  putNewAnimal(act, id, completeFields(input));
}

/** Includes the events that follow from its fields. */
export function putNewAnimal(act: Act, id: string, fields: AnimalRecord, others: readonly AddedEvent[] = []): void {
  if (act.draft.of('animals').has(id)) return;
  act.draft.put('animals', newAnimal(id, fields, act.at));
  const own = eventsOfNewAnimal(fields).map((event) => ({ ...event, id: act.newId(), animalId: id }));
  addToJournal(act, [...own, ...others]);
}

export function changeAnimal(
  act: Act,
  { params: { id }, body: { version: _version, reason = null, day = act.at.slice(0, 10), ...input } }: Input<'changeAnimal'>,
): void {
  const { draft, at } = act;
  const stored = draft.of('animals').get(id);
  if (!stored) return;
  const before = fieldsOf(stored);
  const after = changeFields(before, input);
  if (differingFields(before, after).size === 0) return;
  draft.put('animals', changedAnimal(stored, after, at));
  const change = { before, after, day, reason };
  const kinds = new Set(kindsConcerned(change));
  const concerned = draft.openEventsOf(id).filter(({ kind }) => kinds.has(kind));
  const { added, replaced } = ownEventsOf(change, concerned);
  const toAdd = (event: (typeof added)[number]): AddedEvent => ({ ...event, id: act.newId(), animalId: id });
  const ids = new Set(replaced.map((event) => event.id));
  if (added.length + replaced.length > 0) {
    changeJournal(act, { add: added.map(toAdd), voided: concerned.filter((event) => ids.has(event.id)) });
  }
  if (isOffered(after, before) && reason !== null) addToJournal(act, [toAdd(offerNote(reason, day))]);
}

export function deleteAnimal({ draft, at }: Act, { params: { id } }: Input<'deleteAnimal'>): void {
  if (!draft.of('animals').has(id)) return;
  for (const role of parentRoles) {
    const children = [...draft.of('animals').values()].filter((animal) => animal[`${role}Id`] === id);
    for (const child of children) draft.put('animals', changedAnimal(child, { [`${role}Id`]: null }, at));
  }
  for (const record of draft.of('breedingRecords').values()) {
    if (record.motherId === id || record.fatherId === id) draft.delete('breedingRecords', record.id);
  }
  removeAnimal(draft, id);
}

/** Also deletes the records that are only about this animal. */
export function removeAnimal(draft: FarmDraft, id: string): void {
  for (const record of draft.of('breedingRecords').values()) {
    if (!record.offspringIds.includes(id)) continue;
    putBreedingRecord(draft, { ...record, offspringIds: record.offspringIds.filter((young) => young !== id) });
  }
  for (const tag of draft.of('animalTags').values()) if (tag.animalId === id) draft.delete('animalTags', tag.id);
  draft.deleteEventsOf(id);
  if (draft.of('animalStates').has(id)) draft.delete('animalStates', id);
  draft.delete('animals', id);
}
