import { RadioGroup as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface Step<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Under the label. */
  readonly word?: string;
}

interface StepsProps<V extends string> {
  readonly steps: readonly Step<V>[];
  readonly value: V | '';
  readonly onChange: (value: V) => void;
  readonly className?: string;
  readonly 'aria-label': string;
}

/** Few choices in one row of keys that are hit with a thumb in a glove. */
export const Steps = <V extends string>({ steps, value, onChange, className, ...props }: StepsProps<V>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as V)}
    className={cn('grid auto-cols-fr grid-flow-col overflow-hidden rounded-xl border border-input bg-card', className)}
    {...props}
  >
    {steps.map(({ value: step, label, word }) => (
      <Radix.Item
        key={step}
        value={step}
        className="flex min-h-13 cursor-pointer flex-col items-center justify-center border-l leading-tight font-medium first:border-l-0 focus-visible:-outline-offset-4 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:bg-foreground data-[state=checked]:text-background"
      >
        {label}
        {word !== undefined && <span className="text-xs font-normal">{word}</span>}
      </Radix.Item>
    ))}
  </Radix.Root>
);
