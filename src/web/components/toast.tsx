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
import { act, dismissToast, durationOf, type ToastsProps, useToasts } from '#web/lib/use-toast.ts';

export function Toaster({ onFollow }: ToastsProps) {
  const shown = useToasts();
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown.map((toast) => {
        const { id, open, title, description, variant, action, other } = toast;
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
            {[action, other].map(
              (each) =>
                each && (
                  <Radix.Action
                    key={each.label}
                    altText={each.label}
                    onClick={() => act(each, onFollow)}
                    className={buttonClassName({ variant: 'outline' })}
                  >
                    {each.label}
                  </Radix.Action>
                ),
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
