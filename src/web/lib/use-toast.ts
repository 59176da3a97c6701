import { type ReactNode, useSyncExternalStore } from 'react';
import { Signal } from './signal.ts';

export const toastLimit = 1;
/** A dismissed toast stays in the list while its closing animation runs. */
export const toastRemoveDelay = 1_000_000;
const toastDuration = 5000;
/** Longer, because people read what they may undo first. */
const toastWithActionDuration = 10_000;

type ToastPage = '/choose-plan' | '/receipts';

/** What can be done about it, or the page that is for it. */
type ToastAction = { readonly label: string } & ({ readonly onPress: () => void } | { readonly to: ToastPage });

/** What a toast says and offers. */
export interface ToastContent {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** On a phone the description is whole as well, above the buttons, and not only what is left of a line. */
  readonly isWhole?: boolean;
  /** `neutral`: neither a success nor a failure. */
  readonly variant?: 'default' | 'neutral' | 'destructive';
  readonly action?: ToastAction;
  /** A second one. */
  readonly other?: ToastAction;
}

export interface Toast extends ToastContent {
  readonly id: string;
  readonly open: boolean;
  /** Shown instead once nothing waits to be sent. */
  readonly whenSent?: ToastContent;
}

export interface ToastsProps {
  /** Opens the page of an action. The toasts stand outside the router, because they outlive its pages. */
  readonly onFollow: (to: ToastPage) => void;
}

export const act = (action: ToastAction, onFollow: ToastsProps['onFollow']): void =>
  'to' in action ? onFollow(action.to) : action.onPress();

export type ToastEvent =
  | { readonly type: 'shown'; readonly toast: Toast }
  | { readonly type: 'sent' }
  | { readonly type: 'dismissed'; readonly id: string }
  | { readonly type: 'removed'; readonly id: string };

/** One that is closing keeps its text. */
const afterSending = (one: Toast): Toast => (one.open && one.whenSent ? { id: one.id, open: true, ...one.whenSent } : one);

export function toasts(state: readonly Toast[], event: ToastEvent): readonly Toast[] {
  if (event.type === 'shown') return [event.toast, ...state].slice(0, toastLimit);
  if (event.type === 'sent') return state.map(afterSending);
  if (event.type === 'removed') return state.filter(({ id }) => id !== event.id);
  return state.map((one) => (one.id === event.id ? { ...one, open: false } : one));
}

let current: readonly Toast[] = [];
let last = 0;
const changes = new Signal();

function dispatch(event: ToastEvent): void {
  current = toasts(current, event);
  changes.tell();
}

export function toast(content: Omit<Toast, 'id' | 'open'>): void {
  last += 1;
  dispatch({ type: 'shown', toast: { ...content, id: String(last), open: true } });
}

const ofPageBefore = 'toast of the page before';

/** Shown by the page that this window loads next, because toasts end with their page. */
export function toastAfterLoad(content: { readonly title: string; readonly description?: string | undefined }): void {
  try {
    sessionStorage.setItem(ofPageBefore, JSON.stringify(content));
  } catch {
    // Without storage the next page does not say it.
  }
}

export function showToastOfPageBefore(): void {
  try {
    const stored = sessionStorage.getItem(ofPageBefore);
    sessionStorage.removeItem(ofPageBefore);
    if (stored !== null) toast(JSON.parse(stored) as ToastContent);
  } catch {
    // Nothing was stored.
  }
}

/** Called when nothing waits to be sent. */
export const toastsSent = (): void => dispatch({ type: 'sent' });

export function dismissToast(id: string): void {
  dispatch({ type: 'dismissed', id });
  setTimeout(() => dispatch({ type: 'removed', id }), toastRemoveDelay);
}

export function dismissToasts(): void {
  for (const { id } of current) dismissToast(id);
}

export const durationOf = ({ action }: Toast): number => (action ? toastWithActionDuration : toastDuration);

export const useToasts = (): readonly Toast[] => useSyncExternalStore(changes.subscribe, () => current);
