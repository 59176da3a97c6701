import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { buttonLook } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/** What covers the page behind a dialog or a sheet. */
export const overlayLook = 'enter-fade fixed inset-0 z-40 bg-[oklch(0.2_0.02_110/0.55)] print:hidden';

/** From the bottom edge on a phone, in the middle of a wider screen. The parts inside: header, body (scrolls), footer. */
export const dialogLook =
  'enter-rise fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-1.5rem)] w-full flex-col overflow-hidden rounded-t-2xl border bg-popover text-popover-foreground shadow-float sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:rounded-2xl';

/** How wide it may become in the middle of a wider screen. */
export const dialogWidths = { narrow: 'sm:max-w-lg', medium: 'sm:max-w-xl', wide: 'sm:max-w-2xl' } as const;

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'className'> & { width?: keyof typeof dialogWidths };

/**
 * The order inside is header, body, footer. With a form, let the form be the column:
 * `<DialogContent><DialogHeader …/><form className={dialogColumn}><DialogBody/><DialogFooter/></form></DialogContent>`.
 */
export function DialogContent({ width = 'narrow', children, onOpenAutoFocus, ...props }: DialogContentProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayLook} />
      <Radix.Content
        className={cn(dialogLook, dialogWidths[width])}
        {...focusReturn}
        onOpenAutoFocus={(event) => {
          focusReturn.onOpenAutoFocus();
          onOpenAutoFocus?.(event);
        }}
        {...props}
      >
        {children}
        <Radix.Close
          aria-label="Close"
          className={cn(buttonLook({ variant: 'ghost', size: 'icon' }), 'absolute top-2.5 right-2.5')}
        >
          <X aria-hidden />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

export const dialogColumn = 'flex min-h-0 flex-1 flex-col';

export function DialogHeader({
  title,
  description,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn('flex flex-col gap-1 border-b px-5 pt-4 pb-3.5 pr-16', className)}>
      <Radix.Title className="title text-xl">{title}</Radix.Title>
      {description ? (
        <Radix.Description className="text-muted-foreground">{description}</Radix.Description>
      ) : (
        <Radix.Description className="sr-only">{title}</Radix.Description>
      )}
    </header>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5', className)} {...props} />;
}

/** The action sits last, on the right: under the thumb on a phone. */
export const footerLook =
  'flex flex-wrap justify-end gap-2.5 border-t bg-popover px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:[&>*]:grow';

export function DialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  return <footer className={cn(footerLook, className)} {...props} />;
}
