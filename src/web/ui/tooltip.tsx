import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Stands once around the app: the delays every tooltip shares. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

export const Tooltip = Radix.Root;
export const TooltipTrigger = Radix.Trigger;

export function TooltipContent({ className, sideOffset = 6, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        className={cn(
          'enter-fade z-50 max-w-72 rounded-md bg-foreground px-3 py-1.5 text-sm font-medium text-background shadow-float',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
