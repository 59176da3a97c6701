import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

export function Switch(props: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className="relative h-7 w-12 shrink-0 cursor-pointer rounded-full border border-input bg-secondary p-0.5 transition-colors after:absolute after:-inset-3 disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      {...props}
    >
      <Radix.Thumb className="block size-5.5 rounded-full bg-input shadow-card transition-transform data-[state=checked]:translate-x-5 rtl:data-[state=checked]:-translate-x-5 data-[state=checked]:bg-primary-foreground" />
    </Radix.Root>
  );
}
