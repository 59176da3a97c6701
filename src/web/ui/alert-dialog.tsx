import { AlertDialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { buttonLook } from './button.tsx';
import { dialogLook, dialogWidths, footerLook, overlayLook } from './dialog.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export const AlertDialog = Radix.Root;

/** Asks before something that cannot be undone. Children are what else it offers; the footer holds Cancel and the action. */
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
      <Radix.Overlay className={overlayLook} />
      <Radix.Content className={cn(dialogLook, dialogWidths.narrow)} {...focusReturn}>
        <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-5 py-5">
          <Radix.Title className="title text-xl">{title}</Radix.Title>
          <Radix.Description className="text-muted-foreground">{description}</Radix.Description>
          {children}
        </div>
        <footer className={footerLook}>{footer}</footer>
      </Radix.Content>
    </Radix.Portal>
  );
}

export function AlertDialogCancel({ className, ...props }: ComponentProps<typeof Radix.Cancel>) {
  return <Radix.Cancel className={cn(buttonLook({ variant: 'outline' }), className)} {...props} />;
}
