import type { Withdrawal } from '#domain/imports/happened-cells.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { EventOf } from '#domain/records/events.ts';
import { knownAnimal, planText } from './plan-import.ts';

const known = (tagNumber: string, more: Partial<KnownAnimal> = {}) =>
  knownAnimal(tagNumber, { birthDate: '2021-03-01', ...more });
const flock = [known('Q1', { name: 'Alma' }), known('Q2'), known('Q3', { sex: 'male', name: 'Rex' })];

const withdrawalsIn = ({ withdrawals = [] }: { readonly withdrawals?: readonly Withdrawal[] }) => withdrawals;

const youngIn = ({ young = [] }: { readonly young?: EventOf<'birth'>['young'] }) => young;

/** Each event or mating as `tag kind day facts`, and each animal as it will stand in the herd. */
export function planned(text: string, answers: Record<string, string> = {}, animals: readonly KnownAnimal[] = flock) {
  const plan = planText(text, { animals, answers: { species: 'sheep', ...answers } });
  const events = plan.events.map(({ animal, kind, day, detail, note }) =>
    [
      animal.tagNumber,
      kind,
      day,
      ...Object.entries(detail).flatMap(([name, value]) =>
        value === null || typeof value === 'object' ? [] : `${name}=${String(value)}`,
      ),
      ...youngIn(detail).map(({ sex, state }) => `${sex ?? '?'}:${state}`),
      ...withdrawalsIn(detail).map(({ product, days, clearOn }) => `${product}:${days ?? clearOn}`),
      ...(note === null ? [] : [`(${note})`]),
    ].join(' '),
  );
  const matings = plan.matings.map(
    ({ mother, fathers, day, outDay }) =>
      `${mother.tagNumber} mating ${fathers.map(({ tagNumber }) => tagNumber).join(' ')} ${day} to ${outDay}`,
  );
  const herd = plan.rows.flatMap(({ tagNumber, verdict, animal }) =>
    animal && verdict !== 'refused'
      ? [
          `${tagNumber} ${animal.isWether ? 'wether' : animal.sex} ${animal.status} ${animal.mother ?? '-'} ${animal.father ?? '-'}`,
        ]
      : [],
  );
  const outside = plan.newAnimals.flatMap(({ number, animal }) => (number === null ? animal.tagNumber : []));
  return { events: [...events, ...matings], herd, outside, open: plan.open.map(({ id }) => id), plan };
}

const tagOf = (line: string): string => line.slice(0, line.indexOf(' '));

/** What a file asks (`?`), records, adds to the herd or outside it (`+`), and refuses (`!`). */
export function outcomeOf(text: string, answers: Record<string, string> = {}): string[] {
  const { events, herd, outside, open, plan } = planned(text, answers);
  const castrated = plan.newAnimals.flatMap(({ animal: { tagNumber, row } }) =>
    row?.values.castratedOn ? `${tagNumber} castrated ${row.values.castratedOn}` : [],
  );
  const refused = plan.rows.flatMap(({ verdict, reason, leftOut }) =>
    verdict === 'refused' && leftOut === null ? `!${reason}` : [],
  );
  // An animal that the farm has is listed as it stands only if nothing happened to it.
  const tagsOfFlock = new Set(flock.map(({ tagNumber }) => tagNumber));
  const happened = new Set(events.map(tagOf));
  const standing = herd.filter((line) => !(tagsOfFlock.has(tagOf(line)) && happened.has(tagOf(line))));
  return [...open.map((id) => `?${id}`), ...events, ...standing, ...outside.map((tag) => `+${tag}`), ...castrated, ...refused];
}
