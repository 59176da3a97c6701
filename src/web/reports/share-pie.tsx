import { Pie, PieChart, type PieLabelRenderProps } from 'recharts';
import { ChartFrame } from './chart-frame.tsx';
import { ChartLabel } from './chart-label.tsx';
import { patternFill } from './chart-patterns.tsx';
import type { Slice } from './slice.ts';

/** Percent. A smaller slice has its percentage outside, and the smallest no label. */
const roomForName = 12;
const roomForPercent = 3;

export function SharePie({ slices, label }: { slices: readonly Slice[]; label: string }) {
  const visibleSlices = slices.filter(({ count }) => count > 0).map((slice) => ({ ...slice, fill: patternFill(slice.pattern) }));
  return (
    <ChartFrame label={label}>
      <PieChart responsive accessibilityLayer={false} className="h-75 w-full">
        <Pie
          data={visibleSlices}
          dataKey="count"
          nameKey="label"
          outerRadius="84%"
          startAngle={90}
          endAngle={-270}
          // A single slice would show its radius as a line.
          stroke={visibleSlices.length > 1 ? 'var(--foreground)' : 'none'}
          strokeWidth={1.25}
          isAnimationActive={false}
          rootTabIndex={-1}
          labelLine={false}
          label={SliceLabel}
        />
      </PieChart>
    </ChartFrame>
  );
}

function SliceLabel({ cx, cy, outerRadius, midAngle = 0, payload }: PieLabelRenderProps) {
  const { label, percent, text } = payload as Slice;
  if (percent < roomForPercent) return null;
  const isInside = percent >= roomForName;
  const reach = percent === 100 ? 0 : isInside ? outerRadius * 0.62 : outerRadius + 14;
  const angle = (-midAngle * Math.PI) / 180;
  const [x, y] = [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
  return <ChartLabel x={x} y={y} lines={isInside ? [label, text] : [text]} />;
}
