import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cn } from '#web/lib/cn.ts';
import { buttonLook } from './button.tsx';
import { dismissToast, toastDuration, useToasts } from './use-toast.ts';

/** Where toasts appear: top-right. F8 moves the focus there. */
export function Toaster() {
  const shown = useToasts();
  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown.map(({ id, open, title, description, variant, action }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          className={cn(
            'enter-toast pointer-events-auto relative flex w-full items-start gap-4 overflow-hidden rounded-xl border bg-popover py-3.5 pr-14 pl-5 text-popover-foreground shadow-float before:absolute before:inset-y-0 before:left-0 before:w-1.5',
            variant === 'destructive' ? 'border-destructive before:bg-destructive' : 'before:bg-primary',
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={cn('font-semibold', variant === 'destructive' && 'text-destructive')}>{title}</Radix.Title>
            {description && <Radix.Description className="text-sm">{description}</Radix.Description>}
            {action && (
              <Radix.Action
                altText={action.label}
                onClick={action.onPress}
                className={cn(buttonLook({ variant: 'outline' }), 'mt-2')}
              >
                {action.label}
              </Radix.Action>
            )}
          </div>
          <Radix.Close
            aria-label="Close"
            className="absolute top-1.5 right-1.5 grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-secondary"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        className="pointer-events-none fixed top-0 right-0 z-[60] max-md:top-14 flex max-h-dvh w-full list-none flex-col gap-2 p-4 outline-none md:max-w-[420px] print:hidden"
      />
    </Radix.Provider>
  );
}
