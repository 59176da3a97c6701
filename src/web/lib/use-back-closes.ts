import { useBlocker } from '@tanstack/react-router';

/** A phone's back button leaves the dialog, not the page under it. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      onClose();
      return true;
    },
  });
}
