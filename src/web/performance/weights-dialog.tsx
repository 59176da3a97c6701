import { useForm } from 'react-hook-form';
import { type CullPart, cullParts, type CullWeights } from '#domain/performance/cull-weights.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { byRules, TextField } from '#web/components/form.tsx';
import { useSaveBreedingRules } from '#web/herd/use-save-breeding-rules.ts';
import { useBreedingRules } from '#web/herd/use-breeding-rules.ts';
import { cullLabels } from './cull-text.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const WeightsDialog = ({ isOpen, onClose }: Props) => (
  <Dialog isOpen={isOpen} onClose={onClose}>
    <DialogContent>
      <DialogHeader
        title="What counts"
        description="How much each figure counts in the index, from 0 (not at all) to 10. For everyone on this farm."
      />
      <WeightsForm onClose={onClose} />
    </DialogContent>
  </Dialog>
);

type Entries = Record<CullPart, string>;

const weightIn = (typed: string): number =>
  /^\s*\d{1,2}(?:[.,]\d)?\s*$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;

const violations = (typed: Entries) =>
  Object.fromEntries(cullParts.flatMap((part) => (weightIn(typed[part]) <= 10 ? [] : [[part, 'Enter a number from 0 to 10']])));

const each = <T,>(valueOf: (part: CullPart) => T) =>
  Object.fromEntries(cullParts.map((part) => [part, valueOf(part)])) as Record<CullPart, T>;

function WeightsForm({ onClose }: Pick<Props, 'onClose'>) {
  const rules = useBreedingRules();
  const form = useForm<Entries, unknown, Entries>({
    defaultValues: each((part) => String(rules.cullWeights[part])),
    resolver: byRules(violations),
  });
  const save = useSaveBreedingRules(onClose);
  const submit = (typed: Entries) => {
    const cullWeights: CullWeights = each((part) => weightIn(typed[part]));
    return save.mutateAsync({ ...rules, cullWeights });
  };
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      submitLabel="Save"
      busyLabel="Saving..."
      className="grid grid-cols-2 items-end gap-x-3 gap-y-4"
    >
      {cullParts.map((part) => (
        <TextField key={part} control={form.control} name={part} label={cullLabels[part]} inputMode="decimal" />
      ))}
    </DialogForm>
  );
}
