import { parseEid } from '#domain/records/eid.ts';

/** Readers send a key every few milliseconds; nobody types fifteen in a row that fast. */
const longestGapMs = 50;
/** Longer than the usual gap, for a busy phone. */
const heldMs = 100;
/** The least length of a reading that is not an EID, such as an ear tag's bar code. */
const shortestCode = 4;
/** No person types this many keys in such quick succession. */
const surelyFast = 3;

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface Burst {
  readonly text: string;
  readonly at: number;
  readonly field: Element | null;
  /** The text field's value before the first key. */
  readonly before: { readonly value: string; readonly start: number | null; readonly end: number | null } | undefined;
}

const otherInputs = new Set(['radio', 'checkbox', 'button', 'submit', 'range', 'file', 'color', 'reset', 'image']);

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !otherInputs.has(element.type));

/** Password managers type as fast as a reader. */
const isPassword = (element: Element | null): boolean => element instanceof HTMLInputElement && element.type === 'password';

const takesText = (element: Element | null): boolean =>
  isTextField(element) || element instanceof HTMLSelectElement || (element instanceof HTMLElement && element.isContentEditable);

/**
 * Recognizes a reader that types like a keyboard, wherever the focus is: keys in quick succession ending with Enter. Ordinary
 * typing passes: keys in a field take effect at once, and only the Enter of a reading is suppressed, whereupon the field gets
 * back its earlier value. Digits that may press something else, such as the choice of a grade, are delayed for a moment. Returns
 * a function that stops it.
 */
export function listenToKeyboardReader(onRead: (text: string) => void): () => void {
  const held = new HeldKeys();
  let burst: Burst | undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    if (held.isReleased(event) || event.key === 'Shift') return;
    const last = burst;
    burst = nextBurst(last, event);
    if (burst) {
      if (burst.text.length === 1) held.release();
      if (mayPress(burst)) held.hold(event);
    } else if (last && event.key === 'Enter' && isSoon(last, event) && isReading(last)) {
      keepBack(event);
      held.forget();
      restore(last);
      onRead(last.text);
    } else held.release();
  };
  const release = () => held.release();

  addEventListener('keydown', onKeyDown, { capture: true });
  addEventListener('pointerdown', release, { capture: true });
  return () => {
    release();
    removeEventListener('keydown', onKeyDown, { capture: true });
    removeEventListener('pointerdown', release, { capture: true });
  };
}

/** Keys that are held back. */
class HeldKeys {
  #keys: readonly { readonly event: KeyboardEvent; readonly target: EventTarget }[] = [];
  readonly #released = new WeakSet<Event>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  isReleased(event: Event): boolean {
    return this.#released.has(event);
  }

  hold(event: KeyboardEvent): void {
    keepBack(event);
    this.#keys = [...this.#keys, { event, target: event.target ?? document.body }];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(), heldMs);
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#keys = [];
  }

  release(): void {
    const keys = this.#keys;
    this.forget();
    for (const { event, target } of keys) {
      const again = new KeyboardEvent('keydown', event);
      this.#released.add(again);
      target.dispatchEvent(again);
    }
  }
}

function keepBack(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const isSoon = ({ field, at }: Burst, { timeStamp }: Event): boolean =>
  field === document.activeElement && timeStamp - at <= longestGapMs;

/** undefined after a key that types nothing. */
function nextBurst(last: Burst | undefined, event: KeyboardEvent): Burst | undefined {
  const { key, timeStamp: at, ctrlKey, metaKey, altKey, isComposing, repeat } = event;
  // A key held down repeats as fast as a reader types.
  if (key.length > 1 || ctrlKey || metaKey || altKey || isComposing || repeat) return undefined;
  if (last && isSoon(last, event)) return { ...last, text: last.text + key, at };
  const field = document.activeElement;
  if (isPassword(field)) return undefined;
  return { text: key, at, field, before: contentOf(field) };
}

/** Whether the last key may activate the focused element. */
const mayPress = ({ text, field }: Burst): boolean =>
  field !== null && field !== document.body && !takesText(field) && (/\d$/.test(text) || text.length >= surelyFast);

const isReading = ({ text, field }: Burst): boolean =>
  parseEid(text) !== null || (text.length >= shortestCode && !takesText(field));

const contentOf = (field: Element | null): Burst['before'] =>
  isTextField(field) ? { value: field.value, start: field.selectionStart, end: field.selectionEnd } : undefined;

function restore({ field, before }: Burst): void {
  if (!before || !isTextField(field)) return;
  // React overrides `value` on the element itself to tell its own changes from those of a person.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, before.value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (before.start !== null) field.setSelectionRange(before.start, before.end);
}
