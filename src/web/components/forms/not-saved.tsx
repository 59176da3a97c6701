import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { ApiError, isCreateConflict, NetworkError, errorMessage } from '#web/lib/server/api.ts';
import { NotStored } from '#web/lib/server/local-copy.ts';
import { needsRoom } from '#web/lib/toast-failure.ts';
import { downloadWaiting } from '#web/lib/server/waiting-file.ts';
import { Alert } from '#web/ui/alert.tsx';
import { isStale } from './merging-save.ts';
import { Button } from '#web/ui/button.tsx';

interface NotSavedProps {
  readonly error: unknown;
  readonly fallback: string;
  /** 'This animal', which somebody else may have changed or deleted. */
  readonly what?: string | undefined;
  readonly isMarked?: boolean;
}

/** Takes the focus when it appears, because the pressed button lost it when it was disabled. */
export function NotSaved({ error, fallback, what, isMarked = false }: NotSavedProps) {
  const fields = error instanceof ApiError ? error.fields : [];
  const { title, text } = isMarked && fields.length > 0 ? marked : explain(error, fallback, what);
  return (
    <Alert
      ref={showInMiddle}
      tabIndex={-1}
      role="alert"
      variant="destructive"
      title={title}
      className="outline-none"
      action={
        error instanceof NotStored ? (
          <Button variant="outline" onClick={() => downloadWaiting([error.operation])}>
            Save a copy as a file
          </Button>
        ) : (
          needsRoom(error) && <UpgradeButton />
        )
      }
    >
      {!isMarked && fields.map(({ path, message }) => message !== title && <p key={path}>{message}</p>)}
      <p>{text}</p>
    </Alert>
  );
}

const marked = { title: 'Not saved', text: 'What needs correcting is marked. Everything you typed is still here.' };

function explain(error: unknown, fallback: string, what: string | undefined): { title: string; text: string } {
  if (error instanceof NetworkError) {
    return {
      title: error.message.replace(/\.$/, ''),
      text: 'Everything you typed is still here. Save again in a moment; nothing is recorded twice.',
    };
  }
  if (error instanceof NotStored) {
    return {
      title: error.message,
      text: error.isFull
        ? 'What you typed is only on this screen. Free some space on this device and save again.'
        : 'What you typed is only on this screen. Keep it open and save again in a moment.',
    };
  }
  if (isCreateConflict(error)) {
    return {
      title: 'An earlier attempt was saved after all',
      text: 'It is in the list. Save again only if you want a second record.',
    };
  }
  if (what !== undefined && isStale(error)) {
    return {
      title: `${what} has been changed elsewhere`,
      text: 'What you typed is still here. The change could not be loaded: save again in a moment to see it.',
    };
  }
  if (what !== undefined && error instanceof ApiError && error.code === 'animals.not_found') {
    return {
      title: `${what} was deleted elsewhere`,
      text: 'What you typed is still here to read, but it can no longer be saved.',
    };
  }
  return { title: errorMessage(error, fallback), text: 'Everything you typed is still here.' };
}

/** In the middle of the screen, where no number pad and no bar covers it. */
function showInMiddle(alert: HTMLDivElement | null): void {
  alert?.focus({ preventScroll: true });
  alert?.scrollIntoView?.({ block: 'center' });
}
