/** A ref for what takes the focus when it appears: the pressed button is gone or disabled and has lost it. */
export const focusOn = (element: HTMLElement | null) => element?.focus();
