import { Bar, BarChart, LabelList, type LabelProps, Text, useChartWidth, XAxis, YAxis } from 'recharts';
import { matingStates } from '#domain/breeding/matings.ts';
import type { BreedingPair } from './breeding-pairs.ts';
import { ChartFrame } from '#web/components/charts/chart-frame.tsx';
import { inkOn, patternFill } from '#web/components/charts/chart-patterns.tsx';
import type { CSSProperties } from 'react';

/** Each bar is below the name of its pair, because names are long and phones narrow. */
export function PairsBars({ pairs, label }: { pairs: readonly BreedingPair[]; label: string }) {
  const names = new Map(pairs.map(({ id, name }) => [id, name]));
  const thickness = pairs.length > 4 ? 14 : 26;
  const drawName = ({ y, payload }: { y: number | string; payload: { value: string } }) => (
    <PairName y={Number(y) - thickness / 2 - 4} name={names.get(payload.value) ?? ''} />
  );
  return (
    <ChartFrame label={label}>
      <BarChart
        responsive
        accessibilityLayer={false}
        layout="vertical"
        data={[...pairs]}
        margin={{ top: 8, right: 2, bottom: 0, left: 2 }}
        className="h-75 w-full print:[&_.recharts-rectangle]:stroke-foreground"
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis type="category" dataKey="id" mirror interval={0} axisLine={false} tickLine={false} tick={drawName} />
        {matingStates.map((state) => (
          <Bar
            key={state}
            dataKey={state}
            stackId="pair"
            barSize={thickness}
            fill={patternFill(state)}
            stroke="var(--color-card)"
            isAnimationActive={false}
          >
            <LabelList dataKey={state} content={<SegmentCount ink={inkOn(state)} />} />
          </Bar>
        ))}
      </BarChart>
    </ChartFrame>
  );
}

function PairName({ y, name }: { y: number; name: string }) {
  const width = useChartWidth() ?? 0;
  return (
    <Text x={2} y={y} width={width - 4} maxLines={1} breakAll fill="var(--color-foreground)" className="text-sm font-semibold">
      {name}
    </Text>
  );
}

function SegmentCount({ x, y, width, height, value, ink }: LabelProps & { readonly ink: string }) {
  const digits = String(value ?? '');
  if (Number(value) === 0 || Number(width) < 10 + digits.length * 9) return null;
  return (
    <ChartLabel x={Number(x) + Number(width) / 2} y={Number(y) + Number(height) / 2} ink={ink}>
      {digits}
    </ChartLabel>
  );
}

interface ChartLabelProps {
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  readonly children: string;
}

/** On paper an outline makes it readable on any pattern. */
const ChartLabel = ({ x, y, ink, children }: ChartLabelProps) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    dominantBaseline="central"
    strokeWidth="5"
    strokeLinejoin="round"
    paintOrder="stroke"
    style={{ '--ink': ink } as CSSProperties}
    className="fill-(--ink) text-sm font-medium print:fill-foreground print:stroke-card"
  >
    {children}
  </text>
);
