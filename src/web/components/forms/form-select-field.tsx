import { type FieldValues, useController } from 'react-hook-form';
import type { Option } from '#web/ui/options.ts';
import { LabelledSelect } from '#web/ui/select.tsx';
import type { BoundField } from './form.tsx';

export function SelectField<V extends FieldValues, Out>({
  control,
  name,
  label,
  options,
}: BoundField<V, string, Out> & { options: readonly Option[] }) {
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange } = field;
  return <LabelledSelect {...{ label, options, ref, value, onChange }} error={fieldState.error?.message} />;
}
