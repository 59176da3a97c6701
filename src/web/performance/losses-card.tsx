import { type LossCause, type LossTime, lossTimes, type Season } from '#domain/performance/season.ts';
import { type Lost, lossesByCause, lossesByTime } from '#domain/performance/season-charts.ts';
import { deathCauseText } from '#domain/records/events.ts';
import { ChartCard } from '#web/components/charts/chart-card.tsx';
import { patternFill, PatternSample } from '#web/components/charts/chart-patterns.tsx';
import { count } from '#web/lib/text/format.ts';
import { NumbersTable } from './numbers-table.tsx';

interface LossesProps {
  readonly season: Season;
  readonly before: Season | undefined;
}

const timeLabels: Readonly<Record<LossTime, string>> = {
  birth: 'At birth',
  day1: 'By the next day',
  week1: 'Rest of week 1',
  week2: 'Week 2',
  weeks3and4: 'Weeks 3–4',
  later: 'Later',
  unknown: 'Day not known',
};

const causeText = (cause: LossCause): string => (cause === 'stillborn' ? 'Stillborn' : deathCauseText(cause));

/**
 * Each number stands beside its bar, and the table behind says how many of each cause were lost at which time. A season without a
 * recorded loss is not compared.
 */
export function LossesCard({ season, before: last }: LossesProps) {
  const before = last && last.losses.length > 0 ? last : undefined;
  const causes = lossesByCause(season, before);
  const lost = season.losses.reduce((sum, { all }) => sum + all, 0);
  const years = { now: season.year, before: before?.year };
  return (
    <ChartCard title="Losses" description={`${lost > 0 ? `${count(lost)} of` : 'Of'} ${count(season.born)} born, until weaning`}>
      {lost === 0 ? (
        <p className="text-muted-foreground">None recorded.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <Bars what="By cause" losses={causes} textOf={causeText} years={years} />
          <Bars what="By week of life" losses={lossesByTime(season, before)} textOf={(time) => timeLabels[time]} years={years} />
          {before && (
            <ul aria-label="Years" className="flex flex-wrap gap-x-5 gap-y-1.5">
              <li className="flex items-center gap-2">
                <PatternSample pattern="lost" />
                {season.year}
              </li>
              <li className="flex items-center gap-2">
                <svg aria-hidden className="h-5 w-1">
                  <Tick x="50%" />
                </svg>
                {before.year}
              </li>
            </ul>
          )}
          <CausesByTime season={season} />
        </div>
      )}
    </ChartCard>
  );
}

const Tick = ({ x }: { readonly x: string }) => (
  <line x1={x} x2={x} y1="0" y2="100%" stroke="var(--color-foreground)" strokeWidth={2.5} />
);

interface BarsProps<K extends string> {
  readonly what: string;
  readonly losses: readonly Lost<K>[];
  readonly textOf: (key: K) => string;
  readonly years: { readonly now: number; readonly before: number | undefined };
}

function Bars<K extends string>({ what, losses, textOf, years }: BarsProps<K>) {
  const most = Math.max(...losses.flatMap(({ now, before }) => [now, before]));
  const partOf = (number: number): string => `${(number / most) * 98 + 1}%`;
  return (
    <table className="w-full table-fixed text-end">
      <thead className="text-sm text-muted-foreground">
        <tr className="[&>th]:py-1.5 [&>th]:font-semibold">
          <th scope="col" className="w-2/5 text-start">
            {what}
          </th>
          <td aria-hidden />
          <th scope="col" className="w-12">
            {years.now}
          </th>
          {years.before !== undefined && (
            <th scope="col" className="w-12">
              {years.before}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {losses.map(({ key, now, before }) => (
          <tr key={key} className="border-t [&>*]:py-1.5">
            <th scope="row" className="text-start font-medium wrap-anywhere">
              {textOf(key)}
            </th>
            <td aria-hidden className="ps-2">
              <svg className="block h-5 w-full overflow-visible">
                {now > 0 && (
                  <rect
                    y="12.5%"
                    height="75%"
                    width={partOf(now)}
                    rx="2"
                    fill={patternFill('lost')}
                    className="print:stroke-foreground"
                  />
                )}
                {years.before !== undefined && <Tick x={partOf(before)} />}
              </svg>
            </td>
            <td className="font-semibold">{count(now)}</td>
            {years.before !== undefined && <td>{count(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CausesByTime({ season: { losses } }: Pick<LossesProps, 'season'>) {
  const times = lossTimes.filter((time) => losses.some(({ byTime }) => byTime[time] > 0));
  return (
    <NumbersTable
      headings={['Cause', ...times.map((time) => timeLabels[time]), 'All']}
      rows={() =>
        losses.map(({ cause, byTime, all }) => ({
          key: cause,
          name: causeText(cause),
          cells: [...times.map((time) => (byTime[time] > 0 ? count(byTime[time]) : '')), count(all)],
        }))
      }
      boldColumn={times.length + 1}
    />
  );
}
