import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { addDays } from '#domain/values/dates.ts';
import { registerKinds } from '#domain/journal/treatment-register.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { animalTagsQuery } from '#web/herd/animal/use-numbers.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import type { Farm, PaperFacts } from './paper-facts.ts';

/** A checkup may name a medicine, too. */
export type Given = EventOf<(typeof registerKinds)[number]>;

const yearDays = 365;

const nobody: never[] = [];

/** A farm without a name is named by its owner, as on receipts. */
export function farmOf(
  user: Pick<CurrentUser, 'farmName' | 'ownerName' | 'address' | 'username' | 'farmRole'> | null | undefined,
): Farm {
  const [name, owner] = [user?.farmName, user?.ownerName].filter(Boolean);
  const username = user?.farmRole === 'owner' ? user.username : undefined;
  return { name: name ?? username ?? null, owner: owner ?? null, address: user?.address || null };
}

/** The facts for papers. Treatments are read only if a paper needs them. */
export function usePaperFacts(withGiven: boolean): {
  readonly facts: PaperFacts;
  readonly given: readonly Given[];
} {
  const now = today();
  const { data: herd = nobody } = useQuery(animalsQuery);
  const { data: outside = nobody } = useQuery(outsideParentsQuery);
  const { data: tags = nobody } = useQuery(animalTagsQuery);
  const { data: given = nobody } = useQuery({
    ...eventsQuery({ kinds: registerKinds, from: addDays(now, -yearDays) }),
    enabled: withGiven,
  });
  const { data: user } = useCurrentUser();
  const animals = new Map([...herd, ...outside].map((animal) => [animal.id, animal]));
  return { facts: { find: (id) => animals.get(id), tags, farm: farmOf(user), now }, given };
}
