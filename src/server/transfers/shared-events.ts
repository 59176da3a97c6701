import type { ArchivedEvent, ArchivedHealthRecord } from '#contract/archive.ts';
import { checkupDescription } from '#domain/records/health-records.ts';
import { type EventKind, eventKindNames } from '#domain/records/events.ts';
import { poundText } from '#domain/values/weights.ts';

/** Whether the buyer gets events of a kind. Places, groups and buyers stay with the seller. */
const isShared = {
  checkup: true,
  weighing: true,
  treatment: true,
  vaccination: true,
  scores: true,
  hooves: true,
  weaning: true,
  shearing: true,
  milking: true,
  dryOff: true,
  pregnancyCheck: true,
  heat: true,
  abortion: true,
  note: true,
  birth: true,
  birthCheck: true,
  fostering: true,
  breedingValues: true,
  castration: true,
  tagChange: true,
  move: false,
  sale: false,
  death: false,
  slaughter: false,
  loan: false,
  return: false,
  arrival: false,
} as const satisfies Readonly<Record<EventKind, boolean>>;

export const sharedKinds = eventKindNames.filter((kind) => isShared[kind]);

export interface Sharing {
  readonly withNotes: boolean;
  /** Whether the animal is included, as a sold animal or as an ancestor. */
  readonly has: (id: string) => boolean;
  /** Whether the animal was sold. */
  readonly isMoved: (id: string) => boolean;
}

const known = (id: string | null, has: (id: string) => boolean): string | null => (id !== null && has(id) ? id : null);

/** The event without names of people and references to the seller's lists; undefined if it is not shared. */
export function sharedEvent(event: ArchivedEvent, { withNotes, has, isMoved }: Sharing): ArchivedEvent | undefined {
  const shared = {
    ...event,
    note: withNotes ? event.note : null,
    responsible: null,
    worklistId: null,
    replacesId: null,
    voidedAt: null,
    voidReason: null,
  };
  switch (shared.kind) {
    case 'note':
      return withNotes ? shared : undefined;
    case 'treatment':
      return { ...shared, productId: null, prescriber: null, reason: withNotes ? shared.reason : null };
    case 'vaccination':
      return { ...shared, productId: null };
    case 'heat':
      return { ...shared, sireId: known(shared.sireId, has) };
    case 'fostering':
      return shared.rearedById === null || isMoved(shared.rearedById) ? shared : undefined;
    case 'birth':
      return {
        ...shared,
        sireId: known(shared.sireId, has),
        breedingId: null,
        young: shared.young.map((young) =>
          young.id !== null && isMoved(young.id) ? young : { ...young, id: null, tagNumber: null, name: null, waits: false },
        ),
      };
    default:
      return shared;
  }
}

export function sharedCheckup(record: ArchivedHealthRecord, { withNotes }: Sharing): ArchivedHealthRecord {
  const { weightGrams } = record;
  return {
    ...record,
    veterinarian: '',
    notes: withNotes ? record.notes : '',
    description: withNotes
      ? record.description
      : weightGrams === null
        ? ''
        : checkupDescription(Number(poundText(weightGrams)), record),
    note: withNotes ? record.note : null,
    responsible: null,
    worklistId: null,
    replacesId: null,
  };
}
