import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Stands around hints that belong together: once one is shown, the next comes without delay. */
export function Hints({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** Says at its right side what an icon means. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
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
