import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Once one hint is shown, the next of the group appears without delay. */
export function Hints({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

export function Hint({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side="right"
          sideOffset={6}
          className="enter-fade z-50 max-w-72 rounded-md bg-foreground px-3 py-1.5 text-sm font-medium text-background shadow-float"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
