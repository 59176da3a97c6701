import { useState } from 'react';
import { speciesList, type Species } from '#domain/records/animals.ts';
import { type Season, seasonsOf } from '#domain/performance/season.ts';
import { gainsOfYear, type GroupGain } from '#domain/performance/season-charts.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { plural } from '#domain/values/plural.ts';
import { milkMeaning, milkText } from '#web/herd/care/milk-text.ts';
import { dollars } from '#web/lib/text/format.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';
import { Choice } from '#web/ui/choice.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { BornCard } from './born-card.tsx';
import { GainCard } from './gain-card.tsx';
import { LossesCard } from './losses-card.tsx';
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
          <LabelledSelect
            label="Births of"
            fieldClassName="w-36"
            options={seasons.map((each) => ({ value: String(each.year), label: String(each.year) }))}
            value={String(season?.year)}
            onChange={setYear}
          />
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
        <Report
          season={season}
          before={seasons.find((each) => each.year === season.year - 1)}
          gains={gainsOfYear(
            known.growth.groups.filter((group) => species === 'all' || group.species === species),
            season.year,
          )}
        />
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
  readonly gains: readonly GroupGain[];
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

/** All matings of the births are recorded, so that females without a birth are known. A successful mating has a birth that is not. */
const hasMatings = ({ exposed, unmated }: Season): boolean => exposed > 0 && unmated === 0;
const femalesOf = (season: Season): number => (hasMatings(season) ? season.exposed - season.withoutEnd : season.births);

/** What the females that may still give birth will bear is not known, so a share of all exposed females would be too small. */
const isRunning = (season: Season): boolean => hasMatings(season) && season.open > 0;
const perBirth = (season: Season, part: number): number | null =>
  season.births === 0 || isRunning(season) ? null : share(part, femalesOf(season));
function perFemale(season: Season, young: string): string {
  const { withoutEnd, births, open } = season;
  if (births === 0) return 'no births are recorded';
  if (isRunning(season)) return `${young} so far; ${open} may still give birth`;
  if (!hasMatings(season)) return `${young} by ${plural(births, 'female')} that gave birth, since not all matings are recorded`;
  return `${young} by ${plural(femalesOf(season), 'exposed female')}${withoutEnd > 0 ? `, without ${withoutEnd} whose birth is not recorded` : ''}`;
}

/** Those that reached 90 days count as weaned where losses would have been recorded. */
const isWeaningKnown = ({ areLossesKnown, weaned, atFoot }: Season): boolean => areLossesKnown && (weaned > 0 || atFoot === 0);
const lossesMissing = ({ alive }: Season): string =>
  `not recorded: no death of the ${alive} born alive, nor the weaning weight of each`;

export const seasonFigures: readonly Kpi[] = [
  {
    label: 'Exposed',
    value: ({ exposed }) => (exposed === 0 ? null : exposed),
    show: whole,
    means: ({ exposed, open, unmated }) =>
      exposed === 0
        ? 'no matings are recorded'
        : [
            'females put with a male for this year’s births, as far as recorded',
            open > 0 && `${open} may still give birth`,
            unmated > 0 && `${plural(unmated, 'birth')} without a recorded mating`,
          ]
            .filter(Boolean)
            .join('; '),
  },
  {
    label: 'Conceived',
    // The first to give birth are those that conceived, so a share of them alone would always be favourable.
    value: (season) =>
      season.open === 0 && season.isOutcomeKnown ? share(season.conceived, season.exposed - season.gone) : null,
    show: percent,
    means: ({ conceived, exposed, open, gone, isOutcomeKnown }) => {
      if (exposed === 0) return 'no matings are recorded';
      const overdueOrBorn = exposed - open - gone;
      if (overdueOrBorn > 0 && !isOutcomeKnown) return 'no births are recorded';
      return [
        overdueOrBorn > 0 && `${conceived} of ${exposed - gone} gave birth, lost their young or have a successful mating`,
        open > 0 && `${open} may still give birth`,
        gone > 0 && `${gone} left before`,
      ]
        .filter(Boolean)
        .join('; ');
    },
  },
  {
    label: 'Born',
    value: ({ born, births }) => (births === 0 ? null : born),
    show: whole,
    means: ({ born, alive, births, bornWithoutDay }) =>
      births === 0
        ? 'no births are recorded'
        : `in ${plural(births, 'birth')}, ${(born / births).toFixed(2)} per birth${born > alive ? `, including ${born - alive} stillborn` : ''}${
            bornWithoutDay > 0 ? `; of ${bornWithoutDay} only the year is known` : ''
          }`,
  },
  {
    label: 'Born alive',
    value: (season) => perBirth(season, season.alive),
    show: percent,
    means: (season) => perFemale(season, `${season.alive} born alive`),
  },
  {
    label: 'Lost before weaning',
    value: ({ died, alive, areLossesKnown }) => (areLossesKnown ? share(died, alive) : null),
    show: percent,
    means: (season) => {
      const { died, alive, areLossesKnown } = season;
      if (alive === 0) return 'none born alive is recorded';
      if (!areLossesKnown) return lossesMissing(season);
      return died === 0
        ? `all ${alive} born alive were weighed at weaning`
        : `${died} of ${alive} born alive have a recorded death`;
    },
  },
  {
    label: 'Weaned',
    value: (season) => (isWeaningKnown(season) ? perBirth(season, season.weaned) : null),
    show: percent,
    means: (season) => {
      const { weaned, atFoot } = season;
      if (weaned === 0 && atFoot > 0) return `${atFoot} not yet weaned`;
      if (!isWeaningKnown(season)) return lossesMissing(season);
      const known = perFemale(season, `${weaned} weaned, or 90 days old,`);
      return atFoot > 0 ? `${known}; ${atFoot} not yet weaned` : known;
    },
  },
  {
    label: 'Weaned per female',
    value: (season) => (season.weanedGrams === null ? null : perBirth(season, season.weanedGrams)),
    show: (value) => `${roundedWeight(value)} ${weightUnit()}`,
    means: (season) => {
      const { weanedGrams, weaned, weighed } = season;
      if (weanedGrams === null) return 'no weaning weights are recorded';
      const of = isWeaningKnown(season) ? `${weighed} of ${weaned} weaned` : `${weighed} young`;
      return `weaning weights${weighed < weaned ? ` of ${of}` : ''}, divided by the same females`;
    },
  },
  {
    label: 'Sold',
    value: ({ sold }) => (sold === 0 ? null : sold),
    show: whole,
    means: ({ sold, slaughtered, soldFor, soldWithoutDay, withoutPrice }) =>
      [
        sold === 0 ? 'no sales are recorded in the calendar year' : 'animals of any age in the calendar year',
        soldWithoutDay > 0 && `${soldWithoutDay} more in a year that is not recorded`,
        slaughtered > 0 && `${slaughtered} more slaughtered`,
        soldFor > 0 && `for ${dollars(soldFor)}${withoutPrice > 0 ? ` without the price of ${withoutPrice}` : ''}`,
      ]
        .filter(Boolean)
        .join(', '),
  },
];

const milkOf = ({ lactations, milkMl }: Season): string | undefined => (lactations === 0 ? undefined : milkText(milkMl));

const Report = ({ season, before, gains }: ReportProps) => (
  <div className="flex flex-col gap-6">
    <h2 className="title text-xl">
      Births of {season.year}
      {before && ` against ${before.year}`}
    </h2>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-border sm:grid-cols-4 md:max-lg:grid-cols-2 print:grid-cols-4">
      {seasonFigures.map(({ label, value, show, means }) => {
        const [now, then] = [value(season), before ? value(before) : null];
        return (
          <div key={label} className="break-inside-avoid bg-card p-3.5">
            <dt className="text-sm font-medium">{label}</dt>
            <dd className="title text-2xl">{now === null ? '–' : show(now)}</dd>
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
          <dd className="title text-2xl">{milkOf(season) ?? '–'}</dd>
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
      <BornCard season={season} before={before} />
      <LossesCard season={season} before={before} />
    </div>
    <GainCard year={season.year} groups={gains} />
  </div>
);
