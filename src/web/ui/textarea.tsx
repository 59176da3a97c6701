import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { controlClassName } from './input.tsx';

const rooms = {
  tall: 'max-h-80 min-h-24 py-2.5',
  medium: 'max-h-80 min-h-20 py-2.5',
  row: 'max-h-[5.75rem] min-h-11 resize-none py-2',
} as const;

export function Textarea({ room = 'tall', className, ...props }: ComponentProps<'textarea'> & { room?: keyof typeof rooms }) {
  return (
    <textarea dir="auto" className={cn(controlClassName, 'field-sizing-content w-full', rooms[room], className)} {...props} />
  );
}
