import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { cn } from '#web/ui/cn.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { Button, buttonClassName } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';

interface DialogState {
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
  /** Called on Cancel, Close and Escape, but not on Back, which is easily pressed by mistake on a phone. */
  readonly setDismissListener: (listener: (() => void) | undefined) => void;
}

const Context = createContext<DialogState>({ isBusy: false, setBusy: () => {}, setDismissListener: () => {} });

type ContentProps = Omit<ComponentProps<typeof Radix.Content>, 'className' | 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof dialogWidths;
  /** A panel at the side of the page, which stays usable. */
  isPanel?: boolean;
};

/** Of every dialog. */
export interface OpenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type DialogProps = ContentProps & OpenProps;

/**
 * `<Dialog …><form className={dialogColumn}><DialogBody/><DialogFooter/></form></Dialog>`. Cannot be closed while a save is running, because
 * its outcome would go unseen.
 */
export function Dialog({ isOpen, onClose, isPanel = false, ...content }: DialogProps) {
  const [isBusy, setBusy] = useState(false);
  const dismissed = useRef<() => void>(undefined);
  const [setDismissListener] = useState(() => (listener: (() => void) | undefined) => {
    dismissed.current = listener;
  });
  const close = () => void (isBusy || onClose());
  const dismiss = () => {
    if (!isBusy) dismissed.current?.();
    close();
  };
  useBackCloses(isOpen, isBusy, close);
  return (
    <Radix.Root open={isOpen} modal={!isPanel} onOpenChange={(open) => !open && dismiss()}>
      <Context value={{ isBusy, setBusy, setDismissListener }}>
        <Content isPanel={isPanel} {...content} />
      </Context>
    </Radix.Root>
  );
}

export function useDialogBusy(isBusy: boolean): void {
  const { setBusy } = use(Context);
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
}

export function useDialogDismissed(onDismissed: () => void): void {
  const { setDismissListener } = use(Context);
  const call = useEffectEvent(onDismissed);
  useEffect(() => {
    setDismissListener(() => call());
    return () => setDismissListener(undefined);
  }, [setDismissListener]);
}

export function DialogCancel() {
  const { isBusy } = use(Context);
  return (
    <Radix.Close asChild>
      <Button variant="outline" disabled={isBusy}>
        Cancel
      </Button>
    </Radix.Close>
  );
}

export const overlayClassName = 'page-cover enter-fade fixed inset-0 z-50 bg-[oklch(0.2_0.02_110/0.55)] print:hidden';

/**
 * From the bottom edge on a phone, otherwise centred. The top stays free for toasts, which would cover the Close button; in a short window
 * the whole dialog scrolls instead. Clipped, because the focus on a field scrolls what is only hidden, and the header out of reach.
 */
export const dialogClassName =
  'enter-rise fixed inset-x-0 bottom-0 z-50 flex max-h-[calc(100dvh-7rem)] w-full flex-col overflow-clip rounded-t-2xl border bg-popover text-popover-foreground shadow-float sm:inset-0 sm:top-28 sm:bottom-4 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-8rem)] sm:rounded-2xl short:max-h-dvh short:overflow-y-auto short:rounded-none sm:short:top-0 sm:short:bottom-0 sm:short:max-h-dvh';

/** The page leaves room for it (shell.tsx). */
const panelClassName =
  'enter-fade fixed top-14 end-0 bottom-0 z-20 flex w-90 flex-col overflow-clip border-s bg-popover text-popover-foreground print:hidden';

export const dialogWidths = { narrow: 'sm:max-w-lg', medium: 'sm:max-w-xl', wide: 'sm:max-w-2xl' } as const;

function Content({ title, description, width = 'narrow', isPanel = false, children, onOpenAutoFocus, ...props }: ContentProps) {
  const focusReturn = useFocusReturn();
  const { isBusy } = use(Context);
  return (
    <Radix.Portal>
      {!isPanel && <Radix.Overlay className={overlayClassName} />}
      <Radix.Content
        data-dock={isPanel || undefined}
        className={isPanel ? panelClassName : cn(dialogClassName, dialogWidths[width])}
        // Without this, Tab past the last control focuses a field that is scrolled out of view.
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
        // A click beside the dialog is more often a slip than a wish to close it.
        onInteractOutside={(event) => event.preventDefault()}
        {...focusReturn}
        onOpenAutoFocus={(event) => {
          focusReturn.onOpenAutoFocus();
          onOpenAutoFocus?.(event);
          const content = event.currentTarget as HTMLElement;
          // The Discard button of a draft notice must not get the focus, or the next Enter would discard the draft. A panel is opened by a
          // key, which is pressed again while its form loads and would choose an option of the first control.
          if (!isPanel && !content.querySelector('[data-draft]')) return;
          event.preventDefault();
          content.focus();
        }}
        {...props}
      >
        <div className="flex flex-col gap-1 border-b px-5 pt-4 pb-3.5 pe-16">
          <Radix.Title className="title text-xl">{title}</Radix.Title>
          {description && <Radix.Description className="text-muted-foreground">{description}</Radix.Description>}
        </div>
        {children}
        <Radix.Close
          aria-label="Close"
          disabled={isBusy}
          className={cn(buttonClassName({ variant: 'ghost', size: 'icon' }), 'absolute top-2.5 end-2.5')}
        >
          <X aria-hidden />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** A form that is loaded separately. If that fails, the dialog's title and Close button stay usable. */
export const DialogPart = ({ children }: { children: ReactNode }) => (
  <LoadedLater what="The form" fallback={<PartLoading />}>
    <LatePart>{children}</LatePart>
  </LoadedLater>
);

const fields = ':is(input, select, textarea, button, [role=radiogroup]):not(:disabled, [type=hidden], [tabindex="-1"])';

/** If the content arrived after the dialog had opened, Close got the focus instead of the first field. */
function LatePart({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = part.current;
    const focused = document.activeElement;
    if (!content || content.contains(focused) || content.querySelector('[data-draft]')) return;
    if (content.closest('[role=dialog]')?.contains(focused)) content.querySelector<HTMLElement>(fields)?.focus();
  }, []);
  return (
    <div ref={part} className="contents">
      {children}
    </div>
  );
}

function PartLoading() {
  return (
    <DialogBody className="flex flex-col gap-5">
      <output className="sr-only">Loading...</output>
      {[0, 1, 2, 3, 4].map((line) => (
        <Skeleton key={line} className="h-11" />
      ))}
    </DialogBody>
  );
}

const whole = 'short:min-h-fit short:flex-none';

export const dialogColumn = `flex min-h-0 flex-1 flex-col ${whole}`;

/** A field that gets the focus leaves room for its violation below. */
const roomBelowField = '[&_:is(input,textarea,[role=combobox])]:scroll-mb-24';

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 short:overflow-visible',
        roomBelowField,
        whole,
        className,
      )}
      {...props}
    />
  );
}

/**
 * The action comes last, on the right, where the thumb is on a phone. On a phone on its side, or above its keyboard, it stays in reach while
 * the dialog scrolls, but not with letters so large that it would cover the fields.
 */
export const footerClassName =
  'short:min-[36rem]:sticky [@media(25rem<=height<30rem)]:sticky short:bottom-0 short:pt-1.5 short:pb-[max(0.375rem,env(safe-area-inset-bottom))] flex flex-wrap justify-end gap-2.5 border-t bg-popover px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:[&>*]:grow';

export function DialogFooter({ className, ...props }: ComponentProps<'footer'>) {
  return <footer className={cn(footerClassName, className)} {...props} />;
}
