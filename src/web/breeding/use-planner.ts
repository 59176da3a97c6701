import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { findAnimals } from '#web/herd/list/find-animals.ts';
import { useNumbers } from '#web/herd/animal/use-numbers.ts';
import { mateWords, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { today } from '#web/lib/text/today.ts';
import { oldEnough, sires } from './mating.ts';
import { type Plan, assignMales } from './plan.ts';
import { byHand, validateDays, femalesFor } from './put-in.ts';
import { useFemales } from './use-females.ts';
import { useKin } from './use-kin.ts';
import { useQuery } from '@tanstack/react-query';
import { speciesTerms } from '#domain/records/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { isDuring, staysOf } from '#domain/breeding/exposures.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { ageOf } from '#web/herd/animal/who-text.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';
import { grownWeights, lastLitters, matingWarnings } from './mating-warnings.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { useNavigate } from '@tanstack/react-router';
import { useDraft, useStoredDraft } from '#web/components/forms/use-draft.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { useCall } from '#web/lib/server/use-call.ts';

export type Shown = 'all' | 'open' | 'warned';

/** State and actions of the planner. */
export function usePlanner(herd: readonly Animal[], outside: readonly Animal[]) {
  const kin = useKin(herd, outside);
  const onlySpecies = useOnlySpecies();
  const [shown, setShown] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const numbers = useNumbers();
  const { choice, change, ...saving } = useMatingPlan();
  const { maleIds, whom, inDay, outDay } = choice;
  const offered = sires(herd, outside, today());
  const males = oldEnough(offered, inDay).filter(({ id }) => maleIds.includes(id));
  const species = males[0]?.species;
  const all = femalesFor(herd, males);
  const chosenByHand = new Set(choice.femaleIds);
  const options = useFemales(oldEnough(all, inDay));
  const option = options.find(({ value }) => value === whom) ?? options.find(({ value }) => value === 'all');
  const females = whom === byHand ? all.filter(({ id }) => chosenByHand.has(id)) : (option?.animals ?? []);
  const facts = useMatingFacts(herd, all);
  const warningsOf = (id: string): readonly string[] => facts.get(id)?.warnings ?? [];
  const [isMale, isFemale] = [new Set(males.map(({ id }) => id)), new Set(females.map(({ id }) => id))];
  const plan: Plan = new Map(choice.plan.filter(([femaleId, maleId]) => isFemale.has(femaleId) && isMale.has(maleId)));
  const setPlan = (next: Plan) => change({ plan: [...next] });
  const assigned = females.filter(({ id }) => plan.has(id));
  const isOffered = ({ id }: Animal): boolean => warningsOf(id).length === 0;
  const open = females.filter(({ id }) => !plan.has(id));
  const lists = { all: females, open, warned: females.filter((female) => !isOffered(female)) };
  const byId = new Map([...herd, ...outside].map((animal) => [animal.id, animal]));
  return {
    kin,
    choice,
    change,
    ...saving,
    shown,
    setShown,
    search,
    setSearch,
    words: mateWords(species ?? onlySpecies),
    offered: species ? offered.filter((male) => male.species === species) : offered,
    males,
    all,
    chosenByHand,
    options,
    females,
    lists,
    listed: findAnimals(search, lists[shown], numbers),
    plan,
    setPlan,
    assigned,
    mayShareOut: open.some(isOffered),
    shareOut: () => setPlan(assignMales(plan, males, females, { kin, isOffered })),
    textOf: (id: string) => facts.get(id)?.text ?? '',
    warningsOf,
    dayErrors: validateDays({ males, females: assigned, inDay, outDay }, today()),
    find: (id: string) => byId.get(id),
  };
}

export type PlannerState = ReturnType<typeof usePlanner>;

/** Older scores say nothing about a female's present condition. */
const recentDays = 120;

interface MatingFacts {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Facts to consider about each female before mating. */
function useMatingFacts(herd: readonly Animal[], females: readonly Animal[]): ReadonlyMap<string, MatingFacts> {
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
        ageOf(animal, now) || 'age not recorded',
        weight === null ? '' : knownWeightText({ grams: weight, isEstimate: state?.isLastWeightEstimate }),
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

interface PlanChoice {
  readonly maleIds: readonly string[];
  readonly whom: string;
  readonly femaleIds: readonly string[];
  /** The female's id and that of her male. */
  readonly plan: readonly (readonly [femaleId: string, maleId: string])[];
  readonly inDay: string;
  readonly outDay: string;
}

interface Assignment {
  readonly males: readonly Animal[];
  readonly females: readonly Animal[];
  readonly plan: Plan;
  readonly words: { readonly male: string; readonly female: string };
}

/** The plan is stored in the browser until it has been recorded. */
function useMatingPlan() {
  const navigate = useNavigate();
  const draft = useDraft<PlanChoice>('mating-plan');
  const [choice, setChoice] = useState<PlanChoice>(
    () => draft.stored ?? { maleIds: [], whom: 'all', femaleIds: [], plan: [], inDay: today(), outDay: '' },
  );
  useStoredDraft(draft, choice.maleIds.length > 0 ? choice : undefined);
  const add = useCall('addExposure');
  const [ids] = useState(() => new RetryIds());
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const change = (part: Partial<PlanChoice>) => setChoice((before) => ({ ...before, ...part }));

  /** Each male with his females. Those that could not be recorded stay in the plan. */
  const assign = async ({ males, females, plan, words }: Assignment) => {
    if (saving) return;
    setSaving(true);
    setError(undefined);
    const { inDay, outDay } = choice;
    const used = males.filter(({ id }) => females.some((female) => plan.get(female.id) === id));
    const done = new Set<string>();
    let saved: object | undefined;
    try {
      for (const { id: maleId } of used) {
        const own = females.filter(({ id }) => plan.get(id) === maleId).map(({ id }) => id);
        const content = {
          name: plural(own.length, words.female),
          maleIds: [maleId],
          femaleIds: own,
          groupId: null,
          inDay,
          outDay: outDay === '' ? null : outDay,
        };
        const records = own.map((motherId) => ({ id: ids.of(`${inDay} ${maleId} ${motherId}`), motherId }));
        // Sending it again with the same id adds nothing.
        saved = await add.mutateAsync({ body: { ...content, id: ids.of(JSON.stringify(content)), records } });
        done.add(maleId);
      }
      draft.end();
      setChoice((before) => ({ ...before, maleIds: [], plan: [] }));
      await navigate({ to: '/breeding/rams', replace: true });
      toastSaved(saved, {
        title: 'Recorded',
        description: `${plural(females.length, words.female)} with ${plural(used.length, words.male)}`,
      });
    } catch (reason) {
      setError(reason);
      change({ plan: choice.plan.filter(([, maleId]) => !done.has(maleId)) });
    } finally {
      setSaving(false);
    }
  };
  return { choice, change, saving, assign, error };
}
