import { type FieldValues, useController } from 'react-hook-form';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { GroupField } from '#web/ui/field.tsx';
import type { BoundField } from './form.tsx';

interface CheckOption<C extends string> {
  readonly value: C;
  readonly label: string;
  readonly hint?: string;
}

/** Any number of a few options, in their order. */
export function ChecksField<V extends FieldValues, C extends string, Out>({
  control,
  name,
  label,
  options,
}: Pick<BoundField<V, readonly C[], Out>, 'control' | 'name' | 'label'> & { readonly options: readonly CheckOption<C>[] }) {
  const { field, fieldState } = useController({ control, name });
  const chosen: readonly C[] = field.value;
  const choose = (value: C, isChosen: boolean) =>
    field.onChange(options.flatMap((one) => ((one.value === value ? isChosen : chosen.includes(one.value)) ? one.value : [])));
  return (
    <GroupField label={label} error={fieldState.error?.message}>
      {(described) => (
        <fieldset className="grid gap-x-4 sm:grid-cols-2" {...described}>
          {options.map(({ value, label: text, hint }, index) => (
            <CheckboxLine
              key={value}
              ref={index === 0 ? field.ref : undefined}
              hint={hint}
              checked={chosen.includes(value)}
              onCheckedChange={(next) => choose(value, next === true)}
            >
              {text}
            </CheckboxLine>
          ))}
        </fieldset>
      )}
    </GroupField>
  );
}
