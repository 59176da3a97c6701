import { useRef } from 'react';
import { frontmost } from './focus-on.ts';

/**
 * For a dialog without a trigger: the focus returns to where it was, or to the dialog or page behind if that element is gone or disabled, like the
 * button of a deleted row.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const isThere = opener.current?.isConnected && opener.current !== document.body;
      const target = isThere ? opener.current : frontmost();
      if (!(target instanceof HTMLElement)) return;
      event.preventDefault();
      target.focus({ preventScroll: true });
    },
  };
}
