import type { RecordedEvent } from '#contract/events.ts';
import { completeDetail } from '#domain/journal/complete-event.ts';
import { effectsOn } from '#domain/journal/effects.ts';
import { fold, type AnimalState } from '#domain/journal/state.ts';
import { listedStateOf } from '#domain/journal/summary.ts';
import type { EventKind } from '#domain/records/events.ts';
import { changedAnimal } from '../copy/animal-rows.ts';
import type { FarmDraft } from '../copy/draft.ts';
import type { FarmRows } from '../copy/farm-rows.ts';

/** The context of an operation: when and by whom, and the ids that its request leaves to the server. */
export interface Act {
  readonly draft: FarmDraft;
  readonly at: string;
  readonly by: string;
  readonly newId: () => string;
  /** How many more active animals the plan allows beside these, as far as this browser knows. */
  readonly room: (animals: FarmRows['animals']) => number;
}

export interface AddedEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly animalId: string;
  readonly day: string;
  readonly time?: string | null;
  readonly note?: string | null;
  readonly responsible?: string | null;
  readonly worklistId?: string | null;
  readonly detail: object;
  readonly createdAt?: string;
  readonly replacesId?: string | null;
  readonly version?: number;
}

interface JournalChange {
  readonly add?: readonly AddedEvent[];
  readonly voided?: readonly RecordedEvent[];
  readonly reason?: string | null;
  /** The id that the voided event gets if its replacement takes over its own. */
  readonly movedTo?: string;
  readonly touchesAnimals?: boolean;
}

/** Adds and voids events and applies their effects on the animals. */
export function changeJournal(act: Act, { add = [], touchesAnimals = false, ...rest }: JournalChange): void {
  const { draft, at } = act;
  // Voiding a birth deletes its young and their events, which may be among those to void.
  const voided = rest.voided?.filter(({ id }) => draft.of('events').has(id)) ?? [];
  const animalIds = new Set([...add, ...voided].map(({ animalId }) => animalId));
  const before = new Map([...animalIds].map((id) => [id, fold(draft.openEventsOf(id))]));
  for (const event of voided) putVoided(act, event, rest);
  const added = add.map((event) => recorded(act, event));
  for (const event of added) draft.putEvent(event);
  for (const [id, stateBefore] of before) {
    const animal = draft.of('animals').get(id);
    if (!animal) continue;
    const growth = draft.openEventsOf(id);
    const after = fold(growth);
    putState(draft, id, after);
    const ofAnimal = (events: readonly RecordedEvent[]) => events.filter(({ animalId }) => animalId === id);
    const effects = effectsOn(animal, {
      before: stateBefore,
      after,
      added: ofAnimal(added),
      voided: ofAnimal(voided),
      growth,
    }).after;
    if (touchesAnimals || Object.keys(effects).length > 0) draft.put('animals', changedAnimal(animal, effects, at));
  }
}

/** Adds events that do not change the animals' own fields. */
export function addToJournal(act: Act, events: readonly AddedEvent[]): void {
  for (const event of events) act.draft.putEvent(recorded(act, event));
  for (const id of new Set(events.map(({ animalId }) => animalId))) putState(act.draft, id, fold(act.draft.openEventsOf(id)));
}

function putVoided(
  { draft, at, by }: Act,
  event: RecordedEvent,
  { movedTo = event.id, reason = null }: Pick<JournalChange, 'movedTo' | 'reason'>,
): void {
  if (movedTo !== event.id) draft.deleteEvent(event);
  draft.putEvent({ ...event, id: movedTo, version: event.version + 1, voidedAt: at, voidedBy: by, voidReason: reason });
}

const recorded = (
  { at, by }: Act,
  {
    kind,
    detail,
    time = null,
    note = null,
    responsible = null,
    worklistId = null,
    createdAt = at,
    replacesId = null,
    version = 1,
    ...event
  }: AddedEvent,
): RecordedEvent =>
  ({
    ...completeDetail(kind, detail),
    ...event,
    kind,
    time,
    note,
    responsible,
    worklistId,
    by,
    createdAt,
    version,
    replacesId,
    voidedAt: null,
    voidedBy: null,
    voidReason: null,
  }) as RecordedEvent;

function putState(draft: FarmDraft, animalId: string, state: AnimalState): void {
  const { withdrawals, groupIds, due, ...listed } = listedStateOf(state);
  draft.put('animalStates', { animalId, ...listed, withdrawals: [...withdrawals], groupIds: [...groupIds], due: [...due] });
}
