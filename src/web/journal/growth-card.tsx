import { useId } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { monthNames } from '#domain/calendar-date.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { gramsPer } from '#domain/weights.ts';
import { roundedWeightText, typedWeight, weightText, weightUnit } from '#web/lib/weight-text.ts';
import { today } from '#web/lib/today.ts';
import { Card } from '#web/ui/card.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { bandOf, type BandPoint, chart, scaleOf, type Scale, weightsOf } from './growth-curve.ts';

interface GrowthCardProps {
  readonly animal: Animal;
  readonly herd: readonly Animal[];
  readonly events: readonly RecordedEvent[];
}

export function GrowthCard({ animal, herd, events }: GrowthCardProps) {
  const heading = useId();
  const weights = weightsOf(animal, events);
  const last = weights.at(-1);
  if (!last || weights.length < 2) return null;
  const band = bandOf(animal, herd);
  return (
    <Card aria-labelledby={heading} className="break-inside-avoid gap-1 p-4">
      <h2 id={heading} className="title text-lg">
        Growth
      </h2>
      <Curve weights={weights} band={band} />
      <details className="print:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
          As a table
        </summary>
        <WeightTable weights={weights} />
      </details>
    </Card>
  );
}

const line = (points: readonly string[]): string => `M${points.join('L')}`;

function Curve({ weights, band }: { weights: readonly Weight[]; band: readonly BandPoint[] }) {
  const scale = scaleOf(weights, band);
  const { x, y } = scale;
  const [first, last] = [weights[0]!, weights.at(-1)!];
  const days = today();
  const label = `Growth: ${weightText(first.grams)} on ${dayText(first.day, days)}, ${weightText(last.grams)} on ${dayText(last.day, days)}`;
  return (
    <svg viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={label} fontSize={12} className="w-full">
      <Axes scale={scale} />
      {band.length > 0 && <Band band={band} scale={scale} />}
      <path
        d={line(weights.map(({ day, grams }) => `${x(day)} ${y(grams)}`))}
        fill="none"
        stroke="var(--foreground)"
        strokeWidth={2.25}
      />
      {weights.map((weight) => (
        <circle
          key={weight.day}
          cx={x(weight.day)}
          cy={y(weight.grams)}
          r={weight === last ? 5 : 3.75}
          fill={weight === last ? 'var(--foreground)' : 'var(--card)'}
          stroke="var(--foreground)"
          strokeWidth={2.25}
        />
      ))}
      <text x={x(last.day) + 10} y={y(last.grams) + 5} fill="var(--foreground)" fontSize={15} className="font-medium">
        {roundedWeightText(last.grams)}
      </text>
    </svg>
  );
}

function Axes({ scale: { ticks, y, x, firstDay, lastDay } }: { scale: Scale }) {
  const ofWeight = (weight: number) => y(weight * gramsPer[weightUnit()]);
  return (
    <g fill="var(--muted-foreground)">
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${chart.left} ${ofWeight(tick)}H${chart.right}`} stroke="var(--border)" />
          <text x={chart.left - 8} y={ofWeight(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <text x={x(firstDay)} y={chart.height - 8}>
        {monthText(firstDay)}
      </text>
      <text x={x(lastDay)} y={chart.height - 8} textAnchor="end">
        {monthText(lastDay)}
      </text>
    </g>
  );
}

const monthText = (day: string): string => `${monthNames[Number(day.slice(5, 7)) - 1]?.slice(0, 3)} ${day.slice(0, 4)}`;

function Band({ band, scale: { x, y } }: { band: readonly BandPoint[]; scale: Scale }) {
  const upper = band.map(({ day, high }) => `${x(day)} ${y(high)}`);
  const lower = band.toReversed().map(({ day, low }) => `${x(day)} ${y(low)}`);
  const end = band.at(-1)!;
  return (
    <g>
      <path d={`${line([...upper, ...lower])}Z`} fill="color-mix(in oklch, var(--good), transparent 82%)" />
      <path
        d={line(band.map(({ day, middle }) => `${x(day)} ${y(middle)}`))}
        fill="none"
        stroke="var(--good)"
        strokeWidth={1.25}
        strokeDasharray="3 4"
      />
      <path
        d={`M${x(end.day)} ${y(end.low) + 3}L${Math.min(Math.max(x(end.day), chart.right - 120), chart.right - 4)} ${chart.bottom - 18}`}
        stroke="var(--muted-foreground)"
      />
      <text x={chart.right} y={chart.bottom - 6} textAnchor="end" fill="var(--muted-foreground)">
        Middle half of the herd
      </text>
    </g>
  );
}

const WeightTable = ({ weights }: { weights: readonly Weight[] }) => (
  <table className="w-full text-left">
    <thead>
      <tr>
        <th className="py-1 font-medium">Day</th>
        <th className="py-1 text-right font-medium">Weight ({weightUnit()})</th>
      </tr>
    </thead>
    <tbody>
      {weights.toReversed().map(({ day, grams }) => (
        <tr key={day} className="border-t">
          <td className="py-1">{dayText(day, today())}</td>
          <td className="py-1 text-right">{typedWeight(grams)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
