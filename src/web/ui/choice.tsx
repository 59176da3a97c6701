import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { type FieldProps, type GroupControl, GroupField } from './field.tsx';

interface Option<V extends string> {
  value: V;
  label: ReactNode;
  icon?: ReactNode;
}

const layouts = {
  beside: 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))]',
  stacked: 'grid auto-cols-fr sm:grid-flow-col',
  own: 'grid',
  wrapped: 'flex flex-wrap',
  /** On a phone one line that is scrolled sideways, to what is chosen: for a page's views. */
  line: '-mx-4 flex overflow-x-auto px-4 py-1 [scrollbar-width:none] *:shrink-0 sm:mx-0 sm:flex-wrap sm:px-0',
} as const;

/** A page's views look like the other filters of a list (`filterChip`). */
const chosenView =
  'data-[state=checked]:border-foreground data-[state=checked]:bg-foreground data-[state=checked]:text-background';
const chosenValue =
  'data-[state=checked]:border-primary data-[state=checked]:bg-accent data-[state=checked]:text-accent-foreground data-[state=checked]:shadow-[inset_0_0_0_1px_var(--color-primary)]';

interface ChoiceProps<V extends string> extends Partial<GroupControl> {
  /** The option that takes the focus: the chosen one, or else the first. */
  ref?: Ref<HTMLButtonElement>;
  options: readonly Option<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  disabled?: boolean;
  layout?: keyof typeof layouts;
  className?: string;
  'aria-label'?: string;
}

export function Choice<V extends string>({
  ref,
  options,
  value,
  onChange,
  layout = 'beside',
  className,
  ...props
}: ChoiceProps<V>) {
  const entry = options.find((option) => option.value === value) ?? options[0];
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = layout === 'line' && value !== undefined ? group.current : null;
    const first = line?.querySelector<HTMLElement>('[role=radio]');
    const chosen = line?.querySelector<HTMLElement>('[data-state=checked]');
    // The line alone: scrollIntoView would also scroll the page.
    if (line && first && chosen) line.scrollLeft = chosen.offsetLeft - first.offsetLeft;
  }, [layout, value]);
  return (
    <Radix.Root
      ref={group}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as V)}
      className={cn('gap-2', layouts[layout], className)}
      {...props}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          ref={option === entry ? ref : undefined}
          className={cn(
            'flex min-h-12 max-w-full min-w-0 cursor-pointer items-center justify-center gap-2.5 rounded-lg border border-input bg-card px-3 leading-tight font-semibold wrap-anywhere transition-colors hover:bg-secondary disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-6',
            layout === 'line' ? chosenView : chosenValue,
          )}
        >
          {option.icon}
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}

interface LabelledProps<V extends string> extends ChoiceProps<V>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  fieldClassName?: string | undefined;
}

export const LabelledChoice = <V extends string>({ label, hint, error, fieldClassName, ...choice }: LabelledProps<V>) => (
  <GroupField label={label} hint={hint} error={error} className={fieldClassName}>
    {(control) => <Choice {...control} {...choice} />}
  </GroupField>
);
