import { useRef } from 'react';

/**
 * For a dialog without a trigger: the focus returns to where it was, or to the page if that element is gone, like the button of a
 * deleted row.
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
