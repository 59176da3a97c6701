import { useEffect, useRef } from 'react';

/** A ref for what takes the focus when it appears: the pressed button is gone or disabled and has lost it. */
export const focusOn = (element: HTMLElement | null) => element?.focus();

/** Moves the focus where the person goes on, if what had it is gone: to `at`, an open dialog or the page, and never to nowhere. */
export function keepFocus(at?: HTMLElement | null): void {
  const focused = document.activeElement;
  if (focused !== null && focused !== document.body) return;
  (at ?? document.querySelector<HTMLElement>('[role=dialog]') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** The element that takes the focus when a pressed button is gone with what it stood in. */
export function useKeptFocus<T extends HTMLElement>() {
  const element = useRef<T>(null);
  useEffect(() => keepFocus(element.current));
  return element;
}
