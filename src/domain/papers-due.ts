import { putOffKey } from './chores.ts';
import { addDays, type CalendarDate } from './dates.ts';
import type { AnimalStatus } from './animals.ts';
import { truncateText } from './text-length.ts';

type PaperKind = 'receipt' | 'movement';

interface Animal {
  readonly id: string;
  readonly status: AnimalStatus;
  readonly motherId: string | null;
  readonly fatherId: string | null;
  readonly birthDate: CalendarDate | null;
}

interface Sources {
  readonly animals: readonly Animal[];
  /** Also of parents from outside the farm. */
  readonly numbers: readonly { readonly animalId: string; readonly kind: string }[];
  readonly sales: readonly { readonly animalId: string; readonly day: CalendarDate; readonly buyer: string | null }[];
  /** undefined if they could not be read: then nothing is said of sales. */
  readonly papers:
    | readonly {
        readonly kind: PaperKind;
        readonly day: CalendarDate;
        readonly party: string;
        readonly isReceived: boolean;
        readonly cancelledAt: string | null;
      }[]
    | undefined;
  readonly postponed: ReadonlyMap<string, { readonly putOffTo: CalendarDate | null; readonly reason: string | null }>;
  /** The age from which a registration is due; null: from the birth. */
  readonly registrationDays: number | null;
}

export interface PaperDue {
  /** The subject of the chore that postpones it. */
  readonly subject: string;
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  /** Where it is put together; undefined for a registration. */
  readonly sale: { readonly buyer: string | null; readonly missing: readonly PaperKind[] } | undefined;
  /** Why it had been put off to a day that has come. */
  readonly reason: string | null;
}

/** Afterwards nothing is said: the farm does without. */
const [saleDays, registrationAgeDays] = [30, 365];
const longestBuyer = 100;

/**
 * Papers that follow from the farm's own records. A sale lacks the kinds of papers that the farm issues; a farm that has issued none
 * yet is told of sales to a named buyer. A young lacks a registration if both of its parents have one. Those put off to a later day
 * are left out.
 */
export function papersDue({ postponed, ...sources }: Sources, today: CalendarDate): readonly PaperDue[] {
  return [...ofSales(sources, today), ...registrations(sources, today)].flatMap((due): PaperDue[] => {
    const chores = due.animalIds.map((id) => postponed.get(putOffKey(due.subject, id)));
    const open = due.animalIds.filter((_, index) => (chores[index]?.putOffTo ?? '') <= today);
    const reason = chores.find((chore) => chore !== undefined)?.reason ?? null;
    return open.length === 0 ? [] : [{ ...due, animalIds: open, reason }];
  });
}

type Found = Omit<PaperDue, 'reason'>;
type Given = Omit<Sources, 'postponed'>;

const partyKey = (party: string | null): string => (party ?? '').trim().toLowerCase();

function ofSales({ sales, papers }: Given, today: CalendarDate): readonly Found[] {
  if (!papers) return [];
  const own = papers.filter(({ isReceived, cancelledAt }) => !isReceived && cancelledAt === null);
  const used = (['receipt', 'movement'] as const).filter((kind) => own.some((paper) => paper.kind === kind));
  const recent = sales.filter(({ day }) => day <= today && day >= addDays(today, -saleDays));
  return [...Map.groupBy(recent, ({ day, buyer }) => `${day} ${partyKey(buyer)}`).values()].flatMap((sold): Found[] => {
    const [{ day, buyer } = { day: '', buyer: null }] = sold;
    const isIssued = (kind: PaperKind) =>
      own.some(
        (paper) => paper.kind === kind && paper.day === day && (buyer === null || partyKey(paper.party) === partyKey(buyer)),
      );
    const wanted = used.length > 0 ? used : buyer === null ? [] : (['receipt', 'movement'] as const);
    const missing = wanted.filter((kind) => !isIssued(kind));
    if (missing.length === 0) return [];
    const subject = `papers ${day} ${truncateText(partyKey(buyer), longestBuyer)}`.trim();
    return [{ subject, day, animalIds: sold.map(({ animalId }) => animalId), sale: { buyer, missing } }];
  });
}

function registrations({ animals, numbers, registrationDays }: Given, today: CalendarDate): readonly Found[] {
  const registered = new Set(numbers.flatMap(({ animalId, kind }) => (kind === 'registration' ? animalId : [])));
  const isRegistered = (id: string | null) => id !== null && registered.has(id);
  const young = animals.filter(
    ({ id, status, motherId, fatherId, birthDate }) =>
      status === 'active' &&
      birthDate !== null &&
      birthDate >= addDays(today, -registrationAgeDays) &&
      birthDate <= addDays(today, -(registrationDays ?? 0)) &&
      isRegistered(motherId) &&
      isRegistered(fatherId) &&
      !registered.has(id),
  );
  const [day] = young.flatMap(({ birthDate }) => birthDate ?? []).toSorted();
  return day === undefined
    ? []
    : [
        {
          subject: 'registration',
          day: addDays(day, registrationDays ?? 0),
          animalIds: young.map(({ id }) => id),
          sale: undefined,
        },
      ];
}
