import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import { codePointLength } from '../text-length.ts';
import { evaluationChange, evaluationKey } from './breeding-values.ts';
import type { Change } from './changes.ts';
import { idOf, type AddedEvent, type EventDraft } from './event-draft.ts';
import type { FileKind } from './file-kind.ts';
import { otherEventsOf } from './event-cells.ts';
import type { PlannedAnimal } from './herd.ts';
import { maxNotesLength } from './row-reader.ts';
import { treatmentChange, treatmentKey, treatmentOf } from './treatments.ts';
import { formatWeighing, weighingKey } from './weighings.ts';

export function violationOf(
  draft: EventDraft,
  animal: PlannedAnimal,
  { today, nothing, kind }: { readonly today: CalendarDate; readonly nothing: string; readonly kind: FileKind },
): string | undefined {
  const { violations, weights, product, values, notes } = draft;
  if (violations.length > 0) return violations[0];
  const others = otherEventsOf(draft, kind, draft.father);
  if (weights.length === 0 && product === null && others.length === 0 && values.length === 0) return nothing;
  const wrongDay = violationOfDays(draft, animal, { today, isOfDay: product !== null || others.length > 0 });
  if (wrongDay !== undefined) return wrongDay;
  const wrongSex = others.find((each) => (each.kind === 'milking' || each.kind === 'pregnancyCheck') && animal.sex === 'male');
  if (wrongSex) return `Your animal ${animal.tagNumber} is male.`;
  return codePointLength(notes.join('\n')) > maxNotesLength ? 'Its notes are longer than 2,000 characters.' : undefined;
}

function violationOfDays(
  { weights, values, analysisDay, day }: EventDraft,
  animal: PlannedAnimal,
  { today, isOfDay }: { readonly today: CalendarDate; readonly isOfDay: boolean },
): string | undefined {
  const needsDay = isOfDay || weights.some((each) => each.day === null);
  if ((needsDay && day === null) || (values.length > 0 && analysisDay === null)) return 'The day is missing.';
  const days = [needsDay ? day : null, ...weights.map((each) => each.day), values.length > 0 ? analysisDay : null];
  for (const each of days) {
    const message = each === null ? undefined : validateCheckupDate(each, today, animal);
    if (message !== undefined) return `${message}: ${each}.`;
  }
  return undefined;
}

interface KeyedEvent {
  readonly key: string;
  readonly event: AddedEvent;
  readonly change: Change;
}

/** The note is stored once, with the first event of the row. */
export function eventsOf(
  draft: EventDraft,
  animal: PlannedAnimal,
  { source, kind }: { readonly source: string | null; readonly kind: FileKind },
): KeyedEvent[] {
  const { weights, product, time, notes, values, responsible } = draft;
  const analysisDay = draft.analysisDay ?? '';
  const day = draft.day ?? '';
  const animalId = idOf(animal);
  const common = { animal, day, time, note: null, ...(responsible !== null && { responsible }) };
  const treatment = product === null ? null : treatmentOf(draft, product, day);
  const found: KeyedEvent[] = [
    ...weights.map((each) => {
      const weighing = { date: each.day ?? day, grams: each.grams };
      return {
        key: weighingKey(animalId, weighing),
        event: { ...common, day: weighing.date, kind: 'weighing' as const, detail: { weightGrams: each.grams, method: 'scale' } },
        change: { label: 'Weight', from: null, to: formatWeighing(weighing) },
      };
    }),
    ...(treatment === null
      ? []
      : [
          {
            key: treatmentKey(animalId, { day, ...treatment.detail }),
            event: { ...common, kind: 'treatment' as const, detail: treatment.detail },
            change: treatmentChange(treatment),
          },
        ]),
    ...otherEventsOf(draft, kind, draft.father).map((each) => {
      const detail = each.kind === 'vaccination' ? { ...each.detail, ...vaccineDetail(draft) } : each.detail;
      return {
        key: eventKey(animalId, { day, kind: each.kind, note: each.note ?? null, ...detail }),
        event: { ...common, note: each.note ?? null, kind: each.kind, detail },
        change: { label: each.label, from: null, to: `${each.text} on ${day}` },
      };
    }),
    ...(values.length === 0
      ? []
      : [
          {
            key: evaluationKey(animalId, analysisDay, values),
            event: { ...common, day: analysisDay, time: null, kind: 'breedingValues' as const, detail: { source, values } },
            change: evaluationChange(values, analysisDay),
          },
        ]),
  ];
  return found.map((each, index) => {
    const lines = [each.event.note ?? [], index === 0 ? notes : []].flat();
    return { ...each, event: { ...each.event, note: lines.length === 0 ? null : lines.join('\n') } };
  });
}

const vaccineDetail = ({ dose, unit, batch, withdrawals }: EventDraft) => ({
  dose,
  unit,
  batch,
  withdrawals: [...withdrawals.values()],
});

/** Of each kind a day has one, but several notes and milkings. */
export const eventKey = (
  animalId: string,
  event: { readonly kind: string; readonly day: string; readonly [name: string]: unknown },
): string => {
  const { kind, day } = event;
  const what =
    kind === 'milking' ? event['amountMl'] : kind === 'note' ? event['note'] : kind === 'vaccination' ? event['productName'] : '';
  return `${animalId} ${day} ${kind} ${typeof what === 'string' || typeof what === 'number' ? String(what).toLowerCase() : ''}`;
};
