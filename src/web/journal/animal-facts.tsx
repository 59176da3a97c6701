import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary } from '#contract/events.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import { dueFrom, type Pregnancy } from '#domain/breeding/due-births.ts';
import { capitalized } from '#domain/values/text.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { gainText, roundedWeightText } from '#web/lib/text/weight-text.ts';
import { birthDueText, dueDaysText } from '#web/herd/breeding/exposure-text.ts';
import { usePregnancyOf } from '#web/herd/breeding/use-pregnancies.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Ban } from 'lucide-react';
import { plural } from '#domain/values/plural.ts';
import { dayText, distanceText, overdueText, withdrawalText } from '#web/herd/day-text.ts';

interface WithdrawalAlertsProps extends Pick<AnimalSummary, 'withdrawals'> {
  /** Whether the person may record the days that are missing. */
  readonly mayEnter: boolean;
}

export function WithdrawalAlerts({ withdrawals, mayEnter }: WithdrawalAlertsProps) {
  const now = today();
  return openWithdrawals(withdrawals, now).map((withdrawal) => (
    <Alert key={withdrawal.product} icon={<Ban />} title={withdrawalText(withdrawal, now)}>
      {withdrawalHint(withdrawal, now, mayEnter)}
    </Alert>
  ));
}

function withdrawalHint(
  { clearOn, notRecordedOn }: AnimalSummary['withdrawals'][number],
  now: string,
  mayEnter: boolean,
): string {
  if (notRecordedOn !== null) {
    const day = dayText(notRecordedOn, now);
    return mayEnter ? `Enter the days in what was given on ${day}, also if they are 0` : `What was given on ${day} has no days`;
  }
  return clearOn === null ? 'More doses follow' : distanceText(clearOn, now);
}

/** The code of the rules is loaded after the page. */
const WithRules = lazily(async () => (await import('./with-rules.tsx')).WithRules);

interface AnimalFactsProps {
  /** Of the farm. */
  readonly animal: Animal;
  readonly summary: AnimalSummary;
}

export function AnimalFacts({ animal, summary }: AnimalFactsProps) {
  const pregnancy = usePregnancyOf(animal.id);
  const show = (groups: AnimalSummary['groups']) => <Facts facts={factsOf(animal, { ...summary, groups }, today(), pregnancy)} />;
  const shown = show(summary.groups);
  if (animal.status !== 'active') return shown;
  return (
    <LoadedLater instead={shown} fallback={shown}>
      <WithRules {...{ animal, summary, pregnancy }}>{(rules) => show([...summary.groups, ...rules])}</WithRules>
    </LoadedLater>
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

export const factsOf = (
  animal: Animal,
  summary: AnimalSummary,
  now: string,
  pregnancy: Pregnancy | undefined,
): readonly Fact[] => [
  weightFact(animal, summary, now),
  {
    label: summary.gainDays === null ? 'Gain' : `Gain over ${plural(summary.gainDays, 'day')}`,
    value: summary.gainGramsPerDay === null ? 'Needs two weights' : gainText(summary.gainGramsPerDay),
  },
  placeFact(summary),
  ...(animal.status === 'active' ? [dueFact(summary, now, pregnancy)] : []),
];

function weightFact(
  { weaningWeightGrams, birthWeightGrams, birthDate }: Animal,
  { lastWeightGrams, lastWeightDay, isLastWeightEstimate }: AnimalSummary,
  now: string,
): Fact {
  const isOfBirth = lastWeightDay === birthDate && weaningWeightGrams !== null;
  if (lastWeightGrams === null || lastWeightDay === null || isOfBirth) {
    const grams = weaningWeightGrams ?? birthWeightGrams;
    if (grams === null) return { label: 'Weight', value: 'Not weighed yet' };
    const occasion = weaningWeightGrams === null ? 'birth' : 'weaning';
    return { label: `Weight at ${occasion}, day not recorded`, value: roundedWeightText(grams) };
  }
  const day = lastWeightDay === now ? 'today' : dayText(lastWeightDay, now);
  return { label: `${isLastWeightEstimate ? 'Estimated weight' : 'Weight'}, ${day}`, value: roundedWeightText(lastWeightGrams) };
}

function placeFact({ place, groups }: AnimalSummary): Fact {
  const names = [place, ...groups].flatMap((each) => each?.name ?? []);
  if (names.length === 0) return { label: 'Place', value: 'Not recorded' };
  const groupWord = groups.length > 1 ? 'groups' : 'group';
  const label = [place && 'place', groups.length > 0 && groupWord].filter(Boolean).join(' and ');
  return { label: capitalized(label), value: names.join(', ') };
}

function dueFact({ due: [next] }: AnimalSummary, now: string, pregnancy: Pregnancy | undefined): Fact {
  if (pregnancy && (!next || dueFrom(pregnancy) <= next.day))
    return {
      label: `${speciesTerms[pregnancy.species].birth}${pregnancy.daysOver > 0 ? `, ${overdueText(pregnancy)}` : ' due'}`,
      value: pregnancy.daysOver > 0 ? capitalized(dueDaysText(pregnancy, now)) : birthDueText(pregnancy, now),
    };
  if (!next) return { label: 'Next', value: 'Nothing due' };
  return { label: `${next.day < now ? 'Overdue since' : 'Next,'} ${dayText(next.day, now)}`, value: next.label };
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-2 overflow-hidden rounded-xl border bg-card">
    {facts.map(({ label, value }, index) => (
      <div key={label} className={factClassNames[index]}>
        <dt className="text-sm font-medium text-muted-foreground">{label}</dt>
        <dd dir="auto" className="text-lg leading-snug font-medium wrap-anywhere">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

const factClassNames = ['px-3.5 py-2', 'border-s px-3.5 py-2', 'border-t px-3.5 py-2', 'border-t border-s px-3.5 py-2'];
