import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    dialogs?: readonly string[];
  }
}

/** Steps back that remove the entries of closed dialogs; they must not close another dialog. */
let ownStepsBack = 0;

function stepBack(history: RouterHistory): void {
  ownStepsBack += 1;
  const unsubscribe = history.subscribe(({ action }) => {
    if (!isStep(action)) return;
    unsubscribe();
    // Runs after every subscriber.
    queueMicrotask(() => {
      ownStepsBack -= 1;
    });
  });
  history.back({ ignoreBlocker: true });
}

const isStep = ({ type }: { type: string }): boolean => type !== 'PUSH' && type !== 'REPLACE';

/**
 * An open dialog is a history entry, so that a phone's Back button closes the dialog and not the page. Navigating to any other
 * entry closes it too. While `isBusy`, Back is undone.
 */
export function useBackCloses(isOpen: boolean, isBusy: boolean, onClose: () => void): void {
  const router = useRouter();
  const id = useId();
  const close = useEffectEvent((isByStep: boolean) => {
    if (isByStep && isBusy) router.history.forward();
    else onClose();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const { history } = router;
    const openDialogs = () => history.location.state.dialogs ?? [];
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      state: (state) => ({ ...state, dialogs: [...(state.dialogs ?? []), id] }),
      resetScroll: false,
      ignoreBlocker: true,
    });
    const unsubscribe = history.subscribe(({ action }) => {
      if (ownStepsBack === 0 && !openDialogs().includes(id)) close(isStep(action));
    });
    return () => {
      unsubscribe();
      if (openDialogs().at(-1) === id) stepBack(history);
    };
  }, [isOpen, router, id]);
}

/** A reload closes dialogs, so their history entries are removed before anything is shown. */
export async function removeDialogEntries(): Promise<void> {
  const isAtDialog = () => (history.state as { dialogs?: unknown } | null)?.dialogs !== undefined;
  while (isAtDialog() && (await hasSteppedBack()));
}

const stepTimeoutMs = 500;

function hasSteppedBack(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  addEventListener('popstate', () => resolve(true), { once: true });
  setTimeout(() => resolve(false), stepTimeoutMs);
  history.back();
  return promise;
}
