import { putOffKey } from '../records/chores.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import type { AnimalStatus } from '../records/animals.ts';
import { capitalized } from '../values/text.ts';
import { plural } from '../values/plural.ts';
import { truncateText } from '../values/text-length.ts';
import type { PutOff } from './today.ts';

type PaperKind = 'receipt' | 'movement';

interface Animal {
  readonly id: string;
  readonly status: AnimalStatus;
  readonly motherId: string | null;
  readonly fatherId: string | null;
  readonly birthDate: CalendarDate | null;
}

interface Postponement {
  readonly putOffTo: CalendarDate | null;
  readonly reason: string | null;
}

interface Sources<C extends Postponement> {
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
        readonly animalCount: number;
        readonly isReceived: boolean;
        readonly cancelledAt: string | null;
      }[]
    | undefined;
  /** By `putOffKey`. */
  readonly postponed: ReadonlyMap<string, C>;
  /** The age from which a registration is due; null: from the birth. */
  readonly registrationDays: number | null;
}

export interface PaperDue {
  /** The subject of the chore that postpones it. */
  readonly subject: string;
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  /** Where it is put together, and how many animals are on no paper yet; undefined for a registration. */
  readonly sale: { readonly buyer: string | null; readonly missing: readonly PaperKind[]; readonly left: number } | undefined;
  /** Why it had been put off to a day that has come. */
  readonly reason: string | null;
}

type PaperPutOff<C> = PutOff<C> & Omit<PaperDue, 'reason'>;

export interface PapersDue<C = Postponement> {
  readonly due: readonly PaperDue[];
  /** Those put off to a later day. */
  readonly putOff: readonly PaperPutOff<C>[];
}

/** How many days sales are looked at. */
export const salesDays = 30;
/** How many of the newest papers are looked at. */
export const newestPapers = 500;

const kindTexts = { receipt: 'receipt', movement: 'movement document' } as const;

/** `Receipt and movement document` or `Registration` */
export const paperText = ({ sale }: Pick<PaperDue, 'sale'>): string =>
  sale ? capitalized(sale.missing.map((kind) => kindTexts[kind]).join(' and ')) : 'Registration';

/** `2 of 3 animals`, of which the third is on a paper already; the tag of a single one. */
export function paperAnimalsText({ sale, animalIds }: Pick<PaperDue, 'sale' | 'animalIds'>, tag: string | undefined): string {
  const all = plural(animalIds.length, 'animal');
  if (sale && sale.left < animalIds.length) return `${sale.left} of ${all}`;
  return (animalIds.length === 1 && tag) || all;
}

/** Afterwards nothing is said: the farm does without. */
const registrationAgeDays = 365;
const longestBuyer = 100;

/**
 * Papers that follow from the farm's own records. A sale lacks the kinds of papers that the farm issues; a farm that has issued none
 * yet is told of sales to a named buyer. A young lacks a registration if both of its parents have one.
 */
export function papersDue<C extends Postponement>({ postponed, ...sources }: Sources<C>, today: CalendarDate): PapersDue<C> {
  const [due, putOff]: [PaperDue[], PaperPutOff<C>[]] = [[], []];
  for (const found of [...ofSales(sources, today), ...registrations(sources, today)]) {
    const choreOf = (id: string) => postponed.get(putOffKey(found.subject, id));
    const isLater = (id: string) => (choreOf(id)?.putOffTo ?? '') > today;
    const open = found.animalIds.filter((id) => !isLater(id));
    const [reason = null] = open.flatMap((id) => choreOf(id)?.reason ?? []);
    if (open.length > 0) due.push({ ...found, animalIds: open, reason });
    for (const [chore, animalIds] of Map.groupBy(found.animalIds.filter(isLater), choreOf)) {
      if (chore) putOff.push({ ...found, chore, to: chore.putOffTo ?? found.day, animalIds });
    }
  }
  return { due, putOff };
}

type Found = Omit<PaperDue, 'reason'>;
type Given = Omit<Sources<Postponement>, 'postponed'>;

const animalsOn = (papers: readonly { readonly animalCount: number }[]): number =>
  papers.reduce((sum, { animalCount }) => sum + animalCount, 0);

const partyKey = (party: string | null): string => (party ?? '').trim().toLowerCase();

function ofSales({ sales, papers }: Given, today: CalendarDate): readonly Found[] {
  if (!papers) return [];
  const own = papers.filter(({ isReceived, cancelledAt }) => !isReceived && cancelledAt === null);
  const used = (['receipt', 'movement'] as const).filter((kind) => own.some((paper) => paper.kind === kind));
  const recent = sales.filter(({ day }) => day <= today && day >= addDays(today, -salesDays));
  const soldOn = Map.groupBy(recent, ({ day }) => day);
  return [...Map.groupBy(recent, ({ day, buyer }) => `${day} ${partyKey(buyer)}`).values()].flatMap((sold): Found[] => {
    const [{ day, buyer } = { day: '', buyer: null }] = sold;
    // The server puts no animal on two papers of a kind, so the papers are complete when they name as many as were sold. A paper may give
    // the buyer's name more fully than the sale does, so those of the whole day are compared as well.
    const leftOf = (kind: PaperKind) => {
      const ofDay = own.filter((paper) => paper.kind === kind && paper.day === day);
      const toBuyer = ofDay.filter(({ party }) => buyer === null || partyKey(party) === partyKey(buyer));
      return animalsOn(ofDay) >= (soldOn.get(day)?.length ?? 0) ? 0 : sold.length - animalsOn(toBuyer);
    };
    const wanted = used.length > 0 ? used : buyer === null ? [] : (['receipt', 'movement'] as const);
    const missing = wanted.filter((kind) => leftOf(kind) > 0);
    if (missing.length === 0) return [];
    const subject = `papers ${day} ${truncateText(partyKey(buyer), longestBuyer)}`.trim();
    return [
      {
        subject,
        day,
        animalIds: sold.map(({ animalId }) => animalId),
        sale: { buyer, missing, left: Math.max(...missing.map(leftOf)) },
      },
    ];
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
