import { LoaderCircle } from 'lucide-react';
import { cn } from './cn.ts';

/** Silent for screen readers unless it has a label. */
export function Spinner({ isLarge = false, 'aria-label': label }: { isLarge?: boolean; 'aria-label'?: string }) {
  const voice = label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true };
  return <LoaderCircle className={cn('animate-spin-slow', isLarge ? 'size-8' : 'size-5')} {...voice} />;
}
