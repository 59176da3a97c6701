import { useDeferredValue } from 'react';

/**
 * Opens in a render of its own, so that the touch is painted before what it opens is rendered, which takes a slow phone longer than a
 * frame. Closes at once. Not for what begins with a text field: an iPhone opens its keyboard only during the touch.
 */
export function useDeferredOpen(isOpen: boolean): boolean {
  return useDeferredValue(isOpen, false) && isOpen;
}
