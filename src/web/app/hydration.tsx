import { useLayoutEffect } from 'react';
import type { createAppRouter } from './router.ts';

/**
 * Finishes replacing the prerendered screen in `root`; React's own hydration is not used (decision 24). The scroll position stays,
 * and what was typed is typed again into the field with the same label.
 */
export function createHydration(root: HTMLElement, router: ReturnType<typeof createAppRouter>) {
  // Nothing can have been typed into an inert screen.
  const prerendered = root.inert ? [] : [...root.querySelectorAll('input')];
  let focused = document.activeElement;
  const trackFocus = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  root.addEventListener('focusin', trackFocus);

  return function Hydration() {
    useLayoutEffect(() => {
      root.removeEventListener('focusin', trackFocus);
      root.inert = false;
      document.documentElement.classList.remove('sidebar-collapsed');
      performance.mark('hydrated');
      router.update({ ...router.options, scrollRestoration: true });
      for (const before of prerendered.splice(0)) {
        const label = before.getAttribute('aria-label');
        const field = label && root.querySelector<HTMLInputElement>(`input[aria-label="${CSS.escape(label)}"]`);
        if (!field) continue;
        if (before === focused) field.focus({ preventScroll: true });
        if (before.value !== '') type(field, before.value);
      }
    }, []);
    return null;
  };
}

/** React notices a value only through the element's own setter and an event. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
