import { type BreedingRules, rulesOf } from '#domain/performance/breeding-rules.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';

const rulesFor = rememberingLast(rulesOf);

/** A user stored by an earlier version has no rules. */
export const useBreedingRules = (): BreedingRules => rulesFor(useCurrentUser().data?.breedingRules);
