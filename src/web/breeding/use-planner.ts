import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { findAnimals } from '#web/herd/list/find-animals.ts';
import { useNumbers } from '#web/herd/animal/use-numbers.ts';
import { mateWords, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { today } from '#web/lib/text/today.ts';
import { sires } from './mating.ts';
import { type Plan, assignMales } from './plan.ts';
import { byHand, validateDays, femalesFor } from './put-in.ts';
import { useFemales } from './use-females.ts';
import { useKin } from './use-kin.ts';
import { useMatingFacts } from './use-mating-facts.ts';
import { useMatingPlan } from './use-mating-plan.ts';

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
  const males = offered.filter(({ id }) => maleIds.includes(id));
  const species = males[0]?.species;
  const all = femalesFor(herd, males);
  const chosenByHand = new Set(choice.femaleIds);
  const options = useFemales(all);
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
