import { count } from '#web/lib/text/format.ts';
import { Pie, PieChart, type PieLabelRenderProps } from 'recharts';
import { ChartFrame } from '#web/components/charts/chart-frame.tsx';
import { patternFill } from '#web/components/charts/chart-patterns.tsx';
import type { Slice } from './slice.ts';
import { spreadLabels } from './spread-labels.ts';

export function SharePie({ slices, label }: { slices: readonly Slice[]; label: string }) {
  const total = slices.reduce((sum, slice) => sum + slice.count, 0);
  const visibleSlices = withLabelAngles(
    slices.filter((slice) => slice.count > 0).map((slice) => ({ ...slice, fill: patternFill(slice.pattern) })),
    total,
  );
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

interface LabelledSlice extends Slice {
  /** In degrees clockwise from the top. */
  readonly labelAngle: number;
}

/** Labels are this many degrees apart, so that two lines of text beside a thin slice stay clear of those of the next. */
const labelGap = 40;

function withLabelAngles<S extends Slice>(slices: readonly S[], total: number): (S & LabelledSlice)[] {
  let before = 0;
  const middles = slices.map((slice) => {
    before += slice.count;
    return ((before - slice.count / 2) / total) * 360;
  });
  const angles = spreadLabels(middles, labelGap);
  return slices.map((slice, index) => ({ ...slice, labelAngle: angles[index] ?? 0 }));
}

/** A label with the name above the percentage, and a line to its slice. */
function SliceLabel({ cx, cy, outerRadius, midAngle = 0, payload }: PieLabelRenderProps) {
  const { label, text, labelAngle } = payload as LabelledSlice;
  const [toSlice, toLabel] = [radians(90 - midAngle), radians(labelAngle)];
  const [right, down] = [Math.sin(toLabel), -Math.cos(toLabel)];
  const [x, y] = [cx + (outerRadius + 14) * right, cy + (outerRadius + 26) * down];
  const anchor = Math.abs(right) < 0.3 ? 'middle' : right > 0 ? 'start' : 'end';
  return (
    <>
      <path
        d={`M${cx + outerRadius * Math.sin(toSlice)},${cy - outerRadius * Math.cos(toSlice)} L${cx + (outerRadius + 10) * right},${cy + (outerRadius + 8) * down}`}
        stroke="var(--color-muted-foreground)"
      />
      <text textAnchor={anchor} dominantBaseline="central" fill="var(--color-foreground)" className="text-sm">
        <tspan x={x} y={y - 9}>
          {label}
        </tspan>
        <tspan x={x} y={y + 9} className="font-medium">
          {text}
        </tspan>
      </text>
    </>
  );
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
