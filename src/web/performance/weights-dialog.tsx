import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { type CullPart, cullParts } from '#domain/performance/cull-weights.ts';
import { TextField } from '#web/components/forms/form.tsx';
import { RulesDialog } from '#web/herd/breeding/rules-dialog.tsx';
import { cullLabels } from './cull-text.ts';

type Entries = Record<CullPart, string>;

const weightIn = (typed: string): number =>
  /^\s*\d{1,2}(?:[.,]\d)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;

const violations = (typed: Entries) =>
  Object.fromEntries(cullParts.flatMap((part) => (weightIn(typed[part]) <= 10 ? [] : [[part, 'Enter a number from 0 to 10']])));

const each = <T,>(valueOf: (part: CullPart) => T) =>
  Object.fromEntries(cullParts.map((part) => [part, valueOf(part)])) as Record<CullPart, T>;

export const WeightsDialog = (props: OpenProps) => (
  <RulesDialog<Entries>
    {...props}
    title="What counts"
    description="How much each figure counts in the index, from 0 (not at all) to 10. For everyone on this farm."
    valuesOf={({ cullWeights }) => each((part) => String(cullWeights[part]))}
    violations={violations}
    rulesIn={(typed) => ({ cullWeights: each((part) => weightIn(typed[part])) })}
    className="grid grid-cols-2 items-end gap-x-3 gap-y-4"
  >
    {({ control }) =>
      cullParts.map((part) => <TextField key={part} control={control} name={part} label={cullLabels[part]} inputMode="decimal" />)
    }
  </RulesDialog>
);
