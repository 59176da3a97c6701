import { AlertDialog as Radix } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { cn } from '#web/ui/cn.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { buttonClassName } from '#web/ui/button.tsx';
import { dialogClassName, dialogWidths, footerClassName, overlayClassName } from '#web/components/dialogs/dialog.tsx';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';

interface AlertDialogProps {
  readonly isOpen: boolean;
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const Busy = createContext(false);

export function AlertDialog({ isOpen, isBusy = false, onClose, children }: AlertDialogProps) {
  const close = () => void (isBusy || onClose());
  useBackCloses(isOpen, isBusy, close);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Busy value={isBusy}>{children}</Busy>
    </Radix.Root>
  );
}

export function AlertDialogContent({
  title,
  description,
  children,
  footer,
}: {
  title: ReactNode;
  description: ReactNode;
  children?: ReactNode;
  footer: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClassName} />
      <Radix.Content className={cn(dialogClassName, dialogWidths.narrow)} {...focusReturn}>
        <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-5 py-5">
          <Radix.Title className="title text-xl">{title}</Radix.Title>
          <Radix.Description className="text-muted-foreground">{description}</Radix.Description>
          {children}
        </div>
        <footer className={footerClassName}>{footer}</footer>
      </Radix.Content>
    </Radix.Portal>
  );
}

export function AlertDialogCancel({ className, ...props }: ComponentProps<typeof Radix.Cancel>) {
  return <Radix.Cancel disabled={use(Busy)} className={cn(buttonClassName({ variant: 'outline' }), className)} {...props} />;
}
