import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary } from '#contract/events.ts';
import { speciesTerms } from '#domain/animals.ts';
import { poundText } from '#domain/weights.ts';
import { healthLabels } from '#domain/animals.ts';
import { sexWord, statusLabels } from '#web/herd/animal-labels.ts';
import { today } from '#web/lib/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Ban } from 'lucide-react';
import { ageText, dayText, distanceText, plural, roundedPounds } from './day-text.ts';
import { withdrawalText } from './describe-event.ts';

/** `Ram lamb, 5 months · Texel` */
export function whoText(animal: Animal, now: string): string {
  const { birthDate, birthYear, breed, color, species, status } = animal;
  const age = birthDate === null ? birthYear && `born ${birthYear}` : ageText(birthDate, now);
  const isYoung =
    birthDate !== null && /day|month/.test(ageText(birthDate, now)) && Number.parseInt(ageText(birthDate, now), 10) < 12;
  const word = isYoung ? `${sexWord(animal)} ${speciesTerms[species].young.toLowerCase()}` : sexWord(animal);
  const kind = [word, age].filter(Boolean).join(', ');
  return [kind, breed, color, status === 'active' ? null : statusLabels[status]].filter(Boolean).join(' · ');
}

export function Withheld({ withdrawals }: Pick<AnimalSummary, 'withdrawals'>) {
  const now = today();
  return withdrawals.map((withdrawal) => (
    <Alert key={withdrawal.product} icon={<Ban />} title={withdrawalText(withdrawal, now)} className="mb-3">
      {withdrawal.clearOn === null ? 'More doses follow' : `${distanceText(withdrawal.clearOn, now)}`}
    </Alert>
  ));
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

export function factsOf(animal: Animal, summary: AnimalSummary | undefined, now: string): readonly Fact[] {
  const { lastWeightGrams = null, lastWeightDay = null, gainGramsPerDay = null, gainDays = null } = summary ?? {};
  const [next] = summary?.due ?? [];
  return [
    {
      label: lastWeightDay === null ? 'Weight' : `Weight, ${lastWeightDay === now ? 'today' : dayText(lastWeightDay, now)}`,
      value: lastWeightGrams === null ? 'Not weighed yet' : `${roundedPounds(lastWeightGrams)} lbs`,
    },
    {
      label: gainDays === null ? 'Gain' : `Gain over ${plural(gainDays, 'day')}`,
      value: gainGramsPerDay === null ? 'Needs two weights' : gainText(gainGramsPerDay),
    },
    summary && (summary.place !== null || summary.groups.length > 0)
      ? { label: 'Place', value: [summary.place, ...summary.groups].flatMap((each) => each?.name ?? []).join(', ') }
      : { label: 'Health', value: healthLabels[animal.healthStatus] },
    next
      ? { label: `${next.day < now ? 'Was due' : 'Next'}, ${dayText(next.day, now)}`, value: next.label }
      : { label: 'Next', value: 'Nothing due' },
  ];
}

const gainText = (gramsPerDay: number): string => {
  const pounds = poundText(Math.abs(gramsPerDay));
  return `${gramsPerDay < 0 ? '\u2212' : '+'}${pounds} lbs/day`;
};

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-2 overflow-hidden rounded-xl border bg-card">
    {facts.map(({ label, value }, index) => (
      <div key={label} className={factClassNames[index]}>
        <dt className="text-sm font-medium text-muted-foreground">{label}</dt>
        <dd className="text-lg leading-snug font-medium wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

const factClassNames = ['px-3.5 py-2', 'border-l px-3.5 py-2', 'border-t px-3.5 py-2', 'border-t border-l px-3.5 py-2'];
