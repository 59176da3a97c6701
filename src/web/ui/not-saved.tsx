import { ApiError, NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Alert } from './alert.tsx';

interface NotSavedProps {
  readonly error: unknown;
  /** For a failure that the server had no sentence for. */
  readonly fallback: string;
}

/** Stays in a form that could not be saved: what happened, what was kept and what to do. It takes the focus when it appears. */
export function NotSaved({ error, fallback }: NotSavedProps) {
  const isUnreachable = error instanceof NetworkError;
  return (
    <Alert
      ref={focusOn}
      tabIndex={-1}
      role="alert"
      variant="destructive"
      title={isUnreachable ? 'The server could not be reached' : sentenceOf(error, fallback)}
      className="outline-none"
    >
      {error instanceof ApiError && error.fields.length > 0 && <p>{error.fields.map(({ message }) => message).join('. ')}.</p>}
      <p>Everything you typed is still here.{isUnreachable && ' Save again in a moment; nothing is recorded twice.'}</p>
    </Alert>
  );
}

// The button that was pressed could not keep the focus while it was busy.
const focusOn = (alert: HTMLDivElement | null) => alert?.focus();
