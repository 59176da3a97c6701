import { Search } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Boundary } from '#web/components/loading/boundary.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { failedPart } from '#web/components/loading/load-failed.tsx';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { findForm } from '#web/herd/requested-forms.ts';
import { isTyping } from '#web/lib/forms/typing.ts';
import { type Reading, dispatchReading, useReader } from '#web/lib/device/use-reader.ts';
import type { Thing } from './things.ts';
import { importPart } from '#web/lib/server/import-part.ts';
import { knownSpeed } from '#web/readers/known-reader.ts';
import { listenToKeyboardReader } from '#web/readers/keyboard-reader.ts';

const FindDialog = lazilyPreloaded(async () => (await import('./find-dialog.tsx')).FindDialog);

interface Search {
  readonly isOpen: boolean;
  readonly number: number;
  readonly reading?: Reading;
  /** What was typed before the dialog had its field, which takes a slow device longer than the next key. */
  readonly typed: string;
}

const finderField = '[role=dialog] [role=combobox][aria-haspopup=grid]';

/** In the header of every screen. Finds animals, places and screens, and shows what a reader has read if no screen handles it. */
export function FindButton({ screens }: { screens: readonly Thing[] }) {
  const [search, setSearch] = useState<Search>();
  const open = (reading?: Reading) =>
    setSearch((last) => ({ isOpen: true, number: (last?.number ?? 0) + 1, typed: '', ...(reading && { reading }) }));
  const isOpen = search?.isOpen ?? false;
  const close = () => setSearch((last) => last && { ...last, isOpen: false });

  useEffect(() => listenToKeyboardReader(dispatchReading), []);
  useEffect(() => {
    if (knownSpeed() === undefined) return;
    // If its code cannot be loaded, the reader acts as if switched off.
    importPart(() => import('#web/readers/serial-reader.ts')).then(
      ({ reopenReader }) => reopenReader(),
      () => undefined,
    );
  }, []);
  useReader(open, { isFallback: true });
  useRequestedForm(findForm, () => open());

  const typeAhead = (event: KeyboardEvent) => {
    const field = document.querySelector<HTMLElement>(finderField);
    if (!field) {
      event.preventDefault();
      setSearch((last) => last && { ...last, typed: last.typed + event.key });
    }
    // The dialog gives its field the focus a moment after it is shown. The browser types into what has it after this event.
    else if (!document.activeElement?.closest('[role=dialog]')) field.focus();
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isOpen) {
      if (isCharacter(event)) typeAhead(event);
      return;
    }
    if (!isFindKey(event)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        // An open dialog would cover the search; one that failed to open does not.
        onClick={() => (isOpen ? close() : open())}
        className="flex size-11 shrink-0 cursor-pointer items-center justify-center gap-2.5 rounded-lg hover:bg-secondary max-md:ms-auto md:w-36 md:justify-start md:border md:border-input md:bg-card md:px-3 lg:w-88"
      >
        <Search aria-hidden className="size-5 shrink-0 md:text-muted-foreground" />
        <span dir="auto" className="truncate text-start text-muted-foreground max-md:sr-only md:flex-1">
          Find<span className="max-lg:sr-only"> a tag, name or place</span>
        </span>
        <kbd className="key max-lg:hidden">Ctrl K</kbd>
      </button>
      <Boundary
        renderFailure={(failure) =>
          isOpen && <div className="absolute inset-x-0 top-full border-b bg-popover">{failedPart('Find')(failure)}</div>
        }
      >
        <Suspense>{search && <FindDialog key={search.number} {...search} screens={screens} onClose={close} />}</Suspense>
      </Boundary>
    </>
  );
}

const isCharacter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.length === 1 && !ctrlKey && !metaKey;

/** `/` outside text fields, and Ctrl or Cmd with K. */
function isFindKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || document.querySelector('dialog[open]')) return false;
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !shiftKey;
  if (key !== '/' || ctrlKey || metaKey || document.querySelector('[role$=dialog]')) return false;
  return !isTyping(event);
}
