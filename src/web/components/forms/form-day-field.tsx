import type { ComponentProps } from 'react';
import { type FieldValues, useController } from 'react-hook-form';
import { DayField } from './day-field.tsx';
import type { BoundField } from './form.tsx';

type FormDayFieldProps<V extends FieldValues, Out> = Pick<BoundField<V, string, Out>, 'control' | 'name' | 'label'> &
  Pick<ComponentProps<typeof DayField>, 'hint' | 'optional' | 'min' | 'max'> & {
    readonly error?: string | undefined;
    readonly onChanged?: (day: string) => void;
  };

export function FormDayField<V extends FieldValues, Out>({ control, name, error, onChanged, ...day }: FormDayFieldProps<V, Out>) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name });
  return (
    <DayField
      {...day}
      name={name}
      ref={ref}
      value={value}
      error={fieldState.error?.message ?? error}
      onChange={(next) => {
        onChange(next);
        onChanged?.(next);
      }}
    />
  );
}
