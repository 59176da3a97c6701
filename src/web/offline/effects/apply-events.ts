import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { removedTag } from '#domain/journal/complete-event.ts';
import { addBirth, takeBackBirth, type Birth } from './apply-births.ts';
import { isOpen } from '../copy/journal-index.ts';
import { changeJournal, type Act, type AddedEvent } from './journal-changes.ts';

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
