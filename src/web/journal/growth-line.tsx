import { monthNames } from '#domain/values/calendar-date.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { knownWeightText, roundedWeightText, weightUnit } from '#web/lib/text/weight-text.ts';
import { type BandPoint, chart, scaleOf, type Scale } from './growth-curve.ts';

const line = (points: readonly string[]): string => `M${points.join('L')}`;

interface ChartProps {
  /** At least one weight. */
  readonly weights: readonly Weight[];
  readonly band: readonly BandPoint[];
  /** A weight not recorded yet, on the day of the last weight or later. */
  readonly typed?: Weight | undefined;
}

export function GrowthLine({ weights, band, typed }: ChartProps) {
  const scale = scaleOf(typed ? [...weights, typed] : weights, band);
  const { x, y } = scale;
  const [first, last] = [weights[0]!, weights.at(-1)!];
  const end = typed ?? last;
  const now = today();
  const label = `Growth: ${knownWeightText(first)} on ${dayText(first.day, now)}, ${knownWeightText(last)} on ${dayText(last.day, now)}`;
  return (
    <svg viewBox={`0 0 ${chart.width} ${chart.height}`} role="img" aria-label={label} fontSize={12} className="w-full">
      <Axes scale={scale} />
      {band.length > 0 && <Band band={band} scale={scale} />}
      <path
        d={line(weights.map(({ day, grams }) => `${x(day)} ${y(grams)}`))}
        fill="none"
        stroke="var(--color-foreground)"
        strokeWidth={2.25}
      />
      {typed && (
        <path
          d={line([last, typed].map(({ day, grams }) => `${x(day)} ${y(grams)}`))}
          stroke="var(--color-foreground)"
          strokeWidth={2.25}
          strokeDasharray="2 4"
        />
      )}
      {weights.map((weight) => (
        <circle
          key={weight.day}
          cx={x(weight.day)}
          cy={y(weight.grams)}
          r={weight === last ? 5 : 3.75}
          fill={weight === last ? 'var(--color-foreground)' : 'var(--color-card)'}
          stroke="var(--color-foreground)"
          strokeWidth={2.25}
        />
      ))}
      {typed && <circle cx={x(typed.day)} cy={y(typed.grams)} r={5} fill="var(--color-primary)" />}
      <text x={x(end.day) + 10} y={y(end.grams) + 5} fill="var(--color-foreground)" fontSize={15} className="font-medium">
        {roundedWeightText(end.grams)}
      </text>
      {end.isEstimate && (
        <text x={x(end.day) + 10} y={y(end.grams) + 19} fill="var(--color-foreground)">
          estimated
        </text>
      )}
    </svg>
  );
}

function Axes({ scale: { ticks, y, x, firstDay, lastDay } }: { scale: Scale }) {
  const ofWeight = (weight: number) => y(weight * gramsPer[weightUnit()]);
  return (
    <g fill="var(--color-muted-foreground)">
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${chart.left} ${ofWeight(tick)}H${chart.right}`} stroke="var(--color-border)" />
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
      <path d={`${line([...upper, ...lower])}Z`} fill="color-mix(in oklch, var(--color-good), transparent 82%)" />
      <path
        d={line(band.map(({ day, middle }) => `${x(day)} ${y(middle)}`))}
        fill="none"
        stroke="var(--color-good)"
        strokeWidth={1.25}
        strokeDasharray="3 4"
      />
      <path
        d={`M${x(end.day)} ${y(end.low) + 3}L${Math.min(Math.max(x(end.day), chart.right - 120), chart.right - 4)} ${chart.bottom - 18}`}
        stroke="var(--color-muted-foreground)"
      />
      <text x={chart.right} y={chart.bottom - 6} textAnchor="end" fill="var(--color-muted-foreground)">
        Middle half of the herd
      </text>
    </g>
  );
}
