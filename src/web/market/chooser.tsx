import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';

interface ChooserProps {
  readonly label: string;
  readonly isLabelShown?: boolean;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function Chooser({ label, isLabelShown = false, ...choice }: ChooserProps) {
  if (!isLabelShown) return <Choice {...choice} aria-label={label} />;
  return <Field label={label}>{(control) => <Choice {...choice} {...control} />}</Field>;
}

function Choice({
  value,
  options,
  onChange,
  ...control
}: Omit<ChooserProps, 'label' | 'isLabelShown'> & Omit<ComponentProps<typeof SelectTrigger>, 'value' | 'onChange'>) {
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger {...control}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
