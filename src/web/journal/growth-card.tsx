import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { TitledCard } from '#web/components/titled-card.tsx';
import { typedWeight, weightUnit } from '#web/lib/weight-text.ts';
import { today } from '#web/lib/today.ts';
import { dayText } from '#web/herd/day-text.ts';
import { GrowthLine } from './growth-line.tsx';
import { bandOf, weightsOf } from './growth-curve.ts';

interface GrowthCardProps {
  readonly animal: Animal;
  readonly herd: readonly Animal[];
  readonly events: readonly RecordedEvent[];
}

export function GrowthCard({ animal, herd, events }: GrowthCardProps) {
  const weights = weightsOf(animal, events);
  const last = weights.at(-1);
  if (!last || weights.length < 2) return null;
  const band = bandOf(animal, herd);
  return (
    <TitledCard title="Growth" className="break-inside-avoid gap-1">
      <GrowthLine weights={weights} band={band} />
      <details className="print:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
          As a table
        </summary>
        <WeightTable weights={weights} />
      </details>
    </TitledCard>
  );
}

const WeightTable = ({ weights }: { weights: readonly Weight[] }) => (
  <table className="w-full text-start">
    <thead>
      <tr>
        <th className="py-1 font-medium">Day</th>
        <th className="py-1 text-end font-medium">Weight ({weightUnit()})</th>
      </tr>
    </thead>
    <tbody>
      {weights.toReversed().map(({ day, grams }) => (
        <tr key={day} className="border-t">
          <td className="py-1">{dayText(day, today())}</td>
          <td className="py-1 text-end">{typedWeight(grams)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
