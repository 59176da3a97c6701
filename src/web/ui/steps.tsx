import { RadioGroup as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import type { GroupControl } from './field.tsx';

interface Step<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  /** Text under the label. */
  readonly word?: string;
  /** The colour of a line at the bottom. */
  readonly line?: string;
}

interface StepsProps<V extends string> extends Partial<GroupControl> {
  readonly steps: readonly Step<V>[];
  readonly value: V | '';
  readonly onChange: (value: V) => void;
  readonly className?: string;
  readonly 'aria-label'?: string;
}

/** A few choices in one row, large enough for a thumb in a glove. */
export const Steps = <V extends string>({ steps, value, onChange, className, ...props }: StepsProps<V>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as V)}
    className={cn('grid auto-cols-fr grid-flow-col overflow-hidden rounded-xl border border-input bg-card', className)}
    {...props}
  >
    {steps.map(({ value: step, label, word, line }) => (
      <Radix.Item
        key={step}
        value={step}
        style={
          line === undefined
            ? undefined
            : { boxShadow: `inset 0 -0.3125rem ${line}`, minHeight: '4.5rem', paddingBottom: '0.375rem' }
        }
        className="flex min-h-13 cursor-pointer flex-col items-center justify-center border-s leading-tight font-medium first:border-s-0 focus-visible:-outline-offset-4 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:bg-foreground data-[state=checked]:text-background"
      >
        {label}
        {word !== undefined && (
          <span dir="auto" className="text-xs font-normal wrap-anywhere">
            {word}
          </span>
        )}
      </Radix.Item>
    ))}
  </Radix.Root>
);
