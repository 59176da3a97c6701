import { type VariantProps, cva } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const look = cva(
  'inline-flex w-fit items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground',
        secondary: 'bg-secondary text-secondary-foreground',
        outline: 'text-foreground',
        straw: 'bg-straw text-straw-foreground',
        good: 'bg-good-soft text-good',
        destructive: 'bg-destructive-soft text-destructive',
      },
      wraps: { false: 'whitespace-nowrap', true: '' },
    },
    defaultVariants: { variant: 'secondary', wraps: false },
  },
);

interface BadgeProps extends ComponentProps<'span'>, VariantProps<typeof look> {
  isEdged?: boolean;
}

export function Badge({ className, variant, wraps, isEdged = false, ...props }: BadgeProps) {
  const edge = isEdged ? 'border-current' : variant === 'outline' ? 'border-input' : 'border-transparent';
  return <span className={cn(look({ variant, wraps }), edge, className)} {...props} />;
}
