import { useRef } from 'react';

/**
 * For a dialog that opens without a trigger of its own: the focus returns to where it was, or, where that is gone
 * (a deleted row's button), to the page.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const target =
        opener.current?.isConnected && opener.current !== document.body ? opener.current : document.getElementById('main');
      if (!(target instanceof HTMLElement)) return;
      event.preventDefault();
      target.focus({ preventScroll: true });
    },
  };
}
