import { putOffKey } from '../records/chores.ts';
import { isSold } from '../journal/departures.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import type { AnimalStatus } from '../records/animals.ts';
import { capitalized, compareText } from '../values/text.ts';
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

interface Sale {
  readonly kind: 'sale' | 'slaughter';
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly buyer: string | null;
}

interface Postponement {
  readonly putOffTo: CalendarDate | null;
  readonly reason: string | null;
}

interface Sources<C extends Postponement> {
  readonly animals: readonly Animal[];
  /** Also of parents from outside the farm. */
  readonly numbers: readonly { readonly animalId: string; readonly kind: string }[];
  readonly sales: readonly Sale[];
  /** undefined if they could not be read: then nothing is said of sales. */
  readonly papers:
    | readonly {
        readonly kind: PaperKind;
        readonly day: CalendarDate;
        readonly animalIds: readonly string[];
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
  /** Those that lack a paper. */
  readonly animalIds: readonly string[];
  /** What one of them lacks, and how many were sold in all; undefined for a registration. */
  readonly sale: { readonly buyer: string | null; readonly missing: readonly PaperKind[]; readonly of: number } | undefined;
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
/** How many of the newest papers are looked at, and listed at once: with 300 animals each, their ids are 4 MB. */
export const newestPapers = 300;

const kindTexts = { receipt: 'receipt', movement: 'movement document' } as const;

/** `Receipt and movement document` or `Registration` */
export const paperText = ({ sale }: Pick<PaperDue, 'sale'>): string =>
  sale ? capitalized(sale.missing.map((kind) => kindTexts[kind]).join(' and ')) : 'Registration';

/** `2 of 3 animals`, of which the third is on its papers or put off; the tag of a single one. */
export function paperAnimalsText({ sale, animalIds }: Pick<PaperDue, 'sale' | 'animalIds'>, tag: string | undefined): string {
  if (sale && animalIds.length < sale.of) return `${animalIds.length} of ${plural(sale.of, 'animal')}`;
  return (animalIds.length === 1 && tag) || plural(animalIds.length, 'animal');
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
  for (const { subject, day, lacking, ...found } of [...ofSales(sources, today), ...registrations(sources, today)]) {
    const choreOf = (id: string) => postponed.get(putOffKey(subject, id));
    const isLater = (id: string) => (choreOf(id)?.putOffTo ?? '') > today;
    const paperOf = (animalIds: readonly string[]) => {
      const missing = paperKinds.filter((kind) => animalIds.some((id) => lacking.get(id)?.includes(kind)));
      return { subject, day, animalIds, sale: found.sale && { ...found.sale, missing } };
    };
    const open = [...lacking.keys()].filter((id) => !isLater(id));
    const [reason = null] = open.flatMap((id) => choreOf(id)?.reason ?? []);
    if (open.length > 0) due.push({ ...paperOf(open), reason });
    for (const [chore, animalIds] of Map.groupBy([...lacking.keys()].filter(isLater), choreOf)) {
      if (chore) putOff.push({ ...paperOf(animalIds), chore, to: chore.putOffTo ?? day });
    }
  }
  return { due, putOff };
}

interface Found extends Pick<PaperDue, 'subject' | 'day'> {
  /** What each animal lacks; nothing for a registration. */
  readonly lacking: ReadonlyMap<string, readonly PaperKind[]>;
  readonly sale: Omit<NonNullable<PaperDue['sale']>, 'missing'> | undefined;
}

type Given = Omit<Sources<Postponement>, 'postponed'>;

const paperKinds = ['receipt', 'movement'] as const satisfies readonly PaperKind[];

const partyKey = (party: string | null): string => (party ?? '').trim().toLowerCase();

interface SaleVersion extends Omit<Sale, 'kind' | 'animalId'> {
  readonly price: number | null;
  readonly voidedAt: string | null;
}

/**
 * What has happened since the paper was issued to its sale of one animal, of which these are the sales that stand or stood. The name of
 * the buyer on a paper is typed, so it is not compared.
 */
export function changeSince(
  { kind, day, createdAt }: { readonly kind: PaperKind; readonly day: CalendarDate; readonly createdAt: string },
  sales: readonly SaleVersion[],
  isHere: boolean,
): 'undone' | 'corrected' | undefined {
  const ofDay = sales.filter((sale) => sale.day === day);
  const [issued] = ofDay
    .filter(({ voidedAt }) => voidedAt !== null && voidedAt >= createdAt)
    .toSorted((a, b) => compareText(a.voidedAt ?? '', b.voidedAt ?? ''));
  if (!issued) return undefined;
  const now = ofDay.find(({ voidedAt }) => voidedAt === null);
  if (!now) return isHere || sales.every(({ voidedAt }) => voidedAt !== null) ? 'undone' : 'corrected';
  const isOther = partyKey(now.buyer) !== partyKey(issued.buyer) || (kind === 'receipt' && now.price !== issued.price);
  return isOther ? 'corrected' : undefined;
}

function ofSales({ sales, papers }: Given, today: CalendarDate): readonly Found[] {
  if (!papers) return [];
  const own = papers.filter(({ isReceived, cancelledAt }) => !isReceived && cancelledAt === null);
  const used = paperKinds.filter((kind) => own.some((paper) => paper.kind === kind));
  const issued = new Set(own.flatMap(({ kind, day, animalIds }) => animalIds.map((id) => `${kind} ${day} ${id}`)));
  const recent = sales.filter((sale) => isSold(sale) && sale.day <= today && sale.day >= addDays(today, -salesDays));
  return [...Map.groupBy(recent, ({ day, buyer }) => `${day} ${partyKey(buyer)}`).values()].flatMap((sold): Found[] => {
    const [{ day, buyer } = { day: '', buyer: null }] = sold;
    const wanted = used.length > 0 ? used : buyer === null ? [] : paperKinds;
    const lacking = new Map(
      sold.flatMap(({ animalId }) => {
        const missing = wanted.filter((kind) => !issued.has(`${kind} ${day} ${animalId}`));
        return missing.length > 0 ? [[animalId, missing] as const] : [];
      }),
    );
    if (lacking.size === 0) return [];
    const subject = `papers ${day} ${truncateText(partyKey(buyer), longestBuyer)}`.trim();
    return [{ subject, day, lacking, sale: { buyer, of: sold.length } }];
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
          lacking: new Map(young.map(({ id }) => [id, []])),
          sale: undefined,
        },
      ];
}
