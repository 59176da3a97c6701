import { useSyncExternalStore } from 'react';

/** While the page is printed, virtual lists have to render all of their items. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );

let isPrinting = false;

// `beforeprint` fires in time for a person's print command; automated printing changes only the media query.
function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia('print');
  const set = (next: boolean) => {
    isPrinting = next;
    onChange();
  };
  const start = () => set(true);
  const end = () => set(false);
  const sync = () => set(media.matches);
  window.addEventListener('beforeprint', start);
  window.addEventListener('afterprint', end);
  media.addEventListener('change', sync);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
    media.removeEventListener('change', sync);
  };
}
