import { Slider as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Slider({ className, labels, ...props }: ComponentProps<typeof Radix.Root> & { labels: readonly string[] }) {
  return (
    <Radix.Root
      className={cn('relative flex h-8 w-full touch-none items-center select-none data-[disabled]:opacity-55', className)}
      {...props}
    >
      <Radix.Track className="relative h-2 grow overflow-hidden rounded-full bg-secondary">
        <Radix.Range className="absolute h-full bg-primary" />
      </Radix.Track>
      {labels.map((label) => (
        <Radix.Thumb
          key={label}
          aria-label={label}
          className="relative block size-6 cursor-grab rounded-full border-2 border-primary bg-card shadow-card after:absolute after:-inset-3"
        />
      ))}
    </Radix.Root>
  );
}
