import type { ComponentProps, ReactNode } from 'react';
import { Controller, useFormContext, useFormState } from 'react-hook-form';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { AnimalFormValues } from './animal-form-values.ts';

/** The form's values of a kind: every text, every yes or no. */
type NamesOf<T> = { [K in keyof AnimalFormValues]: AnimalFormValues[K] extends T ? K : never }[keyof AnimalFormValues];
type TextName = NamesOf<string>;

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly className?: string;
}

export function useFieldError(name: keyof AnimalFormValues): string | undefined {
  const { errors } = useFormState<AnimalFormValues>({ name });
  return errors[name]?.message;
}

export function TextField({ name, label, hint, className, ...input }: Labelled & { name: TextName } & ComponentProps<'input'>) {
  const { register } = useFormContext<AnimalFormValues>();
  const error = useFieldError(name);
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(control) => <Input autoComplete="off" {...input} {...control} {...register(name)} />}
    </Field>
  );
}

export function LongTextField({
  name,
  label,
  hint,
  className,
  ...textarea
}: Labelled & { name: TextName } & ComponentProps<'textarea'>) {
  const { register } = useFormContext<AnimalFormValues>();
  const error = useFieldError(name);
  return (
    <Field label={label} hint={hint} error={error} {...(className && { className })}>
      {(control) => <Textarea {...textarea} {...control} {...register(name)} />}
    </Field>
  );
}

export function ChoiceField<N extends TextName>({
  name,
  label,
  hint,
  className,
  options,
}: Labelled & { name: N; options: ComponentProps<typeof Choice<AnimalFormValues[N]>>['options'] }) {
  return (
    <Controller<AnimalFormValues, N>
      name={name}
      render={({ field, fieldState }) => (
        <GroupField label={label} hint={hint} error={fieldState.error?.message} {...(className && { className })}>
          {(control) => <Choice {...control} options={options} value={field.value} onChange={field.onChange} />}
        </GroupField>
      )}
    />
  );
}

export function CheckField({ name, children, hint }: { name: NamesOf<boolean>; children: ReactNode; hint?: ReactNode }) {
  return (
    <Controller<AnimalFormValues, NamesOf<boolean>>
      name={name}
      render={({ field }) => (
        <CheckboxLine checked={field.value} onCheckedChange={(checked) => field.onChange(checked === true)} hint={hint}>
          {children}
        </CheckboxLine>
      )}
    />
  );
}

export function SwitchField({ name, children }: { name: NamesOf<boolean>; children: ReactNode }) {
  return (
    <Controller<AnimalFormValues, NamesOf<boolean>>
      name={name}
      render={({ field }) => (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
          <Switch checked={field.value} onCheckedChange={field.onChange} />
          {children}
        </label>
      )}
    />
  );
}

export function SelectField({
  name,
  label,
  options,
}: Labelled & { name: TextName; options: readonly { value: string; label: string }[] }) {
  return (
    <Controller<AnimalFormValues, TextName>
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} error={fieldState.error?.message}>
          {(control) => (
            <Select value={field.value} onValueChange={field.onChange}>
              <SelectTrigger {...control}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {options.map(({ value, label: text }) => (
                  <SelectItem key={value} value={value}>
                    {text}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </Field>
      )}
    />
  );
}
