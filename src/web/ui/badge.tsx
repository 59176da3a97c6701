import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const base =
  'inline-flex w-fit items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm font-semibold [&_svg]:size-3.5 [&_svg]:shrink-0';

const variants = {
  default: 'bg-primary text-primary-foreground',
  secondary: 'bg-secondary text-secondary-foreground',
  outline: 'text-foreground',
  straw: 'bg-straw text-straw-foreground',
  good: 'bg-good-soft text-good',
  destructive: 'bg-destructive-soft text-destructive',
} as const;

interface BadgeProps extends ComponentProps<'span'> {
  variant?: keyof typeof variants | undefined;
  wraps?: boolean;
  isEdged?: boolean;
}

export function Badge({ className, variant = 'secondary', wraps = false, isEdged = false, ...props }: BadgeProps) {
  const edge = isEdged ? 'border-current' : variant === 'outline' ? 'border-input' : 'border-transparent';
  return <span className={cn(base, variants[variant], !wraps && 'whitespace-nowrap', edge, className)} {...props} />;
}
