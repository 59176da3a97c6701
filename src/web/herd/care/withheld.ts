import { capitalized } from '#domain/values/text.ts';
import { useQuery } from '@tanstack/react-query';
import type { AnimalState } from '#contract/animal-states.ts';
import { isNotLookedAt } from '#domain/records/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import { dateText } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { animalStatesQuery } from '../data/animals.queries.ts';

export type End = AnimalState['withdrawals'][number];

const products = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** `No meat or milk until Dec 4`; empty if nothing is withheld. */
export function withheldText(ends: readonly End[], now: CalendarDate): string {
  const open = openWithdrawals(ends, now);
  const known = open.filter(({ notRecordedOn }) => notRecordedOn === null);
  const texts = [...Map.groupBy(known, ({ clearOn }) => clearOn)].map(
    ([clearOn, alike]) =>
      `no ${products.format(alike.map(({ product }) => product))}` +
      (clearOn === null ? ': course open' : ` until ${dateText(clearOn, now)}`),
  );
  return capitalized([...texts, ...(known.length < open.length ? ['withdrawal not recorded'] : [])].join(' · '));
}

/** The text of each animal's withdrawal chip, in lists and on prints. Read after the animals, which do not wait for it. */
export function useWithheld(): (animalId: string) => string {
  const { data: states } = useQuery({ ...animalStatesQuery, select: mapById });
  return (animalId) => withheldText(states?.get(animalId)?.withdrawals ?? [], today());
}

/** Whether nobody has looked at an animal yet, so that its health is the usual one. Read after the animals. */
export function useNotLookedAt(): (animal: Parameters<typeof isNotLookedAt>[0] & { readonly id: string }) => boolean {
  const { data: states } = useQuery({ ...animalStatesQuery, select: mapById });
  return (animal) => states !== undefined && isNotLookedAt(animal, states.get(animal.id)?.checkedOn ?? null);
}

/** All cards share one map. */
const maps = new WeakMap<object, ReadonlyMap<string, AnimalState>>();

function mapById(states: readonly AnimalState[]): ReadonlyMap<string, AnimalState> {
  const known = maps.get(states) ?? new Map(states.map((state) => [state.animalId, state]));
  maps.set(states, known);
  return known;
}
