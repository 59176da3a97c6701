import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { cn } from '#web/ui/cn.ts';
import { buttonClassName } from '#web/ui/button.tsx';
import {
  toastBodyClassName,
  toastClassName,
  toastCloseClassName,
  toastsClassName,
  toastTextClassName,
  toastTitleClassName,
} from './toast-class-names.ts';
import { dismissToast, durationOf, useToasts } from '#web/lib/use-toast.ts';

export function Toaster() {
  const shown = useToasts();
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown.map((toast) => {
        const { id, open, title, description, variant, action } = toast;
        return (
          <Radix.Root
            key={id}
            open={open}
            duration={durationOf(toast)}
            onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
            className={cn('enter-toast', toastClassName(variant))}
          >
            <div className={toastBodyClassName(variant)}>
              <Radix.Title className={toastTitleClassName(variant)}>{title}</Radix.Title>
              {description && <Radix.Description className={toastTextClassName}>{description}</Radix.Description>}
            </div>
            {action && (
              <Radix.Action altText={action.label} onClick={action.onPress} className={buttonClassName({ variant: 'outline' })}>
                {action.label}
              </Radix.Action>
            )}
            <Radix.Close aria-label="Close" className={toastCloseClassName}>
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      <Radix.Viewport hotkey={['F8']} className={toastsClassName} />
    </Radix.Provider>
  );
}
