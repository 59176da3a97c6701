import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { birthCheckKey, maxBirthCheckLength, maxBirthChecks } from '#domain/birth-check-bounds.ts';
import { usualBirthChecks } from '#domain/birth-checks.ts';
import { rightsOf } from '#domain/members.ts';
import { codePointLength } from '#domain/text-length.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { byRules, LongTextField } from '#web/components/form.tsx';
import { useBreedingRules } from '#web/herd/use-breeding-rules.ts';
import { useSaveBreedingRules } from '#web/herd/use-save-breeding-rules.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';

/** Opens what the farm checks in each newborn, for people who may change the farm's settings. */
export function ChecksButton() {
  const [isOpen, setOpen] = useState(false);
  if (!rightsOf(useFarmRole()).has('manage')) return null;
  return (
    <>
      <Button variant="outline" className="mb-3" onClick={() => setOpen(true)}>
        Checks after birth
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)}>
        <DialogContent>
          <DialogHeader title="Checks after birth" description="What is looked at in each newborn. For everyone on this farm." />
          <ChecksForm onClose={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

interface Entries {
  readonly checks: string;
}

const linesIn = (typed: string): readonly string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function violations({ checks }: Entries) {
  const names = linesIn(checks);
  const long = names.find((name) => codePointLength(name) > maxBirthCheckLength);
  const isTwice = new Set(names.map(birthCheckKey)).size < names.length;
  return {
    checks:
      names.length > maxBirthChecks
        ? `Enter at most ${maxBirthChecks} checks`
        : long !== undefined
          ? `Shorten “${long}” to ${maxBirthCheckLength} characters`
          : isTwice
            ? 'Name each check once'
            : undefined,
  };
}

function ChecksForm({ onClose }: { readonly onClose: () => void }) {
  const rules = useBreedingRules();
  const form = useForm<Entries, unknown, Entries>({
    defaultValues: { checks: (rules.birthChecks ?? usualBirthChecks).join('\n') },
    resolver: byRules(violations),
  });
  const save = useSaveBreedingRules(onClose);
  const submit = ({ checks }: Entries) => save.mutateAsync({ ...rules, birthChecks: linesIn(checks) });
  return (
    <DialogForm form={form} onSubmit={submit} submitLabel="Save checks" busyLabel="Saving..." className="space-y-4">
      <LongTextField
        control={form.control}
        name="checks"
        label="One check on each line"
        hint={`At most ${maxBirthChecks}. Empty: nothing is checked. A renamed check is a new one; what was ticked keeps its name.`}
        rows={maxBirthChecks}
      />
      <Button
        variant="ghost"
        onClick={() => form.setValue('checks', usualBirthChecks.join('\n'), { shouldDirty: true, shouldValidate: true })}
      >
        Use the usual ones
      </Button>
    </DialogForm>
  );
}
