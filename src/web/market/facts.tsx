import type { ReactNode } from 'react';
import type { Listing, ListingFacts } from '#contract/market.ts';
import { percentText } from '#domain/inbreeding.ts';
import { ageText } from '#web/herd/day-text.ts';
import { longDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { roundedWeightText } from '#web/lib/weight-text.ts';
import { Card } from '#web/ui/card.tsx';

type Parent = NonNullable<NonNullable<ListingFacts['parents']>['sire']>;

/** What the farm shares of its records, and since when it has any. */
export function Facts({ facts, withdrawals }: { facts: ListingFacts; withdrawals: Listing['withdrawals'] }) {
  return (
    <Card className="mt-6 gap-1 p-4">
      <h2 className="font-semibold">From the farm’s records</h2>
      <p className="text-sm text-muted-foreground">This animal is in them since {longDate(facts.since)}.</p>
      <dl className="mt-2 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[8.5rem_1fr] sm:gap-y-2.5">
        {linesOf(facts, withdrawals).map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted-foreground sm:text-base">{label}</dt>
            <dd className="-mt-1.5 min-w-0 break-words sm:mt-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Line = readonly [label: string, value: ReactNode];

const unknown = 'Not recorded';

function linesOf(facts: ListingFacts, withdrawals: Listing['withdrawals']): Line[] {
  const { birth, registrations, parents, weights, gain, litter, health, inbreeding } = facts;
  return [
    ...(birth ? [['Born', bornText(birth)] as const] : []),
    ...(registrations ? [['Registration', registrations.join(', ') || 'None'] as const] : []),
    ...(parents ? [['Sire', parentText(parents.sire)] as const, ['Dam', parentText(parents.dam)] as const] : []),
    ...(weights ? [['Weights', <Weights key="weights" weights={weights} />] as const] : []),
    ...(gain ? [['Gain', `${roundedWeightText(gain.gramsPerDay)} a day over ${gain.days} days`] as const] : []),
    ...(litter ? [['Litter', litterText(litter)] as const] : []),
    ...(health ? healthLines(health, withdrawals) : []),
    ...(inbreeding ? [['Inbreeding', inbreedingText(inbreeding)] as const] : []),
  ];
}

function bornText({ birthDate, birthYear }: NonNullable<ListingFacts['birth']>): string {
  if (birthDate !== null) return `${longDate(birthDate)} (${ageText(birthDate, today())} old)`;
  return birthYear === null ? unknown : String(birthYear);
}

function parentText(parent: Parent | null): string {
  if (!parent) return unknown;
  const { name, tagNumber, breed, registrations } = parent;
  return [name ? `${name} (${tagNumber})` : tagNumber, breed, ...registrations].filter(Boolean).join(', ');
}

function Weights({ weights }: { weights: NonNullable<ListingFacts['weights']> }) {
  if (weights.length === 0) return unknown;
  return (
    <ul>
      {weights.toReversed().map(({ day, grams }) => (
        <li key={day}>
          {roundedWeightText(grams)} <span className="text-muted-foreground">on {longDate(day)}</span>
        </li>
      ))}
    </ul>
  );
}

const bornAs = ['', 'Single', 'Twin', 'Triplet', 'Quadruplet'];
const rearers = { dam: 'reared by its dam', foster: 'reared by another dam', bottle: 'reared by bottle' } as const;

function litterText({ bornWith, rearedBy }: NonNullable<ListingFacts['litter']>): string {
  const born = bornWith === null ? '' : (bornAs[bornWith] ?? `One of ${bornWith}`);
  const reared = rearedBy === null ? '' : rearers[rearedBy];
  const text = [born, reared].filter((part) => part !== '').join(', ');
  return text === '' ? unknown : text.charAt(0).toUpperCase() + text.slice(1);
}

function healthLines(
  { vaccinations, lastTreatment }: NonNullable<ListingFacts['health']>,
  withdrawals: Listing['withdrawals'],
): Line[] {
  const given = vaccinations.map(({ day, what }) => `${what} on ${longDate(day)}`);
  return [
    ['Vaccinations', given.join('; ') || 'None recorded'],
    ['Last treatment', lastTreatment ? `${lastTreatment.what} on ${longDate(lastTreatment.day)}` : 'None recorded'],
    ['Withdrawal', withdrawals.length === 0 ? 'None open' : 'Open: see above'],
  ];
}

const inbreedingText = ({ coefficient, completeness }: NonNullable<ListingFacts['inbreeding']>): string =>
  `${percentText(coefficient)}, as far as ${Math.round(completeness * 10) / 10} generations of ancestors are known`;
