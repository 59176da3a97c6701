/** The caret stays where it was. */
export function upperCase(input: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = input;
  const raised = value.toUpperCase();
  if (raised === value) return;
  input.value = raised;
  // Upper case can change the length: 'ß' becomes 'SS'.
  const lengthOf = (end: number | null) => value.slice(0, end ?? undefined).toUpperCase().length;
  input.setSelectionRange(lengthOf(selectionStart), lengthOf(selectionEnd));
}
