import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { isDuring, staysOf } from '#domain/breeding/exposures.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { ageOf } from '#web/herd/animal/who-text.ts';
import { today } from '#web/lib/text/today.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';
import { grownWeights, lastLitters, matingWarnings } from './mating-warnings.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';

/** Older scores say nothing about a female's present condition. */
const recentDays = 120;

interface MatingFacts {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Facts to consider about each female before mating. */
export function useMatingFacts(herd: readonly Animal[], females: readonly Animal[]): ReadonlyMap<string, MatingFacts> {
  const now = today();
  const rules = useBreedingRules();
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: scores = [] } = useQuery(eventsQuery({ kinds: ['scores'], from: addDays(now, -recentDays) }));
  const { expected = [], events = [], exposures = [], moves = [] } = usePregnancies();
  const stateOf = new Map(states.map((state) => [state.animalId, state]));
  const pregnancyOf = new Map(expected.map((pregnancy) => [pregnancy.damId, pregnancy]));
  const isFemale = new Set(females.map(({ id }) => id));
  const stayOf = new Map(
    staysOf(exposures, moves, (id) => isFemale.has(id)).flatMap((stay) =>
      isDuring(stay, now) ? [[stay.femaleId, stay] as const] : [],
    ),
  );
  const conditionOf = new Map<string, { readonly day: string; readonly bodyCondition: number }>();
  for (const { animalId, day, bodyCondition } of scores) {
    if (bodyCondition !== null && day >= (conditionOf.get(animalId)?.day ?? ''))
      conditionOf.set(animalId, { day, bodyCondition });
  }
  const litters = lastLitters(
    herd,
    events.filter((event) => event.kind === 'birth'),
  );
  const grown = grownWeights(females, (id) => stateOf.get(id), now);
  return new Map(
    females.map((animal) => {
      const [state, litter] = [stateOf.get(animal.id), litters.get(animal.id)];
      const young = speciesTerms[animal.species].young.toLowerCase();
      const weight = state?.lastWeightGrams ?? null;
      const text = [
        ageOf(animal, now),
        weight === null ? '' : `${roundedWeight(weight)} ${weightUnit()}`,
        litter
          ? `${litter.firstDay ? litter.day.slice(0, 4) : dayText(litter.day, now)}, ${plural(litter.born, young)}`
          : 'no young recorded',
      ];
      const facts = {
        state,
        pregnancy: pregnancyOf.get(animal.id),
        stay: stayOf.get(animal.id),
        bodyCondition: conditionOf.get(animal.id)?.bodyCondition,
        grownGrams: grown(animal),
      };
      return [animal.id, { text: text.filter(Boolean).join(' · '), warnings: matingWarnings(animal, facts, rules, now) }];
    }),
  );
}
