import type { Withdrawal } from '#domain/imports/happened-cells.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import { knownAnimal, planText } from './plan-import.ts';

const known = (tagNumber: string, more: Partial<KnownAnimal> = {}) =>
  knownAnimal(tagNumber, { birthDate: '2021-03-01', ...more });
const flock = [known('Q1', { name: 'Alma' }), known('Q2'), known('Q3', { sex: 'male', name: 'Rex' })];

const withdrawalsIn = ({ withdrawals = [] }: { readonly withdrawals?: readonly Withdrawal[] }) => withdrawals;

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
