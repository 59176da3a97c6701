import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { controlLook } from './input.tsx';

/** Grows with what is typed. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlLook, 'field-sizing-content max-h-80 min-h-24 py-2.5', className)} {...props} />;
}
