import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { cn } from '#web/ui/cn.ts';
import { keepFocus } from '#web/ui/focus-on.ts';
import { buttonClassName } from '#web/ui/button.tsx';
import { useRights } from '#web/lib/session/session.ts';
import { isRightToLeft } from '#web/lib/text/direction.ts';
import { useIsAllSent } from '#web/lib/server/use-local-copy.ts';
import { toPlans } from '#web/lib/toast-failure.ts';
import { act, dismissToast, durationOf, type Toast, type ToastsProps, toastsSent, useToasts } from '#web/lib/use-toast.ts';

/**
 * In the upper corner at which lines end, below the header. On a phone they cover the page's title and nothing beside it; over a dialog,
 * the area that it leaves free (dialog.tsx).
 */
const toastsClassName =
  'pointer-events-none fixed top-14 end-0 z-[60] flex max-h-dvh list-none flex-col gap-2 p-1 outline-none max-md:end-auto max-md:start-0 max-md:w-[calc(100vw-6.5rem)] md:w-full md:max-w-[420px] md:in-[:has([data-dock])]:end-96 in-[:has([role=dialog])]:top-0 max-md:in-[:has([role=dialog])]:w-full print:hidden';

const barClassNames = {
  default: 'before:bg-primary',
  neutral: 'before:bg-muted-foreground',
  destructive: 'border-destructive before:bg-destructive',
};

/** Beside two buttons, or a button that belongs to a failure, a phone has no place for the text. */
const standsAboveButtons = ({ variant, isWhole, action, other }: Toast): boolean =>
  Boolean(isWhole || other || (variant === 'destructive' && action));

const toastClassName = (toast: Toast): string =>
  cn(
    'pointer-events-auto relative flex min-h-11 w-full items-center gap-1 overflow-hidden rounded-xl border bg-popover pe-1 ps-4 leading-snug text-popover-foreground shadow-float before:absolute before:inset-y-0 before:start-0 before:w-1.5',
    barClassNames[toast.variant ?? 'default'],
    standsAboveButtons(toast) &&
      'max-md:flex-wrap max-md:pb-2 max-md:in-[:has([role=dialog])]:flex-nowrap max-md:[&>:first-child]:basis-[calc(100%-3rem)] max-md:[&>:not(:first-child,:last-child)]:order-last max-md:in-[:has([role=dialog])]:[&>*]:order-none!',
  );

/** What has succeeded is as high as its button on a phone; a failure is read to its end. */
const toastBodyClassName = (toast: Toast): string =>
  cn('min-w-0 flex-1', toast.variant === 'destructive' || standsAboveButtons(toast) ? 'py-1' : 'max-md:[&>*]:truncate');

const toastCloseClassName = 'grid size-10 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-secondary';

/** Beside an open dialog a long sentence is cut so that it does not cover the Close button; the dialog shows it too. */
const toastTextClassName = 'text-sm leading-snug in-[:has([role=dialog])]:line-clamp-3';

const toastTitleClassName = (variant: Toast['variant']): string =>
  cn('font-semibold', variant === 'destructive' && 'text-destructive');

/** Only the owner can choose another plan. */
function withoutPlans({ action, other, ...toast }: Toast): Toast {
  const [first, second] = [action, other].filter((each) => each && each !== toPlans);
  return { ...toast, ...(first && { action: first }), ...(second && { other: second }) };
}

export function Toasts({ onFollow }: ToastsProps) {
  const toasts = useToasts();
  const isAllSent = useIsAllSent();
  const viewport = useRef<HTMLOListElement>(null);
  const shown = useRights().has('own') ? toasts : toasts.map(withoutPlans);
  const isSent = isAllSent && toasts.some(({ open, whenSent }) => open && whenSent);
  useEffect(() => {
    if (isSent) toastsSent();
  }, [isSent]);
  return (
    <Radix.Provider swipeDirection={isRightToLeft() ? 'left' : 'right'} swipeThreshold={50} label="Notification">
      {shown.map((toast) => {
        const { id, open, title, description, variant, action, other } = toast;
        return (
          <Radix.Root
            key={id}
            open={open}
            duration={durationOf(toast)}
            onOpenChange={(isOpen) => {
              if (isOpen) return;
              dismissToast(id);
              // A button that was pressed has had the focus. One that closes by itself leaves the focus where it is.
              if (!viewport.current?.contains(document.activeElement)) return;
              (document.activeElement as HTMLElement).blur();
              keepFocus();
            }}
            className={cn('enter-toast', toastClassName(toast))}
          >
            <div className={toastBodyClassName(toast)}>
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
      <Radix.Viewport ref={viewport} hotkey={['F8']} className={toastsClassName} />
    </Radix.Provider>
  );
}
