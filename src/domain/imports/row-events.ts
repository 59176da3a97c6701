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
import { checkupKey, checkupOf, medicineKey } from './checkup-cells.ts';
import { daysFirst, treatmentChange, treatmentKey, treatmentOf } from './treatments.ts';
import { formatWeighing, roundToCheckup, weighingKey } from './weighings.ts';

export function violationOf(
  draft: EventDraft,
  animal: PlannedAnimal,
  { today, nothing, kind }: { readonly today: CalendarDate; readonly nothing: string; readonly kind: FileKind },
): string | undefined {
  const { violations, weights, product, values, notes } = draft;
  if (violations.length > 0) return violations[0];
  const others = otherEventsOf(draft, kind, draft.father);
  if (kind === 'checkup') return violationOfDays(draft, animal, { today, isOfDay: true });
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

interface HowToRecord {
  readonly source: string | null;
  /** Of the row, and of the file. */
  readonly kind: FileKind;
  readonly fileKind: FileKind;
  readonly recorded: ReadonlySet<string>;
}

/** A weight that is recorded already is not recorded again with the checkup. */
function checkupIn(draft: EventDraft, animal: PlannedAnimal, { fileKind, recorded }: HowToRecord): KeyedEvent {
  const { day, time, responsible, weights } = draft;
  const date = day ?? '';
  const grams = weights[0]?.grams;
  const isWeighed = grams !== undefined && !recorded.has(weighingKey(idOf(animal), { date, grams }));
  const status = animal.known && { healthStatus: animal.known.healthStatus };
  const detail = checkupOf({ ...status, ...draft.checkup }, isWeighed ? roundToCheckup(grams).pounds : null);
  const common = { animal, day: date, time, note: null, ...(responsible !== null && { responsible }) };
  return {
    key: fileKind === 'checkup' ? `${idOf(animal)} ${date} checkup ${checkupKey(detail)}` : medicineKey(idOf(animal), date),
    event: { ...common, kind: 'checkup', detail },
    change: { label: 'Checkup', from: null, to: [detail.description, detail.medication, date].filter(Boolean).join(', ') },
  };
}

/** The note is stored once, with the first event of the row. */
export function eventsOf(
  draft: EventDraft,
  animal: PlannedAnimal,
  { source, kind, fileKind, recorded }: HowToRecord,
): KeyedEvent[] {
  const { weights, product, time, notes, values, responsible } = draft;
  if (kind === 'checkup') return [checkupIn(draft, animal, { source, kind, fileKind, recorded })];
  const analysisDay = draft.analysisDay ?? '';
  const day = draft.day ?? '';
  const animalId = idOf(animal);
  const { weighedBy: method, occasion } = draft;
  const common = { animal, day, time, note: null, ...(responsible !== null && { responsible }) };
  const treatment = product === null ? null : treatmentOf(draft, product, day);
  const found: KeyedEvent[] = [
    ...weights.map((each) => {
      const weighing = { date: each.day ?? day, grams: each.grams };
      return {
        key: weighingKey(animalId, weighing),
        event: {
          ...common,
          day: weighing.date,
          kind: 'weighing' as const,
          detail: { weightGrams: each.grams, method, ...(occasion !== null && { occasion }) },
        },
        change: { label: 'Weight', from: null, to: formatWeighing(weighing) },
      };
    }),
    ...(treatment === null
      ? []
      : [
          {
            key: treatmentKey(animalId, { day, time, ...treatment.detail }),
            event: { ...common, kind: 'treatment' as const, detail: treatment.detail },
            change: treatmentChange(treatment),
          },
        ]),
    ...otherEventsOf(draft, kind, draft.father).map((each) => {
      const detail = each.kind === 'vaccination' ? { ...each.detail, ...vaccineDetail(draft) } : each.detail;
      return {
        key: eventKey(animalId, { day, time, kind: each.kind, note: each.note ?? null, ...detail }),
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

const vaccineDetail = ({ dose, unit, batch, more, withdrawals }: EventDraft) => ({
  dose,
  unit,
  batch,
  expiry: more.expiry ?? null,
  withdrawals: [...withdrawals.values()].map(daysFirst),
});

/** Of each kind a day has one, but several notes, moves and milkings. */
export function eventKey(animalId: string, event: KeyParts): string {
  const { kind, day, time = null } = event;
  const parts = whatTells[kind]?.map((name) => event[name]) ?? [];
  const text = parts.flatMap((part) =>
    typeof part === 'string' || typeof part === 'number' || part === true ? String(part).toLowerCase() : [],
  );
  return `${animalId} ${day} ${kind} ${text.join(' ')}${kind === 'milking' && time !== null ? ` at ${time}` : ''}`;
}

interface KeyParts {
  readonly kind: string;
  readonly day: string;
  readonly time?: string | null;
  readonly [name: string]: unknown;
}

const whatTells: Readonly<Record<string, readonly string[]>> = {
  milking: ['amountMl'],
  note: ['note'],
  vaccination: ['productName'],
  move: ['placeId', 'groupId', 'leavesGroup'],
};
