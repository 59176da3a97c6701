import { useSyncExternalStore } from 'react';
import { minutesToUndo } from '#domain/journal/undo.ts';

/** `8 min left` beside an Undo, and nothing when it would ask for a reason. Only this text changes with the minutes. */
export function UndoLeft({ since }: { readonly since: string }) {
  const minutes = useSyncExternalStore(
    subscribe,
    () => minutesToUndo(since, new Date()),
    () => 0,
  );
  return minutes > 0 && <span className="text-sm whitespace-nowrap text-muted-foreground">{minutes} min left</span>;
}

const everyMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all of them, while there is one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
