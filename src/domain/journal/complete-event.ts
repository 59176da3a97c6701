import { eventKinds, type EventKind, type JournalEvent, youngFields } from '../records/events.ts';
import { unsetValues } from '../records/fields.ts';

const unsetDetails = Object.fromEntries(
  Object.entries(eventKinds).map(([kind, { fields }]) => [kind, unsetValues(fields)]),
) as Record<EventKind, object>;

const unsetYoung = unsetValues(youngFields);

/** A missing field gets its default: it was not given, or the kind did not have it yet. */
export const completeDetail = (kind: EventKind, detail: object): object => ({
  ...unsetDetails[kind],
  ...detail,
  ...('young' in detail && { young: (detail.young as readonly object[]).map((young) => ({ ...unsetYoung, ...young })) }),
});

interface Entry {
  readonly id: string;
  readonly kind: EventKind;
  readonly animalId: string;
  readonly day: string;
  readonly time?: string | null | undefined;
  readonly note?: string | null | undefined;
  /** The fields of the kind, as on the wire. */
  readonly detail: object;
  readonly createdAt: string;
}

export const asJournalEvent = ({ id, kind, animalId, day, time = null, note = null, detail, createdAt }: Entry): JournalEvent =>
  ({ ...completeDetail(kind, detail), id, kind, animalId, day, time, note, createdAt }) as JournalEvent;

interface TagChange {
  readonly kind: EventKind;
  readonly oldTag?: string | null;
}

/** The tag that a tag change removed: the animal's current tag, or the old tag of the entry that is corrected. */
export const removedTag = (
  { oldTag = null }: TagChange,
  animal: { readonly tagNumber: string } | undefined,
  replaced: TagChange | undefined,
): string | null => oldTag ?? (replaced?.kind === 'tagChange' ? (replaced.oldTag ?? null) : (animal?.tagNumber ?? null));
