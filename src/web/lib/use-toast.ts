import { type ReactNode, useSyncExternalStore } from 'react';

export const toastLimit = 1;
/** A dismissed toast stays this long in memory, so that it can leave in peace. */
export const toastRemoveDelay = 1_000_000;
export const toastDuration = 5000;

export interface Toast {
  readonly id: string;
  readonly open: boolean;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly variant?: 'default' | 'destructive';
  /** A way back; pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export type ToastEvent =
  | { readonly type: 'shown'; readonly toast: Toast }
  | { readonly type: 'dismissed'; readonly id: string }
  | { readonly type: 'removed'; readonly id: string };

/** The newest toast takes the place of the one before. */
export function toasts(state: readonly Toast[], event: ToastEvent): readonly Toast[] {
  if (event.type === 'shown') return [event.toast, ...state].slice(0, toastLimit);
  if (event.type === 'removed') return state.filter(({ id }) => id !== event.id);
  return state.map((one) => (one.id === event.id ? { ...one, open: false } : one));
}

let current: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function happen(event: ToastEvent): void {
  current = toasts(current, event);
  for (const listener of listeners) listener();
}

/** Shows a toast from anywhere: `toast({ title: 'Animal added successfully' })`. */
export function toast(content: Omit<Toast, 'id' | 'open'>): void {
  last += 1;
  happen({ type: 'shown', toast: { ...content, id: String(last), open: true } });
}

export function dismissToast(id: string): void {
  happen({ type: 'dismissed', id });
  setTimeout(() => happen({ type: 'removed', id }), toastRemoveDelay);
}

/** Leaves nothing shown. */
export function dismissToasts(): void {
  for (const { id } of current) dismissToast(id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => current);
