/** Whether a key press belongs to the focused element. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
