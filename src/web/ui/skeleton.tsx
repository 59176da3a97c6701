import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const shapes = {
  line: 'rounded-md',
  control: 'rounded-lg',
  card: 'rounded-xl',
  pill: 'rounded-full',
  square: 'rounded-none',
} as const;

/** Give it the size and shape of the content that is loading. */
export function Skeleton({ shape = 'line', className, ...props }: ComponentProps<'div'> & { shape?: keyof typeof shapes }) {
  return (
    <div
      aria-hidden
      className={cn('animate-[breathe_1.8s_ease-in-out_infinite] bg-secondary', shapes[shape], className)}
      {...props}
    />
  );
}
