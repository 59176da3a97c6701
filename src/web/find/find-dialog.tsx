import { Dialog as Radix } from 'radix-ui';
import { overlayClassName } from '#web/components/dialogs/dialog.tsx';
import { useBackCloses } from '#web/ui/use-back-closes.ts';
import { useFocusReturn } from '#web/ui/use-focus-return.ts';
import { Finder } from './finder.tsx';
import type { FinderProps } from './use-finder.ts';

interface FindDialogProps extends FinderProps {
  readonly isOpen: boolean;
}

/** Fills a phone's screen, so that rows and number pad have room; above the page otherwise. */
const className =
  'enter-fade fixed inset-0 z-50 flex flex-col overflow-hidden bg-popover text-popover-foreground sm:inset-x-4 sm:top-4 pointer-fine:sm:top-[min(12vh,6rem)] sm:bottom-auto sm:mx-auto sm:max-h-[calc(100dvh-2rem)] pointer-fine:sm:max-h-[min(40rem,calc(100dvh-2rem))] sm:max-w-[51rem] sm:rounded-2xl sm:border sm:shadow-float';

export function FindDialog({ isOpen, onClose, ...props }: FindDialogProps) {
  const focusReturn = useFocusReturn();
  useBackCloses(isOpen, false, onClose);
  return (
    // On a phone its field opens no keyboard.
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClassName} />
        <Radix.Content
          className={className}
          aria-describedby={undefined}
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus();
          }}
        >
          <Radix.Title className="sr-only">Find</Radix.Title>
          <Finder {...props} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
