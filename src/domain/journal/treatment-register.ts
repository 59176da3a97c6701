import { weightInDescription } from '../health-records.ts';
import { withdrawalProducts, type WithdrawalProduct } from '../records/event-names.ts';
import type { JournalEvent } from '../records/events.ts';
import { withdrawalsOf } from './withdrawals.ts';

/** What the register of medicines given to animals says of one event. */
export interface RegisterEntry {
  readonly product: string;
  readonly dose: string | null;
  readonly route: string | null;
  readonly batch: string | null;
  readonly reason: string | null;
  readonly prescriber: string | null;
  readonly isExtraLabel: boolean;
  /** The first safe day, or `open` while the course goes on; null where no withdrawal was entered. */
  readonly clearOn: Readonly<Record<WithdrawalProduct, string | null>>;
}

export const registerKinds = ['treatment', 'vaccination', 'checkup'] as const satisfies readonly JournalEvent['kind'][];

/** undefined: nothing was given. */
export function registerEntryOf(event: JournalEvent): RegisterEntry | undefined {
  switch (event.kind) {
    case 'treatment': {
      const { route, reason, prescriber, extraLabel } = event;
      return { ...medicineOf(event), route, reason, prescriber, isExtraLabel: extraLabel };
    }
    case 'vaccination':
      return { ...medicineOf(event), route: null, reason: null, prescriber: null, isExtraLabel: false };
    case 'checkup':
      return ofCheckup(event);
    default:
      return undefined;
  }
}

function medicineOf(event: Extract<JournalEvent, { kind: 'treatment' | 'vaccination' }>) {
  const { productName, dose, unit, batch } = event;
  const ends = new Map(withdrawalsOf(event).map(({ product, clearOn }) => [product, clearOn ?? 'open']));
  const clearOn = Object.fromEntries(withdrawalProducts.map((product) => [product, ends.get(product) ?? null]));
  return {
    product: productName,
    dose: dose === null ? null : [dose, unit].filter((part) => part !== null).join(' '),
    batch,
    clearOn: clearOn as RegisterEntry['clearOn'],
  };
}

const noWithdrawal = { meat: null, milk: null, fibre: null } as const;

/** A checkup may say that the animal was wormed or vaccinated without naming the medicine. */
function ofCheckup(event: Extract<JournalEvent, { kind: 'checkup' }>): RegisterEntry | undefined {
  const { medication, dosage, description, veterinarian, dewormed, cdnt } = event;
  const given = [medication, cdnt && 'CD&T', dewormed && 'Dewormer'].filter(Boolean);
  if (given.length === 0) return undefined;
  return {
    product: given.join(', '),
    dose: dosage || null,
    route: null,
    batch: null,
    // The description that the form composes names the weight and what was done, no reason.
    reason: description === '' || weightInDescription(description) !== undefined ? null : description,
    prescriber: veterinarian || null,
    isExtraLabel: false,
    clearOn: noWithdrawal,
  };
}
