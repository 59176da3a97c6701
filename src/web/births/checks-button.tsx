import { useState } from 'react';
import { birthCheckKey, maxBirthCheckLength, maxBirthChecks } from '#domain/records/birth-check-bounds.ts';
import { usualBirthChecks } from '#domain/breeding/birth-checks.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { LongTextField } from '#web/components/forms/form.tsx';
import { RulesDialog } from '#web/herd/breeding/rules-dialog.tsx';
import { useRights } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

/** Opens what the farm checks in each newborn, for people who may change the farm's settings. */
export function ChecksButton() {
  const [isOpen, setOpen] = useState(false);
  if (!useRights().has('manage')) return null;
  return (
    <>
      <Button variant="outline" className="mb-3" onClick={() => setOpen(true)}>
        Checks after birth
      </Button>
      <RulesDialog<Entries>
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Checks after birth"
        description="What is looked at in each newborn. For everyone on this farm."
        valuesOf={({ birthChecks }) => ({ checks: (birthChecks ?? usualBirthChecks).join('\n') })}
        violations={violations}
        rulesIn={({ checks }) => ({ birthChecks: linesIn(checks) })}
        submitLabel="Save checks"
        className="space-y-4"
      >
        {({ control, setValue }) => (
          <>
            <LongTextField
              control={control}
              name="checks"
              label="One check on each line"
              hint={`At most ${maxBirthChecks}. Empty: nothing is checked. A renamed check is a new one; what was ticked keeps its name.`}
              rows={maxBirthChecks}
            />
            <Button
              variant="ghost"
              onClick={() => setValue('checks', usualBirthChecks.join('\n'), { shouldDirty: true, shouldValidate: true })}
            >
              Use the usual ones
            </Button>
          </>
        )}
      </RulesDialog>
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
