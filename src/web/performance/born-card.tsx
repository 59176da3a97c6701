import { addDays } from '#domain/values/dates.ts';
import type { Season } from '#domain/performance/season.ts';
import { type BornWeek, bornPerWeek } from '#domain/performance/season-charts.ts';
import { sum } from '#domain/performance/sum.ts';
import { ChartCard } from '#web/components/charts/chart-card.tsx';
import { ChartFrame } from '#web/components/charts/chart-frame.tsx';
import { patternOutline, patternFill, type PatternName, PatternSample } from '#web/components/charts/chart-patterns.tsx';
import { plural } from '#domain/values/plural.ts';
import { count, dateText } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { NumbersTable } from './numbers-table.tsx';

interface BornCardProps {
  readonly season: Season;
  readonly before: Season | undefined;
}

export function BornCard({ season, before: last }: BornCardProps) {
  const before = last && last.births > 0 ? last : undefined;
  const weeks = bornPerWeek(season, before);
  const totals = totalsOf(weeks);
  return (
    <ChartCard title="Born per week" description="Weeks from Monday, with the stillborn">
      {weeks.length === 0 ? (
        <p className="text-muted-foreground">No birth of {season.year} is recorded with its day yet.</p>
      ) : (
        <>
          <ul aria-label="Born" className="flex flex-wrap gap-x-5 gap-y-1.5 pb-2">
            <Total pattern="alive" what="Alive" number={totals.alive} />
            {totals.dead > 0 && <Total pattern="dead" what="Dead" number={totals.dead} />}
            {before && totals.before > 0 && <Total pattern="yearBefore" what={String(before.year)} number={totals.before} />}
          </ul>
          <ChartFrame
            label={`Column chart of the young born in ${plural(weeks.length, 'week')}, ${count(totals.alive + totals.dead)} in all. Its numbers are in the table below.`}
          >
            <Columns weeks={weeks} />
          </ChartFrame>
          <NumbersTable
            headings={['Week', 'Alive', 'Dead', ...(before ? [String(before.year)] : [])]}
            rows={() =>
              weeks.map((week) => ({
                key: week.monday,
                name: `${dateText(week.monday, today())} – ${dateText(addDays(week.monday, 6), today())}`,
                cells: [week.alive, week.dead, ...(before ? [week.before] : [])].map(count),
              }))
            }
          />
        </>
      )}
    </ChartCard>
  );
}

/** Without the young of which only the year of birth is known. */
const totalsOf = (weeks: readonly BornWeek[]): Omit<BornWeek, 'monday'> => ({
  alive: sum(weeks.map(({ alive }) => alive)),
  dead: sum(weeks.map(({ dead }) => dead)),
  before: sum(weeks.map(({ before }) => before)),
});

const Total = ({ pattern, what, number }: { pattern: PatternName; what: string; number: number }) => (
  <li className="flex items-center gap-2">
    <PatternSample pattern={pattern} />
    {what} <span className="font-semibold">{count(number)}</span>
  </li>
);

/** A season of fewer weeks leaves room for this many columns, so that a single week does not fill the whole width. */
const minColumns = 6;
const maxDays = 6;
/** Where the columns begin and the highest one ends, in percent of the height. */
const [floor, ceiling] = [87, 9];

function Columns({ weeks }: { readonly weeks: readonly BornWeek[] }) {
  const columns = Math.max(weeks.length, minColumns);
  const most = Math.max(...weeks.map(({ alive, dead, before }) => Math.max(alive + dead, before)));
  const peak = weeks.toSorted((a, b) => b.alive + b.dead - a.alive - a.dead)[0];
  const daysApart = Math.ceil(weeks.length / maxDays);
  const heightOf = (number: number): number => (number / most) * (floor - ceiling);
  const now = today();
  return (
    <svg aria-hidden className="w-full overflow-visible" height="15rem">
      {weeks.map((week, index) => {
        const { monday, alive, dead, before } = week;
        const x = (part: number): string => `${((index + part) / columns) * 100}%`;
        const bar = (pattern: PatternName, from: number, number: number, width: number) =>
          number > 0 && (
            <rect
              x={x((1 - width) / 2)}
              width={`${(width / columns) * 100}%`}
              y={`${floor - heightOf(from + number)}%`}
              height={`${heightOf(number)}%`}
              rx="2"
              fill={patternFill(pattern)}
              stroke={patternOutline(pattern) ?? 'var(--color-card)'}
              className="print:stroke-foreground"
            />
          );
        return (
          <g key={monday}>
            {bar('yearBefore', 0, before, 0.92)}
            {bar('alive', 0, alive, 0.64)}
            {bar('dead', alive, dead, 0.64)}
            {alive + dead > 0 && (
              <text
                x={x(0.5)}
                y={`${floor - heightOf(alive + dead)}%`}
                dy="-0.4em"
                {...label}
                fill="var(--color-foreground)"
                className={week === peak ? '' : roomForEach(weeks.length)}
              >
                {count(alive + dead)}
              </text>
            )}
            {index % daysApart === 0 && (
              <text x={x(0.5)} y={`${floor}%`} dy="1.5em" {...label} fill="var(--color-muted-foreground)">
                {dateText(monday, now.slice(0, 4) === monday.slice(0, 4) ? now : monday)}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2="100%" y1={`${floor}%`} y2={`${floor}%`} stroke="var(--color-input)" />
    </svg>
  );
}

const label = {
  textAnchor: 'middle',
  fontSize: '0.75rem',
  stroke: 'var(--color-card)',
  strokeWidth: 3,
  paintOrder: 'stroke',
} as const;

/** So many numbers stand beside each other only in a wide card; the highest one always has its place. */
function roomForEach(weeks: number): string {
  if (weeks <= 12) return '';
  return weeks <= 24 ? 'max-lg:hidden' : 'hidden';
}
