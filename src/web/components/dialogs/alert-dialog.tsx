import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#web/ui/cn.ts';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { Button, buttonClassName } from '#web/ui/button.tsx';
import {
  dialogClassName,
  dialogWidths,
  footerClassName,
  overlayClassName,
  type OpenProps,
} from '#web/components/dialogs/dialog.tsx';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';

interface AlertDialogProps extends OpenProps {
  readonly isBusy?: boolean;
  readonly title: ReactNode;
  readonly description: ReactNode;
  /** The label of the button that closes it; null: without such a button. */
  readonly cancel?: string | null;
  /** The buttons beside Cancel. */
  readonly confirm: ReactNode;
  readonly children?: ReactNode;
}

export function AlertDialog({ isOpen, isBusy = false, onClose, ...content }: AlertDialogProps) {
  const close = () => void (isBusy || onClose());
  useBackCloses(isOpen, isBusy, close);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Content isBusy={isBusy} {...content} />
    </Radix.Root>
  );
}

interface DangerDialogProps extends Omit<AlertDialogProps, 'confirm'> {
  /** What its red button does, and what it says meanwhile. */
  readonly act: string;
  readonly acting?: string;
  readonly onAct: () => void;
}

/** Asks before something that cannot be taken back. */
export const DangerDialog = ({ act, acting = act, onAct, isBusy = false, ...question }: DangerDialogProps) => (
  <AlertDialog
    {...question}
    isBusy={isBusy}
    confirm={
      <Button variant="destructive" busy={isBusy} onClick={onAct}>
        {isBusy ? acting : act}
      </Button>
    }
  />
);

function Content({
  isBusy,
  title,
  description,
  cancel = 'Cancel',
  confirm,
  children,
}: Omit<AlertDialogProps, 'isOpen' | 'isBusy' | 'onClose'> & { readonly isBusy: boolean }) {
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
        <footer className={footerClassName}>
          {cancel !== null && (
            <Radix.Cancel disabled={isBusy} className={buttonClassName({ variant: 'outline' })}>
              {cancel}
            </Radix.Cancel>
          )}
          {confirm}
        </footer>
      </Radix.Content>
    </Radix.Portal>
  );
}
