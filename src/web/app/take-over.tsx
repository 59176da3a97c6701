import { useLayoutEffect } from 'react';
import type { createAppRouter } from './router.ts';

/**
 * The living screen takes the place of what the first HTML has drawn. Who has scrolled there stays where they are, and what was typed
 * into a field stands in the field that has the same name here.
 */
export function takingOver(place: HTMLElement, router: ReturnType<typeof createAppRouter>) {
  const drawn = [...place.querySelectorAll('input')];
  let focused = document.activeElement;
  const notice = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  place.addEventListener('focusin', notice);

  return function TakeOver() {
    useLayoutEffect(() => {
      place.removeEventListener('focusin', notice);
      place.inert = false;
      performance.mark('living');
      router.update({ ...router.options, scrollRestoration: true });
      for (const before of drawn.splice(0)) {
        const label = before.getAttribute('aria-label');
        const field = label && place.querySelector<HTMLInputElement>(`input[aria-label="${CSS.escape(label)}"]`);
        if (!field) continue;
        if (before === focused) field.focus({ preventScroll: true });
        if (before.value !== '') type(field, before.value);
      }
    }, []);
    return null;
  };
}

/** By the element's own setter and with its event, which is what React hears. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
