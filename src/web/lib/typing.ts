/** Whether a key that is pressed belongs to what has the focus. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
