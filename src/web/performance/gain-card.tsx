import type { ReactNode } from 'react';
import type { GroupGain } from '#domain/performance/season-charts.ts';
import { gramsPer } from '#domain/values/weights.ts';
import { ChartCard } from '#web/components/charts/chart-card.tsx';
import { ChartFrame } from '#web/components/charts/chart-frame.tsx';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { groupText } from './growth-text.ts';
import { NumbersTable } from './numbers-table.tsx';

interface GainCardProps {
  readonly year: number;
  readonly groups: readonly GroupGain[];
}

export const GainCard = ({ year, groups }: GainCardProps) => (
  <ChartCard title="Gain by group" description={`${weightUnit()} a day from birth to weaning; compare inside one group alone`}>
    {groups.length === 0 ? (
      <p className="text-muted-foreground">
        No gain of young born in {year} can be shown yet: it needs their weights at birth and at weaning, and from 40 to 150 days
        between.
      </p>
    ) : (
      <>
        <ul aria-label="Signs of the chart" className="flex flex-wrap gap-x-5 gap-y-1.5 pb-3">
          <Sign what="one animal">
            <circle cx="50%" cy="50%" r="3.5" fill="var(--color-good)" />
          </Sign>
          <Sign what="middle half">
            <Middle from={0} to={100} />
          </Sign>
          <Sign what="median">
            <Median at={50} />
          </Sign>
        </ul>
        <Strips groups={groups} />
        <NumbersTable
          headings={['Group', 'Head', 'Least', 'Median', 'Most']}
          rows={() =>
            groups.map(({ group, gains, median }) => ({
              key: group.key,
              name: groupText(group, today()),
              cells: [count(gains.length), gainOf(gains[0]!), gainOf(median), gainOf(gains.at(-1)!)],
            }))
          }
          boldColumn={3}
        />
      </>
    )}
  </ChartCard>
);

const Sign = ({ what, children }: { readonly what: string; readonly children: ReactNode }) => (
  <li className="flex items-center gap-2">
    <svg aria-hidden className="size-5 overflow-visible">
      {children}
    </svg>
    {what}
  </li>
);

const Middle = ({ from, to }: { readonly from: number; readonly to: number }) => (
  <rect
    x={`${from}%`}
    width={`${to - from}%`}
    height="100%"
    rx="2"
    fill="color-mix(in oklch, var(--color-foreground) 12%, var(--color-card))"
    className="print:stroke-foreground"
  />
);

const Median = ({ at }: { readonly at: number }) => (
  <line x1={`${at}%`} x2={`${at}%`} y1="-10%" y2="110%" stroke="var(--color-foreground)" strokeWidth={2.5} />
);

/** In the farm's unit; all with as many decimals, since they stand below each other. */
const gainOf = (gramsPerDay: number): string => (gramsPerDay / gramsPer[weightUnit()]).toFixed(2);

/** With more animals the dots overlap and cannot be told apart, so only the middle half is drawn. */
const maxDots = 80;

function Strips({ groups }: Pick<GainCardProps, 'groups'>) {
  const { at, ticks } = scaleOf(groups.flatMap(({ gains }) => [gains[0]!, gains.at(-1)!]));
  return (
    <ChartFrame label={`Gain of ${plural(groups.length, 'group')}. Its numbers are in the table below.`}>
      <div className="flex flex-col gap-3">
        {groups.map(({ group, gains, median, middle }) => (
          <div key={group.key} className="break-inside-avoid">
            <p className="flex justify-between gap-4 text-sm">
              <span>
                {groupText(group, today())} <span className="text-muted-foreground">· {count(gains.length)} head</span>
              </span>
              <span className="shrink-0">
                <span className="text-muted-foreground">median</span> <span className="font-semibold">{gainOf(median)}</span>
              </span>
            </p>
            <svg aria-hidden className="mt-1 block h-6 w-full overflow-visible">
              {ticks.map((tick) => (
                <line key={tick} x1={`${at(tick)}%`} x2={`${at(tick)}%`} y1="-8" y2="120%" stroke="var(--color-border)" />
              ))}
              <Middle from={at(middle[0])} to={at(middle[1])} />
              {gains.length <= maxDots &&
                gains.map((gain, index) => (
                  <circle
                    // Two may have gained the same.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={index}
                    cx={`${at(gain)}%`}
                    cy={heights[index % heights.length]}
                    r="3"
                    fill="var(--color-good)"
                  />
                ))}
              <Median at={at(median)} />
            </svg>
          </div>
        ))}
        <svg aria-hidden className="block h-5 w-full overflow-visible">
          {ticks.map((tick) => (
            <text
              key={tick}
              x={`${at(tick)}%`}
              y="70%"
              textAnchor="middle"
              fontSize="0.75rem"
              fill="var(--color-muted-foreground)"
            >
              {gainOf(tick)}
            </text>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** Neighbours stand at different heights, so that they do not hide each other. */
const heights = ['50%', '22%', '78%'] as const;

interface Scale {
  /** Percent of the width. */
  readonly at: (gramsPerDay: number) => number;
  /** In grams, on whole steps of the farm's unit. */
  readonly ticks: readonly number[];
}

/** Some room is left at both ends for the numbers below. */
function scaleOf(gains: readonly number[]): Scale {
  const perUnit = gramsPer[weightUnit()];
  const [least, most] = [Math.min(...gains) / perUnit, Math.max(...gains) / perUnit];
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((each) => (most - least) / each <= 4) ?? 1;
  const [first, last] = [Math.floor(least / step + 1e-9), Math.max(Math.ceil(most / step - 1e-9), Math.floor(least / step) + 1)];
  return {
    at: (grams) => 4 + ((grams / perUnit / step - first) / (last - first)) * 92,
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step * perUnit),
  };
}
