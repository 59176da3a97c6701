import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cn } from '#web/ui/cn.ts';
import { buttonClassName } from '#web/ui/button.tsx';
import { toastClassName, toastsClassName, toastTextClassName, toastTitleClassName } from './toast-class-names.ts';
import { dismissToast, toastDuration, useToasts } from '#web/lib/use-toast.ts';

export function Toaster() {
  const shown = useToasts();
  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown.map(({ id, open, title, description, variant, action }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
          className={cn('enter-toast', toastClassName(variant))}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={toastTitleClassName(variant)}>{title}</Radix.Title>
            {description && <Radix.Description className={toastTextClassName}>{description}</Radix.Description>}
            {action && (
              <Radix.Action
                altText={action.label}
                onClick={action.onPress}
                className={cn(buttonClassName({ variant: 'outline' }), 'mt-1 -mb-0.5')}
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
      <Radix.Viewport hotkey={['F8']} className={toastsClassName} />
    </Radix.Provider>
  );
}
