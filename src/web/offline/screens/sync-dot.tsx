import { CloudAlert, Smartphone, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { correctionForms } from '#web/lib/forms/correction.ts';
import { type OutageCause, outageWords } from '#web/lib/server/outage.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { signOutForm } from '#web/lib/session/use-logout.ts';
import { cn } from '#web/ui/cn.ts';
import type { FarmCopy } from '../copy/farm-copy.ts';
import { NeedsYouIcon, SavedIcon } from './state-icons.tsx';
import { type SyncState, syncStateOf } from '../queue/sync-state.ts';
import { useFarmCopy, useSyncStatus } from '../copy/use-farm-copy.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { entriesText } from '#web/lib/text/format.ts';
import { countLost, resetLostCount } from '#web/lib/server/waiting-count.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Says once that the browser has deleted unsent entries. */
function LostNotice() {
  const [lost] = useState(countLost);
  const [isOpen, setOpen] = useState(lost > 0);
  const close = () => {
    resetLostCount();
    setOpen(false);
  };
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={close}
      title={`This browser has deleted ${entriesText(lost)} that ${lost === 1 ? 'was' : 'were'} waiting here`}
      description="It deletes what pages store when it needs the space or a page has not been opened for a long time. Entries that were not sent cannot be recovered."
      cancel={null}
      confirm={
        <>
          <LinkButton to="/history" onClick={resetLostCount} variant="outline">
            See what has arrived
          </LinkButton>
          <Button onClick={close}>I understand</Button>
        </>
      }
    >
      <ul className="mt-2 list-disc flex flex-col gap-1 ps-5">
        <li>Check what has arrived and enter what is missing again.</li>
        <li>If you have saved a copy as a file, it lists every entry.</li>
        <li>Add this page to your Home Screen so that the browser keeps what it stores.</li>
      </ul>
    </AlertDialog>
  );
}

const WaitingSheet = lazilyPreloaded(async () => (await import('./waiting-sheet.tsx')).WaitingSheet);
const SignOutDialog = lazilyPreloaded(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog);

/** In the header: shows whether entries have reached the server. Empty in a browser that does not store the farm. */
export function SyncDot() {
  const copy = useFarmCopy();
  return copy && <Dot copy={copy} />;
}

const looks: Readonly<Record<SyncState['kind'], { readonly icon: ReactNode; readonly className: string }>> = {
  needsYou: { icon: <NeedsYouIcon />, className: 'text-destructive' },
  noSignal: { icon: <WifiOff aria-hidden className="size-4" />, className: 'text-foreground' },
  serverFault: { icon: <CloudAlert aria-hidden className="size-4" />, className: 'text-foreground' },
  otherAnswer: { icon: <CloudAlert aria-hidden className="size-4" />, className: 'text-foreground' },
  waiting: { icon: <Smartphone aria-hidden className="size-4" />, className: 'text-foreground' },
  saved: { icon: <SavedIcon />, className: 'text-good' },
};

function Dot({ copy }: { copy: FarmCopy }) {
  const status = useSyncStatus(copy);
  const state = useSteady(syncStateOf(status));
  const [sheet, setSheet] = useState<{ readonly isOpen: boolean; readonly correctedId?: string }>();
  const [isSigningOut, setSigningOut] = useState<boolean>();
  useRequestedForm(correctionForms, (form) => setSheet({ isOpen: true, correctedId: form.slice(correctionForms.length) }));
  useRequestedForm(signOutForm, () => setSigningOut(true));
  const { icon, className } = looks[state.kind];
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${state.text}${state.more ?? ''}. Show what is saved`}
        className={cn(
          // Without room for its text, only the icon is shown: the text is then in a second line, which is cut off.
          'inline-flex h-11 min-w-10 cursor-pointer flex-wrap gap-x-1.5 overflow-hidden rounded-lg px-2 text-sm font-medium whitespace-nowrap hover:bg-secondary',
          className,
        )}
        onClick={() => setSheet({ isOpen: true })}
      >
        <span className="flex h-11 items-center">{icon}</span>
        <span className="leading-11">
          {state.text}
          {state.more !== undefined && <span className="max-sm:hidden">{state.more}</span>}
        </span>
      </button>
      <Announcement kind={state.kind} />
      <LostNotice />
      <LoadedLater>
        {sheet && <WaitingSheet copy={copy} {...sheet} onClose={() => setSheet({ ...sheet, isOpen: false })} />}
        {isSigningOut !== undefined && <SignOutDialog copy={copy} isOpen={isSigningOut} onClose={() => setSigningOut(false)} />}
      </LoadedLater>
    </>
  );
}

/** Delayed, so that a save answered at once is not first shown as waiting. */
const steadyMs = 1500;

function useSteady(state: SyncState): SyncState {
  const [shown, setShown] = useState(state);
  const isDelayed = state.kind === 'waiting' && shown.kind === 'saved';
  const text = `${state.kind} ${state.text}${state.more ?? ''}`;
  useEffect(() => {
    const timer = setTimeout(() => setShown(state), isDelayed ? steadyMs : 0);
    return () => clearTimeout(timer);
    // Only the text is shown, but the state is a new object each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, isDelayed]);
  return isDelayed ? shown : state;
}

const keptHere = (cause: OutageCause): string =>
  `${outageWords[cause].sentence}. What is not sent yet stays on this device until it can be sent`;

const announcements: Readonly<Record<SyncState['kind'], string>> = {
  needsYou: 'Something you entered needs you',
  noSignal: keptHere('noSignal'),
  serverFault: keptHere('serverFault'),
  otherAnswer: keptHere('otherAnswer'),
  waiting: 'The server answers again',
  saved: 'The server answers again',
};

const isTold = (kind: SyncState['kind']): boolean => kind !== 'waiting' && kind !== 'saved';

/** Announces only what a person has to know, not each save. */
function Announcement({ kind }: { kind: SyncState['kind'] }) {
  const [told, setTold] = useState<SyncState['kind']>();
  if (told !== kind && (isTold(kind) || (told !== undefined && isTold(told)))) setTold(kind);
  return <output className="sr-only">{told !== undefined && announcements[told]}</output>;
}
