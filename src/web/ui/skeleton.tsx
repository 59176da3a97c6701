import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const shapes = {
  line: 'rounded-md',
  control: 'rounded-lg',
  card: 'rounded-xl',
  pill: 'rounded-full',
  /** Cut by what it stands in. */
  square: 'rounded-none',
} as const;

/** Stands where something will be; give it that thing's size and shape. */
export function Skeleton({ shape = 'line', className, ...props }: ComponentProps<'div'> & { shape?: keyof typeof shapes }) {
  return (
    <div
      aria-hidden
      className={cn('animate-[breathe_1.8s_ease-in-out_infinite] bg-secondary', shapes[shape], className)}
      {...props}
    />
  );
}
