import { capitalized } from '#domain/values/text.ts';
import type { ReactNode } from 'react';
import type { Listing, ListingFacts } from '#contract/market.ts';
import { inbreedingText } from '#domain/breeding/inbreeding.ts';
import { ageText } from '#web/herd/day-text.ts';
import { longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { knownWeightText, roundedWeightText } from '#web/lib/text/weight-text.ts';
import { Card } from '#web/ui/card.tsx';

type Parent = NonNullable<NonNullable<ListingFacts['parents']>['sire']>;

/** The records that the farm shares, and since when it has any. */
export function Facts({ facts, withdrawals }: { facts: ListingFacts; withdrawals: Listing['withdrawals'] }) {
  return (
    <Card className="mt-6 gap-1 p-4">
      <h2 className="font-semibold">From the farm’s records</h2>
      <p className="text-sm text-muted-foreground">They include this animal since {longDate(facts.since)}.</p>
      <dl className="mt-2 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[8.5rem_1fr] sm:gap-y-2.5">
        {factLines(facts, withdrawals).map(([label, value]) => (
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
const unclear = 'The records do not say';

/** The lines of the card. */
export function factLines(facts: ListingFacts, withdrawals: Listing['withdrawals']): Line[] {
  const { birth, registrations, parents, ancestors, weights, gain, litter, growth, health, deworming, inbreeding } = facts;
  return [
    ...(birth ? [['Born', bornText(birth)] as const] : []),
    ...(registrations ? [['Registration', registrations.join(', ') || 'None recorded'] as const] : []),
    ...(parents ? [['Sire', parentText(parents.sire)] as const, ['Dam', parentText(parents.dam)] as const] : []),
    ...(ancestors ? ancestorLines(ancestors, parents === undefined) : []),
    ...(weights ? [['Weights', <Weights key="weights" weights={weights} />] as const] : []),
    ...(gain ? [['Gain', `${roundedWeightText(gain.gramsPerDay)} a day over ${gain.days} days`] as const] : []),
    ...(growth === undefined
      ? []
      : [['Compared with its group', growth === null ? 'Not compared' : growthText(growth)] as const]),
    ...(litter ? [['Litter', litterText(litter)] as const] : []),
    ...(health ? healthLines(health, withdrawals) : []),
    ...(deworming === undefined ? [] : [['Deworming', deworming === null ? unclear : dewormingText(deworming)] as const]),
    ...(inbreeding
      ? [['Inbreeding', inbreedingText(inbreeding.coefficient, inbreeding.isKnown, inbreeding.completeness)] as const]
      : []),
  ];
}

function bornText({ birthDate, birthYear }: NonNullable<ListingFacts['birth']>): string {
  if (birthDate !== null) return `${longDate(birthDate)} (${ageText(birthDate, today())} old)`;
  return birthYear === null ? unknown : String(birthYear);
}

function parentText(parent: Parent | null): string {
  if (!parent) return unknown;
  const { breed, registrations } = parent;
  return [nameText(parent), breed, ...registrations].filter(Boolean).join(', ');
}

const nameText = ({ name, tagNumber }: Parent): string => (name ? `${name} (${tagNumber})` : tagNumber);

const grandparents = { ss: 'Sire’s sire', sd: 'Sire’s dam', ds: 'Dam’s sire', dd: 'Dam’s dam' } as const;

function ancestorLines(ancestors: NonNullable<ListingFacts['ancestors']>, withParents: boolean): Line[] {
  const at = new Map(ancestors.map((one) => [one.position, one]));
  const labels = { ...(withParents && { s: 'Sire', d: 'Dam' }), ...grandparents };
  return Object.entries(labels).map(([position, label]) => [
    label,
    <Ancestor
      key={position}
      named={at.get(position)}
      // The parents of a parent have lines of their own.
      sire={position.length === 2 ? at.get(`${position}s`) : undefined}
      dam={position.length === 2 ? at.get(`${position}d`) : undefined}
    />,
  ]);
}

function Ancestor({ named, sire, dam }: Record<'named' | 'sire' | 'dam', Parent | undefined>) {
  const parents = [sire && `by ${nameText(sire)}`, dam && `out of ${nameText(dam)}`].filter(Boolean).join(' ');
  return (
    <>
      {parentText(named ?? null)}
      {parents !== '' && <span className="block text-sm text-muted-foreground">{parents}</span>}
    </>
  );
}

function Weights({ weights }: { weights: NonNullable<ListingFacts['weights']> }) {
  if (weights.length === 0) return unknown;
  return (
    <ul>
      {weights.toReversed().map(({ day, ...weight }) => (
        <li key={day}>
          {knownWeightText(weight)} <span className="text-muted-foreground">on {longDate(day)}</span>
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
  return text === '' ? unknown : capitalized(text);
}

function healthLines(
  { vaccinations, lastTreatment }: NonNullable<ListingFacts['health']>,
  withdrawals: Listing['withdrawals'],
): Line[] {
  const given = vaccinations.map(({ day, what }) => `${what} on ${longDate(day)}`);
  return [
    ['Vaccinations', given.join('; ') || 'None recorded'],
    ['Last treatment', lastTreatment ? `${lastTreatment.what} on ${longDate(lastTreatment.day)}` : 'None recorded'],
    ['Withdrawal', withdrawalFact()],
  ];

  function withdrawalFact(): string {
    if (withdrawals.some(({ isNotRecorded }) => isNotRecorded)) return unknown;
    if (withdrawals.length > 0) return 'Open: see above';
    // Of milk and fibre, the records need not say how long they are withheld.
    return lastTreatment || vaccinations.length > 0 ? 'None open for meat' : 'No medicine recorded';
  }
}

function growthText({ ratio, of, targetDays, bornFrom, bornTo }: NonNullable<ListingFacts['growth']>): string {
  const born = bornFrom === bornTo ? longDate(bornFrom) : `${longDate(bornFrom)} to ${longDate(bornTo)}`;
  return `${Math.round(ratio * 100)}, where 100 is the mean of ${of} animals like it, born ${born} (weight adjusted to ${targetDays} days)`;
}

/** Says no more than the records do. */
function dewormingText({ lastOn, since, isSinceBirth, scored }: NonNullable<ListingFacts['deworming']>): string {
  if (scored === 0) return `Last dewormed on ${longDate(since)}`;
  const times = scored === 1 ? 'once' : `${scored} times`;
  if (lastOn !== null) return `Not dewormed since ${longDate(lastOn)}; scored for worms ${times} since then`;
  if (isSinceBirth) return `Never dewormed since birth; scored for worms ${times}`;
  return `Not dewormed since its records begin on ${longDate(since)}; scored for worms ${times}`;
}
