import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { medicinesOf } from '#domain/journal/withdrawals.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { infoOf } from '#domain/records/fields.ts';
import { TextField } from '#web/components/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';

/** Said of a medicine without withdrawals, with the button that states that there are none. */
export const noWithdrawal = {
  text: 'Until they are recorded, the animal is held back from sale and slaughter.',
  label: 'None: 0 days',
};

const names = ['meatWithdrawalDays', 'milkWithdrawalDays'] as const;

interface CheckupWithdrawalProps {
  /** What the checkup says was given; without a medicine nothing is asked. */
  readonly given: Parameters<typeof medicinesOf>[0];
}

/** The withdrawals of what was given at a checkup, inside a form with fields of these names. */
export function CheckupWithdrawal({ given }: CheckupWithdrawalProps) {
  const { control, getValues, setValue } = useFormContext<Record<(typeof names)[number], string>>();
  const meat = useWatch({ control, name: 'meatWithdrawalDays' });
  const isAsked = medicinesOf(given).length > 0;
  useEffect(() => {
    if (!isAsked) for (const name of names) setValue(name, '');
  }, [isAsked, setValue]);
  if (!isAsked) return null;
  const fillNone = () => {
    for (const name of names) if (getValues(name) === '') setValue(name, '0');
  };
  return (
    <div className="col-span-full flex flex-col gap-3">
      <div className="grid items-start gap-x-3 gap-y-4 sm:grid-cols-2">
        {names.map((name) => (
          <TextField
            key={name}
            control={control}
            name={name}
            label={infoOf(healthFields[name]).label}
            inputMode="numeric"
            // What is wrong is said below it, above the buttons of the form.
            inputClassName="scroll-mb-36"
          />
        ))}
      </div>
      {meat === '' && (
        <>
          <p className="text-sm text-muted-foreground">{noWithdrawal.text}</p>
          <Button ref={focusBeside} variant="outline" className="self-start" onClick={fillNone}>
            {noWithdrawal.label}
          </Button>
        </>
      )}
    </div>
  );
}
