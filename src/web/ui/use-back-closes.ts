import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The dialogs that are open in this entry of the history, the last one on top. */
    dialogs?: readonly string[];
  }
}

/** Steps back that closed dialogs make to remove their own entries; these must not close another dialog. */
let ownStepsBack = 0;

function stepBack(history: RouterHistory): void {
  ownStepsBack += 1;
  const unsubscribe = history.subscribe(({ action }) => {
    if (!isStep(action)) return;
    unsubscribe();
    // After every subscriber has run.
    queueMicrotask(() => {
      ownStepsBack -= 1;
    });
  });
  history.back({ ignoreBlocker: true });
}

const isStep = ({ type }: { type: string }): boolean => type !== 'PUSH' && type !== 'REPLACE';

/**
 * A phone's Back button leaves the dialog and not the page under it, also where that page is the first of the window: an open dialog is
 * an entry of the history. Whatever leads to another entry closes it. While `isBusy` the Back button does not, like every other way out.
 */
export function useBackCloses(isOpen: boolean, isBusy: boolean, onClose: () => void): void {
  const router = useRouter();
  const id = useId();
  const leave = useEffectEvent((isByStep: boolean) => {
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
      if (ownStepsBack === 0 && !openDialogs().includes(id)) leave(isStep(action));
    });
    return () => {
      unsubscribe();
      if (openDialogs().at(-1) === id) stepBack(history);
    };
  }, [isOpen, router, id]);
}

/** A reload closes a dialog, so its entry of the history goes too, before anything is shown. */
export async function leaveDialogEntries(): Promise<void> {
  const isAtDialog = () => (history.state as { dialogs?: unknown } | null)?.dialogs !== undefined;
  while (isAtDialog() && (await hasSteppedBack()));
}

const stepMs = 500;

/** False when there is no earlier entry. */
function hasSteppedBack(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  addEventListener('popstate', () => resolve(true), { once: true });
  setTimeout(() => resolve(false), stepMs);
  history.back();
  return promise;
}
