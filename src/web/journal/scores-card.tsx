import type { RecordedEvent } from '#contract/events.ts';
import { type ScoreSeries, scoreSeries } from '#domain/journal/score-series.ts';
import { scoreFields } from '#domain/records/events.ts';
import { infoOf } from '#domain/records/fields.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { count } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';

const maxDrawn = 8;

/** Each score is shown separately, because they run in three different directions. */
export function ScoresCard({ events }: { events: readonly RecordedEvent[] }) {
  const series = scoreSeries(events.filter((event) => event.kind === 'scores').filter(({ voidedAt }) => voidedAt === null));
  if (series.length === 0) return null;
  return (
    <TitledCard title="Scores" className="break-inside-avoid gap-1">
      <dl className="divide-y">
        {series.map((each) => (
          <Score key={each.score} {...each} />
        ))}
      </dl>
    </TitledCard>
  );
}

function Score({ score, values, change }: ScoreSeries) {
  const now = today();
  const [last, before] = [values.at(-1)!, values.at(-2)];
  const [label = '', scale = ''] = infoOf(scoreFields[score]).label.split(/ \(|\)/);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_3.5rem] items-center gap-x-3 py-2">
      <dt className="font-medium">{label}</dt>
      <dd className="text-lg leading-snug font-medium">{count(last.value)}</dd>
      <dd className="row-span-2">
        <Line values={values.slice(-maxDrawn).map(({ value }) => value)} />
      </dd>
      <dd className="col-span-2 text-sm text-muted-foreground">
        {[scale, dayText(last.day, now), before && change && changeTexts[change](count(before.value))]
          .filter(Boolean)
          .join(' · ')}
      </dd>
    </div>
  );
}

const changeTexts: Readonly<Record<NonNullable<ScoreSeries['change']>, (before: string) => string>> = {
  better: (before) => `better than ${before}`,
  worse: (before) => `worse than ${before}`,
  same: () => 'as before',
  more: (before) => `up from ${before}`,
  less: (before) => `down from ${before}`,
};

const [width, height, margin] = [56, 28, 4];

/** Shows the trend over the last few scores; the text compares only the last two. */
function Line({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => [
    margin + (index * (width - 2 * margin)) / (values.length - 1),
    height - margin - ((value - least) / (most - least || 1)) * (height - 2 * margin),
  ]);
  const [x, y] = points.at(-1)!;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="w-14">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.75} />
      <circle cx={x} cy={y} r={3} fill="currentColor" />
    </svg>
  );
}
