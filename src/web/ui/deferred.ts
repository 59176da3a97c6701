import { useDeferredValue } from 'react';

/**
 * Opens in a render of its own, so that the touch is painted before what it opens is rendered, which takes a slow phone longer than a
 * frame. Closes at once. Not for what begins with a text field: an iPhone opens its keyboard only during the touch.
 */
export function useDeferredOpen(isOpen: boolean): boolean {
  return useDeferredValue(isOpen, false) && isOpen;
}

/**
 * False while a form or a list opens and true in the next render. Its text field is painted and has the focus before the rest is rendered:
 * it has to be rendered during the touch, or an iPhone opens no keyboard. Where another field gets the focus, all is needed at once.
 */
export function useDeferredRest(isNeededAtOnce = false): boolean {
  return useDeferredValue(true, isNeededAtOnce);
}
