import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cn } from '#web/ui/cn.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { toastLook, toastsLook, toastTextLook, toastTitleLook } from './toast-look.ts';
import { dismissToast, toastDuration, useToasts } from '#web/lib/use-toast.ts';

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
          className={cn('enter-toast', toastLook(variant))}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={toastTitleLook(variant)}>{title}</Radix.Title>
            {description && <Radix.Description className={toastTextLook}>{description}</Radix.Description>}
            {action && (
              <Radix.Action
                altText={action.label}
                onClick={action.onPress}
                className={cn(buttonLook({ variant: 'outline' }), 'mt-1 -mb-0.5')}
              >
                {action.label}
              </Radix.Action>
            )}
          </div>
          <Radix.Close
            aria-label="Close"
            className="absolute top-1 right-1 grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-secondary"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport hotkey={['F8']} className={toastsLook} />
    </Radix.Provider>
  );
}
