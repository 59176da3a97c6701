import { Label as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Label({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn('text-sm font-medium text-foreground', className)} {...props} />;
}
