import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { type Factors, noSheepFactors } from '#domain/performance/adjusted-weights.ts';
import { TextField } from '#web/components/forms/form.tsx';
import { RulesDialog } from '#web/herd/breeding/rules-dialog.tsx';

const entries = {
  male: 'Ram lamb',
  female: 'Ewe lamb',
  wether: 'Wether',
  single: 'Single',
  twinAlone: 'Twin raised single',
  twin: 'Twin',
  tripletAlone: 'Triplet raised single',
  tripletTwin: 'Triplet raised twin',
  triplet: 'Triplet',
  dam1: 'Ewe of 1 year',
  dam2: 'Ewe of 2 years',
  dam3: 'Ewe of 3 and more',
} as const;
type Entry = keyof typeof entries;
type Entries = Record<Entry, string>;
const names = Object.keys(entries) as Entry[];

const numberIn = (typed: string): number =>
  /^\s*\d(?:[.,]\d{1,3})?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;

const violations = (typed: Entries) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = numberIn(typed[name]);
      return value >= 0.5 && value <= 2 ? [] : [[name, 'Enter a number from 0.5 to 2']];
    }),
  );

const entriesOf = ({ bySex, byLitter, byDamYears }: Factors): Entries => {
  const numbers: Record<Entry, number> = {
    ...bySex,
    single: byLitter['1/1'],
    twinAlone: byLitter['2/1'],
    twin: byLitter['2/2'],
    tripletAlone: byLitter['3/1'],
    tripletTwin: byLitter['3/2'],
    triplet: byLitter['3/3'],
    dam1: byDamYears[1],
    dam2: byDamYears[2],
    dam3: byDamYears[3],
  };
  return Object.fromEntries(names.map((name) => [name, String(numbers[name])])) as Entries;
};

/** null if all factors are 1. */
function factorsIn(typed: Entries): Factors | null {
  const of = (name: Entry) => numberIn(typed[name]);
  if (names.every((name) => of(name) === 1)) return null;
  return {
    bySex: { male: of('male'), female: of('female'), wether: of('wether') },
    byLitter: {
      '1/1': of('single'),
      '2/1': of('twinAlone'),
      '2/2': of('twin'),
      '3/1': of('tripletAlone'),
      '3/2': of('tripletTwin'),
      '3/3': of('triplet'),
    },
    byDamYears: { 1: of('dam1'), 2: of('dam2'), 3: of('dam3') },
  };
}

export const FactorsDialog = (props: OpenProps) => (
  <RulesDialog<Entries>
    {...props}
    title="Factors for sheep"
    description="Lamb weights are multiplied by these so that they can be compared. Use those of your breed society: they differ from flock to flock. All 1.0 means not set."
    valuesOf={({ sheepFactors }) => entriesOf(sheepFactors ?? noSheepFactors)}
    violations={violations}
    rulesIn={(typed) => ({ sheepFactors: factorsIn(typed) })}
    submitLabel="Save factors"
    className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-3"
  >
    {({ control }) =>
      names.map((name) => <TextField key={name} control={control} name={name} label={entries[name]} inputMode="decimal" />)
    }
  </RulesDialog>
);
