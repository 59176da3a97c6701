import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { useBackCloses } from './use-back-closes.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  className: string;
  children: ReactNode;
}

/** The native dialog, so that the phone's menu opens with the first code of the page. */
export function Sheet({ open, onClose, title, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(open, false, onClose);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // Escape closes it by `onClose`; a press beside it lands on the element itself, which its content covers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={cn(
        'slide-from-start fixed inset-y-0 start-0 m-0 h-dvh max-h-none max-w-[calc(100vw-3rem)] overflow-hidden shadow-float backdrop:bg-[oklch(0.2_0.02_110/0.55)] print:hidden',
        className,
      )}
    >
      {children}
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-2.5 end-2 grid size-11 cursor-pointer place-items-center rounded-lg hover:bg-white/10"
      >
        <X aria-hidden className="size-5" />
      </button>
    </dialog>
  );
}
