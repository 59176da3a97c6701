import { type FieldValues, useController } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import type { Option } from '#web/ui/options.ts';
import { Select } from '#web/ui/select.tsx';
import type { BoundField } from './form.tsx';

export function SelectField<V extends FieldValues, Out>({
  control,
  name,
  label,
  options,
}: BoundField<V, string, Out> & { options: readonly Option[] }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      {(described) => <Select {...described} ref={field.ref} options={options} value={field.value} onChange={field.onChange} />}
    </Field>
  );
}
