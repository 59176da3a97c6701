import { fullName } from '#web/herd/animal-labels.ts';
import { isCreateConflict, NetworkError, errorMessage } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { NotRecordedDam } from './use-record-matings.ts';

interface NotRecordedProps {
  readonly saved: number;
  readonly refused: readonly NotRecordedDam[];
  readonly fallback: string;
}

export function NotRecorded({ saved, refused, fallback }: NotRecordedProps) {
  const all = saved + refused.length;
  return (
    <Alert
      ref={focusOn}
      tabIndex={-1}
      role="alert"
      variant="destructive"
      title={`${refused.length} of ${all} not recorded`}
      className="max-h-48 overflow-y-auto outline-none"
    >
      <ul className="my-1 flex flex-col gap-1">
        {refused.map(({ dam, error }) => (
          <li key={dam.id}>
            <strong>{fullName(dam)}</strong>: {reasonOf(error, fallback)}
          </li>
        ))}
      </ul>
      <p>
        {saved > 0 && `The other ${saved === 1 ? 'record is' : `${saved} records are`} kept. `}
        Save again to try only these; nothing is recorded twice.
      </p>
    </Alert>
  );
}

function reasonOf(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return error.message;
  if (isCreateConflict(error)) return 'An earlier attempt was saved after all. It is in the list.';
  return errorMessage(error, fallback);
}

// The pressed button is disabled while saving and loses the focus.
const focusOn = (alert: HTMLDivElement | null) => alert?.focus();
