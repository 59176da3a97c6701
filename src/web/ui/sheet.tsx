import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { overlayLook } from './dialog.tsx';

interface SheetProps {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  className: string;
  children: ReactNode;
}

/** Slides in from the left edge; the phone's sidebar. */
export function Sheet({ open, onOpenChange, title, className, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayLook} />
        <Radix.Content
          aria-describedby={undefined}
          className={cn('enter-left fixed inset-y-0 left-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col shadow-float', className)}
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
    </Radix.Root>
  );
}
