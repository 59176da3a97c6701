import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** Silent for screen readers unless it is given a label. */
export function Spinner({ className, 'aria-label': label, ...props }: ComponentProps<'svg'>) {
  const voice = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <LoaderCircle className={cn('size-5 animate-spin-slow', className)} {...voice} {...props} />;
}
