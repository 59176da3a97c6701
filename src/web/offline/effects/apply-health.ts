import type { RecordedEvent } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { definedFields } from '#domain/values/defined-fields.ts';
import { checkupOf } from '#domain/journal/checkups.ts';
import type { FarmDraft } from '../copy/draft.ts';
import { isOpen } from '../copy/journal-index.ts';
import { changeJournal, type Act } from './journal-changes.ts';
import { storedHealthRecord } from '../copy/views.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

export function addHealthRecord(act: Act, { body: { id = act.newId(), ...input } }: Input<'addHealthRecord'>): void {
  if (act.draft.of('events').has(id)) return;
  const { animalId, date: day } = input;
  changeJournal(act, { add: [{ id, kind: 'checkup', animalId, day, detail: checkupOf(input) }], touchesAnimals: true });
}

/** The record keeps its id. Its earlier content becomes another event, which is voided. */
export function changeHealthRecord(
  act: Act,
  { params: { id }, body: { version: _version, ...change } }: Input<'changeHealthRecord'>,
): void {
  const event = findCheckup(act.draft, id);
  if (!event) return;
  const { id: _id, version, createdAt, ...before } = storedHealthRecord(event);
  const after = { ...before, ...definedFields(change) };
  if (Object.entries(after).every(([name, value]) => before[name as keyof typeof before] === value)) return;
  const movedTo = act.newId();
  const { animalId, date: day } = after;
  const corrected = { id, kind: 'checkup' as const, animalId, day, detail: checkupOf(after), createdAt, replacesId: movedTo };
  changeJournal(act, { add: [{ ...corrected, version: version + 1 }], voided: [event], movedTo, touchesAnimals: true });
}

export function removeHealthRecord(act: Act, { params: { id } }: Input<'removeHealthRecord'>): void {
  const event = findCheckup(act.draft, id);
  if (event) changeJournal(act, { voided: [event], touchesAnimals: true });
}

function findCheckup(draft: FarmDraft, id: string): Extract<RecordedEvent, { kind: 'checkup' }> | undefined {
  const event = draft.of('events').get(id);
  return event?.kind === 'checkup' && isOpen(event) ? event : undefined;
}
