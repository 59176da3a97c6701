import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Field, type FieldProps } from './field.tsx';
import { controlClassName } from './input.tsx';
import type { Option } from './options.ts';

interface SelectProps<V extends string> extends Omit<ComponentProps<typeof Radix.Trigger>, 'value' | 'onChange' | 'children'> {
  options: readonly Option<V>[];
  value: V | '';
  onChange: (value: V) => void;
  placeholder?: string;
  width?: string;
}

/**
 * The list is in a landmark of its own, because the page is hidden from screen readers meanwhile. The landmark covers the page and takes the
 * touches beside the list. It is empty while the list is closed.
 */
export function Select<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  disabled = false,
  width = 'w-full',
  className,
  ...props
}: SelectProps<V>) {
  return (
    <Radix.Root value={value} disabled={disabled} onValueChange={(next) => onChange(next as V)}>
      <Radix.Trigger
        className={cn(
          controlClassName,
          'flex h-11 cursor-pointer items-center justify-between gap-2 text-start data-[placeholder]:text-muted-foreground [&>span]:truncate',
          width,
          className,
        )}
        {...props}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted-foreground" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <section aria-label="Choices" className="pointer-events-auto fixed inset-0 z-50 empty:hidden print:hidden">
          <Radix.Content
            position="popper"
            sideOffset={4}
            className="enter-fade max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg border bg-popover text-popover-foreground shadow-float"
          >
            <Radix.Viewport className="max-h-80 p-1">
              {options.map((option) => (
                <Item key={option.value} {...option} />
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </section>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface LabelledProps<V extends string> extends SelectProps<V>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  fieldClassName?: string | undefined;
}

export const LabelledSelect = <V extends string>({ label, hint, error, fieldClassName, ...select }: LabelledProps<V>) => (
  <Field label={label} hint={hint} error={error} className={fieldClassName}>
    {(control) => <Select {...control} {...select} />}
  </Field>
);

const Item = ({ value, label }: Option) => (
  <Radix.Item
    value={value}
    className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-accent data-[highlighted]:text-accent-foreground data-[state=checked]:font-semibold"
  >
    <Radix.ItemText>
      <bdi>{label}</bdi>
    </Radix.ItemText>
    <Radix.ItemIndicator>
      <Check aria-hidden className="size-4.5 text-primary" />
    </Radix.ItemIndicator>
  </Radix.Item>
);
