import type { ComponentProps, ReactNode } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GroupField } from '#web/ui/field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { BoundField } from './form.tsx';

export function ChoiceField<V extends FieldValues, C extends string, Out>({
  control,
  name,
  label,
  hint,
  className,
  ...choice
}: BoundField<V, string, Out> & Pick<ComponentProps<typeof Choice<C>>, 'options' | 'layout'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <GroupField label={label} hint={hint} error={fieldState.error?.message} {...(className && { className })}>
      {(described) => <Choice<C> {...described} {...choice} ref={field.ref} value={field.value} onChange={field.onChange} />}
    </GroupField>
  );
}

type YesNoField<V extends FieldValues, Out> = Pick<BoundField<V, boolean, Out>, 'control' | 'name'> & {
  readonly hint?: ReactNode;
  readonly children: ReactNode;
};

export function CheckField<V extends FieldValues, Out>({ control, name, hint, children }: YesNoField<V, Out>) {
  const { ref, value, onChange } = useController({ control, name }).field;
  return (
    <CheckboxLine ref={ref} hint={hint} checked={value} onCheckedChange={(checked) => onChange(checked === true)}>
      {children}
    </CheckboxLine>
  );
}

export function SwitchField<V extends FieldValues, Out>({ control, name, children }: YesNoField<V, Out>) {
  const { ref, value, onChange } = useController({ control, name }).field;
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
      <Switch ref={ref} checked={value} onCheckedChange={onChange} />
      {children}
    </label>
  );
}
