import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Worklist } from '#contract/worklists.ts';
import type { Product } from '#contract/products.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { type Weight, weightOf } from '#domain/journal/growth.ts';
import { eventKinds } from '#domain/records/events.ts';
import { withdrawalsFor } from '#domain/records/product.ts';
import { count } from '#web/lib/text/format.ts';
import { gainText, weightText } from '#web/lib/text/weight-text.ts';
import { gainBetween } from '#domain/work/worklists.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import type { WorkEvent } from './worklists.data.ts';

export type Shared = Worklist['shared'];

/** The values entered for one animal, by field of the event. */
export type Entered = Readonly<
  Partial<
    Record<'weightGrams' | 'famacha' | 'bodyCondition' | 'eggCount' | 'count', number> &
      Record<'groupId' | 'result' | 'reason', string>
  >
>;

interface Recorded {
  readonly id: string;
  readonly work: Work;
  readonly shared: Shared;
  readonly animal: Pick<Animal, 'id' | 'species'>;
  readonly today: CalendarDate;
  readonly products: readonly Product[];
  readonly worklistId?: string;
  readonly entered?: Entered;
}

/**
 * The event recorded for one animal. The product's withdrawal is that for the animal's species, unless the person entered another
 * one.
 */
export function workEvent({ id, work, shared, animal, today, products, worklistId, entered }: Recorded): WorkEvent {
  const { event: kind, values } = workInfo(work);
  const names = new Set(['note', ...Object.keys(eventKinds[kind].fields)]);
  const { day, ...fields } = shared;
  const own = Object.entries(fields).filter(([name, value]) => names.has(name) && value !== null && value !== undefined);
  return {
    ...(work === 'count' && { note: 'Counted' }),
    ...Object.fromEntries(own),
    ...values,
    ...(names.has('withdrawals') && { withdrawals: withdrawalsOf(shared, animal, products) }),
    ...entered,
    id,
    kind,
    animalId: animal.id,
    day: day ?? today,
    ...(worklistId !== undefined && { worklistId }),
  } as WorkEvent;
}

function withdrawalsOf(
  { productId, withdrawals = [] }: Shared,
  { species }: Pick<Animal, 'species'>,
  products: readonly Product[],
): NonNullable<Shared['withdrawals']> {
  const product = products.find(({ id }) => id === productId);
  if (!product) return withdrawals;
  const ofSpecies = (['goat', 'sheep'] as const).map((each) =>
    withdrawalsFor(product, each).map(({ product: of, days }) => ({ product: of, days, clearOn: null })),
  );
  const [ofGoats = [], ofSheep = []] = ofSpecies;
  const isAsListed = ofSpecies.some((each) => JSON.stringify(each) === JSON.stringify(withdrawals));
  return isAsListed ? (species === 'goat' ? ofGoats : ofSheep) : withdrawals;
}

/** `41 lbs, +0.4 lbs/day`; empty if the work has no value to enter. */
export function enteredText(
  event: WorkEvent | RecordedEvent,
  before: Weight | undefined,
  nameOf: (id: string) => string,
): string {
  switch (event.kind) {
    case 'weighing': {
      const gain = gainSinceText(before, weightOfEntry(event));
      return [weightText(event.weightGrams), ...(gain === undefined ? [] : [gain])].join(', ');
    }
    case 'scores':
      return scoreText(event);
    case 'pregnancyCheck':
      return event.count == null ? event.result : `${event.result}, ${event.count}`;
    case 'move':
      return nameOf(event.groupId ?? event.placeId ?? '');
    default:
      return '';
  }
}

type Weighing = Extract<WorkEvent | RecordedEvent, { kind: 'weighing' }>;

export const weightOfEntry = ({ day, weightGrams, method = null }: Weighing): Weight =>
  weightOf({ day, grams: weightGrams, method });

type Scored = Extract<WorkEvent | RecordedEvent, { kind: 'scores' }>;

function scoreText({ famacha, bodyCondition, eggCount }: Scored): string {
  if (typeof famacha === 'number') return `FAMACHA ${famacha}`;
  return typeof bodyCondition === 'number' ? `Condition ${bodyCondition}` : `${count(eggCount ?? 0)} eggs per gram`;
}

export function gainSinceText(before: Weight | undefined, now: Weight): string | undefined {
  const gain = gainBetween(before, now);
  return gain === undefined ? undefined : gainText(gain);
}
