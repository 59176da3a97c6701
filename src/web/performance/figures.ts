import type { Animal } from '#contract/animals.ts';
import { weaningDays } from '#domain/performance/litters.ts';
import type { MilkRecord } from '#domain/performance/lactations.ts';
import { type DamRecord, knownDewormings, negative, type SireRecord, weanedPerExposure } from '#domain/performance/parents.ts';
import { plural } from '#domain/values/plural.ts';
import { milkMeaning, milkText } from '#web/herd/care/milk-text.ts';
import { roundedWeight, weightUnit } from '#web/lib/text/weight-text.ts';
import type { Figure } from './figure-list.tsx';
import { indexText } from './growth-text.ts';
import type { Grams } from '#domain/values/units.ts';

export type Dam = DamRecord<Animal>;
export type Sire = SireRecord<Animal>;
type OfBoth = Pick<
  Dam | Sire,
  'litters' | 'born' | 'alive' | 'lived' | 'growth' | 'compared' | 'famacha' | 'scored' | 'dewormings'
>;

const percent = ({ part, of }: OfBoth['lived']): string | undefined =>
  of === 0 ? undefined : `${Math.round((part / of) * 100)}%`;

const ofYoung: readonly Figure<OfBoth>[] = [
  {
    label: 'Litters',
    meaning: 'recorded births, and young whose dam and birth date, or year of birth, are known.',
    value: ({ litters }) => (litters === 0 ? undefined : String(litters)),
    text: ({ litters, alive, born }) =>
      litters === 0 ? 'no litter recorded' : `${plural(litters, 'litter')}, ${alive} of ${born} born alive`,
    order: ({ litters }) => litters,
  },
  {
    label: 'Lived',
    meaning: `of the young born alive at least ${weaningDays} days ago, how many lived to weaning or, without a weaning weight, to ${weaningDays} days; not known of a season without the recorded death of a young, unless all have weaning weights.`,
    value: ({ lived }) => percent(lived),
    text: ({ lived: { part, of } }) => (of === 0 ? undefined : `${part} of ${of} lived to weaning`),
    order: ({ lived: { part, of } }) => (of === 0 ? null : part / of),
  },
  {
    label: 'Growth',
    meaning: 'adjusted weights of the young compared with the mean of their contemporary groups; 100 is as good as their groups.',
    value: ({ growth }) => (growth === null ? undefined : indexText(growth)),
    text: ({ growth, compared }) => (growth === null ? undefined : `growth ${indexText(growth)} of ${compared} young`),
    order: ({ growth }) => growth,
  },
];

export const damFigures: readonly Figure<Dam>[] = [
  ...ofYoung,
  {
    label: 'Weaned',
    meaning:
      'weaning weight of the young she reared, divided by the times she was with a male; times whose young may still be weaned are not counted.',
    value: (dam) => weight(weanedPerExposure(dam)),
    text: (dam) => (weanedPerExposure(dam) === null ? undefined : `${weight(weanedPerExposure(dam))} weaned per exposure`),
    order: weanedPerExposure,
  },
  {
    label: 'Interval',
    meaning: 'mean number of days from one birth to the next.',
    value: ({ interval }) => (interval === null ? undefined : String(interval)),
    text: ({ interval }) => (interval === null ? undefined : `gives birth every ${interval} days`),
    order: ({ interval }) => negative(interval),
  },
  ...health('her'),
];

/** Where milk is recorded. */
export function milkFigure(dams: readonly Dam[], milk: ReadonlyMap<string, MilkRecord>): readonly Figure<Dam>[] {
  const lastOf = ({ animal }: Dam) => milk.get(animal.id)?.lactations.findLast(({ standard }) => standard)?.standard;
  if (!dams.some(lastOf)) return [];
  return [
    {
      label: 'Milk',
      meaning: `of her last lactation with two test days or more, ${milkMeaning}`,
      value: (dam) => show(lastOf(dam), ({ ml }) => milkText(ml)),
      text: (dam) => show(lastOf(dam), ({ ml, days }) => `${milkText(ml)} of milk in ${plural(days, 'day')}`),
      order: (dam) => lastOf(dam)?.ml ?? null,
    },
  ];
}

const show = <T>(value: T | null | undefined, text: (value: T) => string): string | undefined =>
  value ? text(value) : undefined;

export const sireFigures: readonly Figure<Sire>[] = [...ofYoung, ...health('his young’s')];

function health(whose: string): readonly Figure<Dam | Sire>[] {
  return [
    {
      label: 'FAMACHA',
      meaning: `mean of ${whose} scores over the last twelve months; 1 is red, 5 is white.`,
      value: ({ famacha }) => famacha?.toFixed(1),
      text: ({ famacha }) => (famacha === null ? undefined : `FAMACHA ${famacha.toFixed(1)}`),
      order: ({ famacha }) => negative(famacha),
    },
    {
      label: 'Dewormed',
      meaning: `days in the last twelve months on which ${whose === 'her' ? 'she was' : 'any of his young were'} dewormed, 0 only if scored since.`,
      value: (one) => knownDewormings(one)?.toString(),
      text: (one) => {
        const times = knownDewormings(one);
        return times === 0 ? 'scored and not dewormed' : show(times, () => `dewormed ${plural(times ?? 0, 'time')}`);
      },
      order: (one) => negative(knownDewormings(one)),
    },
  ];
}

const weight = (grams: Grams | null): string | undefined =>
  grams === null ? undefined : `${roundedWeight(grams)} ${weightUnit()}`;
