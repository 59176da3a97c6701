import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        'relative grid size-6 shrink-0 cursor-pointer place-items-center rounded-md border border-input bg-card text-primary-foreground transition-colors after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        <Check aria-hidden strokeWidth={3} className="size-4.5" />
      </Radix.Indicator>
    </Radix.Root>
  );
}

export function CheckboxLine({
  children,
  hint,
  isTight = false,
  className,
  ...props
}: ComponentProps<typeof Radix.Root> & { children: ReactNode; hint?: ReactNode; isTight?: boolean }) {
  return (
    <label className={cn('flex min-h-11 cursor-pointer items-center py-1.5', isTight ? 'gap-2' : 'gap-3', className)}>
      <Checkbox {...props} />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{children}</span>
        {hint && <span className="text-sm text-muted-foreground">{hint}</span>}
      </span>
    </label>
  );
}
