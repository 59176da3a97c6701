import { useEffect, useRef } from 'react';

/** A ref for what takes the focus when it appears: the pressed button is gone or disabled and has lost it. */
export const focusOn = (element: HTMLElement | null) => element?.focus();

/** The open dialog that is in front, or the page. */
export const frontmost = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role$=dialog]')].at(-1) ?? document.getElementById('main');

/** Moves the focus where the person goes on, if what had it is gone: to `at`, an open dialog or the page, and never to nowhere. */
export function keepFocus(at?: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body) return;
  (at ?? frontmost())?.focus({ preventScroll: true });
}

const focusable = ['button', 'input', 'select', 'textarea'].map((name) => `${name}:not(:disabled)`).join() + ',a[href],summary';

const focusableIn = (element: Element): HTMLElement | null =>
  element.matches(focusable) ? (element as HTMLElement) : element.querySelector(focusable);

/** A ref for a button that its own act removes: the focus goes on to what is left beside it, or to an open dialog or the page. */
export function focusBeside(button: HTMLElement | null): (() => void) | undefined {
  let isPressed = false;
  button?.addEventListener('click', () => {
    isPressed = true;
  });
  return () => {
    if (!isPressed) return;
    const beside: (Element | null)[] = [];
    const outermost = frontmost();
    for (let at: Element | null = button; at && at !== outermost; at = at.parentElement)
      beside.push(at.nextElementSibling, at.previousElementSibling);
    queueMicrotask(() => {
      const left = beside.filter((each) => each !== null).filter(({ isConnected }) => isConnected);
      keepFocus(left.map(focusableIn).find((each) => each !== null));
    });
  };
}

/** The element that takes the focus when a pressed button is gone with what it stood in; `shown` tells when that may be. */
export function useKeptFocus<T extends HTMLElement>(shown: string) {
  const element = useRef<T>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) keepFocus(element.current);
    before.current = shown;
  }, [shown]);
  return element;
}
