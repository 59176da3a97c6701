import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import type { BreedingRules } from '#domain/performance/breeding-rules.ts';
import { TextField } from '#web/components/forms/form.tsx';
import { RulesDialog } from '#web/herd/breeding/rules-dialog.tsx';

interface Entries {
  readonly close: string;
  readonly tooClose: string;
  readonly leastMonths: string;
  readonly leastWeight: string;
  readonly weaningDays: string;
}

const entered = (share: number): string => String(Math.round(share * 10_000) / 100);

const read = (typed: string): number => (/^\s*\d+(?:[.,]\d+)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN);

const isWithin = (typed: string, least: number, most: number): boolean => read(typed) >= least && read(typed) <= most;

function validateLimits({ close, tooClose, leastMonths, leastWeight, weaningDays }: Entries) {
  const percent = 'Enter a percentage from 0 to 100';
  return {
    close: isWithin(close, 0, 100) ? undefined : percent,
    tooClose: !isWithin(tooClose, 0, 100)
      ? percent
      : read(tooClose) < read(close)
        ? 'This cannot be less than the limit for close'
        : undefined,
    leastMonths:
      isWithin(leastMonths, 3, 36) && Number.isInteger(read(leastMonths)) ? undefined : 'Enter whole months from 3 to 36',
    leastWeight: isWithin(leastWeight, 30, 100) ? undefined : 'Enter a percentage from 30 to 100',
    weaningDays:
      weaningDays.trim() === '' || (isWithin(weaningDays, 21, 270) && Number.isInteger(read(weaningDays)))
        ? undefined
        : 'Enter whole days from 21 to 270, or leave it empty',
  };
}

const valuesOf = ({ close, tooClose, leastMonths, leastWeight, weaningDays }: BreedingRules): Entries => ({
  close: entered(close),
  tooClose: entered(tooClose),
  leastMonths: String(leastMonths),
  leastWeight: entered(leastWeight),
  weaningDays: weaningDays === null ? '' : String(weaningDays),
});

const rulesIn = ({ close, tooClose, leastMonths, leastWeight, weaningDays }: Entries) => ({
  close: read(close) / 100,
  tooClose: read(tooClose) / 100,
  leastMonths: read(leastMonths),
  leastWeight: read(leastWeight) / 100,
  weaningDays: weaningDays.trim() === '' ? null : read(weaningDays),
});

export const LimitsDialog = (props: OpenProps) => (
  <RulesDialog<Entries>
    {...props}
    title="Limits of this farm"
    description="For everyone on this farm. They only warn; nothing is blocked."
    valuesOf={valuesOf}
    violations={validateLimits}
    rulesIn={rulesIn}
    submitLabel="Save limits"
    className="grid grid-cols-2 items-start gap-x-3 gap-y-5"
  >
    {({ control }) => {
      const numbers = { control, inputMode: 'decimal' } as const;
      return (
        <>
          <TextField {...numbers} name="close" label="Close from (%)" hint="6.25 % is the young of first cousins" />
          <TextField {...numbers} name="tooClose" label="Too close above (%)" hint="12.5 % is the young of half siblings" />
          <TextField {...numbers} name="leastMonths" label="Youngest female (months)" />
          <TextField {...numbers} name="leastWeight" label="Lightest (% of adult weight)" />
          <TextField
            {...numbers}
            name="weaningDays"
            label="Wean young at (days)"
            hint="If this is empty, Today does not list weaning"
          />
        </>
      );
    }}
  </RulesDialog>
);
