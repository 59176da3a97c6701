import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { removedTag } from '#domain/journal/complete-event.ts';
import { isOpen } from '../copy/journal-index.ts';
import { changeJournal, type Act, type AddedEvent } from './journal-changes.ts';
import type { Animal } from '#contract/animals.ts';
import type { CollectionName } from '#contract/changes.ts';
import { animalOfYoung, bornIds, provisionalTag, seatYoung } from '#domain/journal/births.ts';
import { isSireUnknown } from '#domain/breeding/matings.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { putNewAnimal, removeAnimal } from './apply-animals.ts';
import { endMating, findMating, reopenMating } from './apply-breeding.ts';
import type { FarmDraft } from '../copy/draft.ts';
import type { RowOf } from '../copy/farm-rows.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

/** Events that are already recorded stay as they are. */
export function recordEvents(act: Act, { body: { events } }: Input<'recordEvents'>): void {
  const known = act.draft.of('events');
  write(
    act,
    events.filter(({ id }) => !known.has(id)).map((event) => ({ event })),
  );
}

export function replaceEvent(
  act: Act,
  { params, body: { version: _version, id = act.newId(), ...content } }: Input<'replaceEvent'>,
): void {
  const replaced = act.draft.of('events').get(params.id);
  if (replaced && isOpen(replaced) && !act.draft.of('events').has(id)) write(act, [{ event: { ...content, id }, replaced }]);
}

export const voidEvent = (act: Act, { params: { id }, body: { reason } }: Input<'voidEvent'>): void => voidAll(act, [id], reason);

export const voidEvents = (act: Act, { body: { ids, reason } }: Input<'voidEvents'>): void => voidAll(act, ids, reason);

/** Voids all events, or none if one is unknown. */
function voidAll(act: Act, ids: readonly string[], reason: string | null = null): void {
  const events = [...new Set(ids)].map((id) => act.draft.of('events').get(id));
  if (events.includes(undefined)) return;
  const voided = events.filter((event) => event !== undefined).filter(isOpen);
  for (const event of voided) if (event.kind === 'birth') takeBackBirth(act, event);
  changeJournal(act, { voided, reason });
}

interface ToWrite {
  readonly event: NewEvent;
  readonly replaced?: RecordedEvent;
}

function write(act: Act, writes: readonly ToWrite[]): void {
  const animals = new Map(writes.map(({ event: { animalId } }) => [animalId, act.draft.of('animals').get(animalId)]));
  const add = writes.flatMap(({ event, replaced }): AddedEvent[] => {
    const { id, kind, animalId, day, time, note, responsible, worklistId, ...fields } = event;
    const animal = animals.get(animalId);
    if (!animal) return [];
    const birth = birthOf(replaced);
    const detail =
      event.kind === 'birth'
        ? addBirth(act, { event, dam: animal, replaced: birth })
        : event.kind === 'tagChange'
          ? { ...fields, oldTag: removedTag(event, animal, replaced) }
          : fields;
    if (birth && event.kind !== 'birth') takeBackBirth(act, birth);
    return [{ id, kind, animalId, day, time, note, responsible, worklistId, detail, replacesId: replaced?.id ?? null }];
  });
  changeJournal(act, { add, voided: writes.flatMap(({ replaced }) => replaced ?? []) });
}

const birthOf = (event: RecordedEvent | undefined): Birth | undefined => (event?.kind === 'birth' ? event : undefined);

type NewBirth = Extract<NewEvent, { kind: 'birth' }>;
type Birth = Extract<RecordedEvent, { kind: 'birth' }>;

interface BirthToWrite {
  readonly event: NewBirth;
  readonly dam: Animal;
  /** The birth that this one corrects; its young remain the same animals. */
  readonly replaced: Birth | undefined;
}

/** Adds the young for which the plan has room as animals and closes the mating they come from. Returns the fields of the event. */
function addBirth(act: Act, { event, dam, replaced }: BirthToWrite): EventDetail<'birth'> {
  const { draft, newId } = act;
  const { day, sireCertainty, ease } = event;
  const known = new Set(idsOf(replaced));
  const named = new Set(event.young.map(({ id }) => id));
  if (replaced) {
    deleteUnused(
      draft,
      [...known].filter((id) => !named.has(id)),
    );
    if (replaced.breedingId !== null) reopenMating(draft, replaced.breedingId);
  }
  const mating = isSireUnknown(event)
    ? undefined
    : findMating(draft, { id: event.breedingId, damId: dam.id, sireId: event.sireId, day });
  const sireId = event.sireId ?? mating?.fatherId ?? null;
  const sire = sireId === null ? undefined : draft.of('animals').get(sireId);
  const isKnown = ({ id }: NewBirth['young'][number]) => id !== null && known.has(id);
  const young = seatYoung(event.young, act.room(draft.of('animals')), isKnown).map(({ young: each, isAdded }, index) => {
    if (!isAdded && !each.waits) return each;
    const animal = { ...each, id: each.id ?? newId(), tagNumber: each.tagNumber ?? provisionalTag(dam.tagNumber, day, index) };
    if (each.waits) return animal;
    const death = { id: newId(), kind: 'death' as const, animalId: animal.id, day, detail: {} };
    putNewAnimal(act, animal.id, animalOfYoung(animal, { dam, sire, day }), animal.state === 'died' ? [death] : []);
    return animal;
  });
  if (mating) {
    const offspringIds = bornIds(young).filter((id) => draft.of('animals').has(id));
    endMating(draft, mating.id, day, offspringIds);
  }
  return { sireId, sireCertainty, breedingId: mating?.id ?? null, ease, young };
}

const idsOf = (birth: Birth | undefined): string[] => bornIds(birth?.young ?? []);

/** Deletes young without other records; the others stay as animals. The mating is open again. */
function takeBackBirth({ draft }: Act, birth: Birth): void {
  deleteUnused(draft, idsOf(birth));
  if (birth.breedingId !== null) reopenMating(draft, birth.breedingId);
}

function deleteUnused(draft: FarmDraft, ids: readonly string[]): void {
  for (const id of ids.filter((each) => isUnused(draft, each))) removeAnimal(draft, id);
}

/** An animal's birth weight and death belong to its birth. Any other record changes its version or is an event. */
const isUnused = (draft: FarmDraft, id: string): boolean =>
  draft.of('animals').get(id)?.version === 1 &&
  draft.openEventsOf(id).every((event) => event.kind === 'death' || (event.kind === 'weighing' && event.occasion !== null)) &&
  !some(draft, 'animalTags', (tag) => tag.animalId === id) &&
  !some(draft, 'animals', (animal) => animal.motherId === id || animal.fatherId === id) &&
  !some(draft, 'breedingRecords', (record) => record.motherId === id || record.fatherId === id);

const some = <K extends CollectionName>(draft: FarmDraft, name: K, holds: (row: RowOf<K>) => boolean): boolean =>
  [...draft.of(name).values()].some(holds);
