import { useState } from 'react';
import { speciesList, type Species } from '#domain/animals.ts';
import { addDays } from '#domain/dates.ts';
import { deathCauseText } from '#domain/records/events.ts';
import { type LossCause, type LossTime, lossTimes, type Season, seasonsOf } from '#domain/performance/season.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { speciesLabels } from '#web/herd/animal-labels.ts';
import { plural } from '#web/herd/day-text.ts';
import { milkMeaning, milkText } from '#web/herd/milk-text.ts';
import { dateText, dollars } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { roundedWeight, shortUnit } from '#web/lib/weight-text.ts';
import { Choice } from '#web/ui/choice.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { Field } from '#web/ui/field.tsx';
import type { Performance } from './use-performance.ts';

export const hasSeason = ({ known }: Performance): boolean => seasonsOf(known, () => true).length > 0;

/** Compares a season with the previous one. */
export function SeasonView({ performance: { known } }: { readonly performance: Performance }) {
  const [species, setSpecies] = useState<Species | 'all'>('all');
  const [year, setYear] = useState<string>();
  const kept = speciesList.filter((each) => known.history.animals.some((animal) => animal.species === each));
  const seasons = seasonsOf(known, (animal) => species === 'all' || animal.species === species);
  const season = seasons.find((each) => String(each.year) === year) ?? seasons.find(({ births }) => births > 0) ?? seasons[0];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-4 print:hidden">
        {seasons.length > 0 && (
          <Field label="Births of" className="w-36">
            {(described) => (
              <Select value={String(season?.year)} onValueChange={setYear}>
                <SelectTrigger {...described}>
                  <SelectValue />
                </SelectTrigger>
                <SelectContent>
                  {seasons.map((each) => (
                    <SelectItem key={each.year} value={String(each.year)}>
                      {each.year}
                    </SelectItem>
                  ))}
                </SelectContent>
              </Select>
            )}
          </Field>
        )}
        {kept.length > 1 && (
          <Choice
            aria-label="Species"
            layout="wrapped"
            value={species}
            onChange={setSpecies}
            options={[{ value: 'all', label: 'All' }, ...kept.map((each) => ({ value: each, label: speciesLabels[each] }))]}
          />
        )}
      </div>
      {season ? (
        <Report season={season} before={seasons.find((each) => each.year === season.year - 1)} />
      ) : (
        <EmptyState drawing={<MotherAndYoung />} title="No season to report yet">
          Record matings, males put in with females, and births.
        </EmptyState>
      )}
    </>
  );
}

interface ReportProps {
  readonly season: Season;
  readonly before: Season | undefined;
}

interface Kpi {
  readonly label: string;
  readonly value: (season: Season) => number | null;
  readonly show: (value: number) => string;
  readonly means: (season: Season) => string;
}

const share = (part: number, of: number): number | null => (of === 0 ? null : part / of);
const percent = (value: number): string => `${Math.round(value * 100)}%`;
const whole = (value: number): string => String(value);

const kpis: readonly Kpi[] = [
  {
    label: 'Exposed',
    value: ({ exposed }) => exposed,
    show: whole,
    means: ({ open }) => `females put with a male for this year’s births${open > 0 ? `; ${open} may still give birth` : ''}`,
  },
  {
    label: 'Conceived',
    value: ({ conceived, exposed, open }) => share(conceived, exposed - open),
    show: percent,
    means: ({ conceived, exposed, open }) => `${conceived} of ${exposed - open} gave birth or lost their young`,
  },
  {
    label: 'Born',
    value: ({ born }) => born,
    show: whole,
    means: ({ born, births }) =>
      `in ${plural(births, 'birth')}${births > 0 ? `, ${(born / births).toFixed(2)} per birth` : ''}, including stillborn`,
  },
  {
    label: 'Born alive',
    value: ({ alive, exposed }) => share(alive, exposed),
    show: percent,
    means: ({ alive, exposed }) => `${alive} born alive by ${exposed} exposed`,
  },
  {
    label: 'Lost before weaning',
    value: ({ died, alive }) => share(died, alive),
    show: percent,
    means: ({ died, alive }) => `${died} of ${alive} born alive`,
  },
  {
    label: 'Weaned',
    value: ({ weaned, exposed }) => share(weaned, exposed),
    show: percent,
    means: ({ weaned, exposed, atFoot }) =>
      `${weaned} weaned, or 90 days old, by ${exposed} exposed${atFoot > 0 ? `; ${atFoot} not yet weaned` : ''}`,
  },
  {
    label: 'Weaned per female exposed',
    value: ({ weanedGrams, exposed }) => share(weanedGrams, exposed),
    show: (value) => `${roundedWeight(value)} ${shortUnit()}`,
    means: () => 'weaning weights divided by the females exposed',
  },
  {
    label: 'Sold',
    value: ({ sold }) => sold,
    show: whole,
    means: ({ soldFor }) => `animals of any age in the calendar year${soldFor > 0 ? `, for ${dollars(soldFor)}` : ''}`,
  },
];

const milkOf = ({ lactations, milkMl }: Season): string | undefined => (lactations === 0 ? undefined : milkText(milkMl));

const Report = ({ season, before }: ReportProps) => (
  <div className="flex flex-col gap-6">
    <h2 className="title text-xl">
      Births of {season.year}
      {before && ` against ${before.year}`}
    </h2>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-border sm:grid-cols-4 md:max-lg:grid-cols-2 print:grid-cols-4">
      {kpis.map(({ label, value, show, means }) => {
        const [now, then] = [value(season), before ? value(before) : null];
        return (
          <div key={label} className="break-inside-avoid bg-card p-3.5">
            <dt className="text-sm font-medium">{label}</dt>
            <dd className="title text-2xl tabular-nums">{now === null ? '–' : show(now)}</dd>
            {then !== null && before && (
              <dd className="text-sm">
                {before.year}: {show(then)}
              </dd>
            )}
            <dd className="text-sm text-muted-foreground">{means(season)}</dd>
          </div>
        );
      })}
      {season.lactations + (before?.lactations ?? 0) > 0 && (
        <div className="col-span-full break-inside-avoid bg-card p-3.5">
          <dt className="text-sm font-medium">Milk of a lactation</dt>
          <dd className="title text-2xl tabular-nums">{milkOf(season) ?? '–'}</dd>
          {before && milkOf(before) && (
            <dd className="text-sm">
              {before.year}: {milkOf(before)}
            </dd>
          )}
          <dd className="max-w-3xl text-sm text-muted-foreground">
            mean of {plural(season.lactations, 'lactation')} that began in the year, {milkMeaning}
          </dd>
        </div>
      )}
    </dl>
    <div className="grid items-start gap-6 xl:grid-cols-2 print:grid-cols-1">
      <Weeks season={season} />
      <Losses season={season} before={before} />
    </div>
  </div>
);

function Weeks({ season: { weeks } }: Pick<ReportProps, 'season'>) {
  const most = [...weeks.values()].reduce((max, { alive, dead }) => Math.max(max, alive + dead), 1);
  return (
    weeks.size > 0 && (
      <section aria-labelledby="born-per-week">
        <h3 id="born-per-week" className="mb-2 font-medium">
          Born per week
        </h3>
        <table className="w-full table-fixed text-left">
          <thead className="text-sm text-muted-foreground">
            <tr>
              <th className="w-2/5 font-normal">Week of</th>
              <th aria-hidden />
              <th className="w-1/6 text-right font-normal">Alive</th>
              <th className="w-1/6 text-right font-normal">Dead</th>
            </tr>
          </thead>
          <tbody>
            {[...weeks].map(([monday, { alive, dead }]) => (
              <tr key={monday} className="break-inside-avoid border-t tabular-nums">
                <td className="py-1">
                  {dateText(monday, today())} – {dateText(addDays(monday, 6), today())}
                </td>
                <td aria-hidden className="px-2">
                  <span className="flex h-4 gap-px">
                    <span className="border border-primary bg-primary" style={{ width: `${(alive / most) * 100}%` }} />
                    {dead > 0 && <span className="border border-destructive" style={{ width: `${(dead / most) * 100}%` }} />}
                  </span>
                </td>
                <td className="py-1 text-right">{alive}</td>
                <td className="py-1 text-right">{dead}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    )
  );
}

const timeLabels: Readonly<Record<LossTime, string>> = {
  birth: 'At birth',
  week1: 'Week 1',
  week2: 'Week 2',
  weeks3and4: 'Weeks 3–4',
  later: 'Later',
  unknown: 'Day not known',
};

const causeText = (cause: LossCause): string => (cause === 'stillborn' ? 'Stillborn' : deathCauseText(cause));

function Losses({ season, before }: ReportProps) {
  const times = lossTimes.filter((time) => season.losses.some(({ byTime }) => byTime[time] > 0));
  const thenOf = (cause: LossCause): number => before?.losses.find((each) => each.cause === cause)?.all ?? 0;
  const gone = (before?.losses ?? []).filter(({ cause }) => !season.losses.some((each) => each.cause === cause));
  return (
    <section aria-labelledby="losses-by-cause" className="min-w-0">
      <h3 id="losses-by-cause" className="mb-2 font-medium">
        Losses of young until weaning, by cause and week of life
      </h3>
      {season.losses.length + gone.length === 0 ? (
        <p className="text-muted-foreground">None recorded.</p>
      ) : (
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0" tabIndex={0}>
          <table className="w-full text-left tabular-nums">
            <thead className="text-sm text-muted-foreground">
              <tr>
                <th className="font-normal">Cause</th>
                {times.map((time) => (
                  <th key={time} className="px-2 text-right font-normal">
                    {timeLabels[time]}
                  </th>
                ))}
                <th className="px-2 text-right font-normal">{season.year}</th>
                {before && <th className="pl-2 text-right font-normal">{before.year}</th>}
              </tr>
            </thead>
            <tbody>
              {season.losses.map(({ cause, byTime, all }) => (
                <tr key={cause} className="border-t">
                  <td className="py-1">{causeText(cause)}</td>
                  {times.map((time) => (
                    <td key={time} className="px-2 text-right">
                      {byTime[time] || ''}
                    </td>
                  ))}
                  <td className="px-2 text-right font-medium">{all}</td>
                  {before && <td className="pl-2 text-right">{thenOf(cause)}</td>}
                </tr>
              ))}
              {gone.map(({ cause, all }) => (
                <tr key={cause} className="border-t">
                  <td className="py-1">{causeText(cause)}</td>
                  {times.map((time) => (
                    <td key={time} className="px-2 text-right">
                      0
                    </td>
                  ))}
                  <td className="px-2 text-right font-medium">0</td>
                  <td className="pl-2 text-right">{all}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
