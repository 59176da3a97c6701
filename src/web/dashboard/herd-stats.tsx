import { CircleDollarSign, HeartPulse, Mars } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { isNotLookedAt, notLookedAt } from '#domain/animals.ts';
import { animalStatesQuery } from '#web/herd/animals.queries.ts';
import { count } from '#web/lib/format.ts';
import { Sheep } from '#web/ui/icons.tsx';
import { StatCard } from '#web/components/stat-card.tsx';
import type { HerdSummary } from './herd-summary.ts';

export function HerdStats({ summary: { active, total, healthy, forSale, breedingMales } }: { summary: HerdSummary }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 print:grid-cols-4">
      <StatCard title="Total Animals" value={count(total)} icon={<Sheep />} description="active on the farm" />
      <StatCard
        title="Healthy"
        value={count(healthy)}
        icon={<HeartPulse />}
        {...(total > 0 && { description: <LookedAt active={active} /> })}
      />
      <StatCard title="For Sale" value={count(forSale)} icon={<CircleDollarSign />} description="on offer now" />
      <StatCard title="Males" value={count(breedingMales.length)} icon={<Mars />} description="ready to breed" />
    </div>
  );
}

/** Those of which nobody has said how they are count as healthy, as specified, and are named beside it. */
function LookedAt({ active }: { active: readonly Animal[] }) {
  const { data: states } = useQuery(animalStatesQuery);
  if (!states) return 'Good, or not yet checked';
  const checkedOn = new Map(states.map((state) => [state.animalId, state.checkedOn]));
  const waiting = active.filter((animal) => isNotLookedAt(animal, checkedOn.get(animal.id) ?? null)).length;
  return waiting === 0 ? 'Good or better' : `${notLookedAt}: ${count(waiting)}`;
}
