import { count } from '#web/lib/text/format.ts';
import { Pie, PieChart, type PieLabelRenderProps } from 'recharts';
import { ChartFrame } from '#web/components/charts/chart-frame.tsx';
import { patternFill } from '#web/components/charts/chart-patterns.tsx';
import type { Slice } from './slice.ts';

export function SharePie({ slices, label }: { slices: readonly Slice[]; label: string }) {
  const visibleSlices = slices
    .filter((slice) => slice.count > 0)
    .map((slice) => ({ ...slice, fill: patternFill(slice.pattern) }));
  const total = slices.reduce((sum, slice) => sum + slice.count, 0);
  return (
    <ChartFrame label={label}>
      <div className="relative">
        <PieChart
          responsive
          accessibilityLayer={false}
          className="h-75 w-full [&_svg]:overflow-visible print:[&_.recharts-sector]:stroke-foreground"
        >
          <Pie
            data={visibleSlices}
            dataKey="count"
            nameKey="label"
            innerRadius="36%"
            outerRadius="56%"
            startAngle={90}
            endAngle={-270}
            // A single slice would show its radius as a line.
            stroke={visibleSlices.length > 1 ? 'var(--color-card)' : 'none'}
            strokeWidth={2}
            isAnimationActive={false}
            rootTabIndex={-1}
            labelLine={false}
            label={SliceLabel}
          />
        </PieChart>
        <p className="pointer-events-none absolute inset-0 grid place-content-center text-center leading-tight">
          <span className="title text-2xl leading-tight">{count(total)}</span>
          <span className="text-sm text-muted-foreground">{total === 1 ? 'animal' : 'animals'}</span>
        </p>
      </div>
    </ChartFrame>
  );
}

/** A label beside its slice, with the name above the percentage. */
function SliceLabel({ cx, cy, outerRadius, midAngle = 0, payload }: PieLabelRenderProps) {
  const { label, text } = payload as Slice;
  const angle = (-midAngle * Math.PI) / 180;
  const [x, y] = [cx + (outerRadius + 10) * Math.cos(angle), cy + (outerRadius + 20) * Math.sin(angle)];
  const anchor = Math.abs(Math.cos(angle)) < 0.3 ? 'middle' : Math.cos(angle) > 0 ? 'start' : 'end';
  return (
    <text textAnchor={anchor} dominantBaseline="central" fill="var(--color-foreground)" className="text-sm">
      <tspan x={x} y={y - 9}>
        {label}
      </tspan>
      <tspan x={x} y={y + 9} className="font-medium">
        {text}
      </tspan>
    </text>
  );
}
