import { useSyncExternalStore } from 'react';

/** The page is being printed: what is otherwise drawn only near the window has to be there as a whole. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );

let isPrinting = false;

// `beforeprint` comes in time for a person's print command; the media query is what automated printing changes.
function subscribe(changed: () => void): () => void {
  const media = window.matchMedia('print');
  const set = (next: boolean) => {
    isPrinting = next;
    changed();
  };
  const begin = () => set(true);
  const end = () => set(false);
  const follow = () => set(media.matches);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  media.addEventListener('change', follow);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    media.removeEventListener('change', follow);
  };
}
