import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Stands where something will be; give it that thing's size. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-[breathe_1.8s_ease-in-out_infinite] rounded-md bg-secondary', className)}
      {...props}
    />
  );
}
