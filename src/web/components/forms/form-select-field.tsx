import { type FieldValues, useController } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import type { BoundField } from './form.tsx';

export function SelectField<V extends FieldValues, Out>({
  control,
  name,
  label,
  options,
}: BoundField<V, string, Out> & { options: readonly { value: string; label: string }[] }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(described) => (
        <Select value={field.value} onValueChange={field.onChange}>
          <SelectTrigger {...described} ref={field.ref}>
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
  );
}
