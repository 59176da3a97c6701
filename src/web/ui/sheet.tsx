import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { overlayLook } from './dialog.tsx';

export const Sheet = Radix.Root;

/** Slides in from the left edge; the phone's sidebar. */
export function SheetContent({ title, className, children, ...props }: ComponentProps<typeof Radix.Content> & { title: string }) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayLook} />
      <Radix.Content
        aria-describedby={undefined}
        className={cn('enter-left fixed inset-y-0 left-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col shadow-float', className)}
        {...props}
      >
        <Radix.Title className="sr-only">{title}</Radix.Title>
        {children}
        <Radix.Close
          aria-label="Close"
          className="absolute top-2.5 right-2 grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-white/10"
        >
          <X aria-hidden className="size-5" />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
