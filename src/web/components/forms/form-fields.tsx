import type { ComponentProps, ReactNode } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { type Choice, LabelledChoice } from '#web/ui/choice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { BoundField } from './form.tsx';

export function ChoiceField<V extends FieldValues, C extends string, Out>({
  control,
  name,
  className: fieldClassName,
  ...choice
}: BoundField<V, string, Out> & Pick<ComponentProps<typeof Choice<C>>, 'options' | 'layout'>) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange } = field;
  return <LabelledChoice<C> {...choice} {...{ ref, value, onChange, fieldClassName }} error={fieldState.error?.message} />;
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
