import { useState } from 'react';
import { Form } from '#web/components/forms/form.tsx';
import { ReasonField, useReasonForm } from '#web/components/forms/reason-form.tsx';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import type { StoredOperation } from '../queue/operation.ts';
import {
  canBeCorrected,
  isBirthElsewhere,
  isDoneElsewhere,
  isGoneElsewhere,
  needsReason,
  regardlessOfOthers,
  withReason,
} from '../queue/operation-actions.ts';
import { MoreActions, type OperationActions, OperationHead } from './operation-head.tsx';
import { recreateCall, sendRecreation } from '../effects/recreate.ts';

interface RefusedOperationProps extends OperationActions {
  readonly operation: StoredOperation;
  readonly onCorrect: () => void;
}

/** Why the server refused it, and what the person can do. */
export function RefusedOperation({ operation, onCorrect, ...actions }: RefusedOperationProps) {
  const { copy } = actions;
  const { last, state } = operation;
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch((error: unknown) => toastFailure(error, 'This could not be done'));
    setBusy(false);
  };
  const isGone = isGoneElsewhere(operation);
  const isOver = isGone || isDoneElsewhere(operation);
  const hasForm = canBeCorrected(operation);
  const back = isGone ? recreateCall(operation) : undefined;
  return (
    <li className="flex flex-col gap-2 py-2 pe-2 ps-4">
      <div className="flex items-start gap-2">
        <OperationHead operation={operation} by={copy.user.username} />
        <MoreActions operation={operation} {...actions} />
      </div>
      <div className="pe-2 wrap-anywhere">
        <p>{sentenceOf(operation)}</p>
        {last?.errors?.map(({ path, message }) => message !== last.message && <p key={path}>{message}</p>)}
      </div>
      {needsReason(operation) && (
        <ReasonForm
          isBusy={isBusy}
          onReason={(reason) => void act(() => copy.resend(operation, withReason(operation, reason)))}
        />
      )}
      <div className="flex flex-wrap gap-2 pe-2 pb-1.5 empty:hidden">
        {hasForm && (
          <Button variant="secondary" disabled={isBusy} onClick={onCorrect}>
            {state === 'clash' ? 'Choose' : 'Change'}
          </Button>
        )}
        {back && (
          <Button variant="secondary" busy={isBusy} onClick={() => void act(() => sendRecreation(copy, operation, back))}>
            Restore it with the change
          </Button>
        )}
        {state === 'clash' && !hasForm && (
          <Button
            variant="secondary"
            busy={isBusy}
            onClick={() => void act(() => copy.resend(operation, regardlessOfOthers(operation)))}
          >
            {againLabel(operation)}
          </Button>
        )}
        {state === 'refused' && !isOver && !needsReason(operation) && (
          <Button variant="outline" busy={isBusy} onClick={() => void act(() => copy.retry([operation]))}>
            Try again
          </Button>
        )}
        {!hasForm && (
          <Button variant="outline" disabled={isBusy} onClick={() => actions.onDelete(operation)}>
            {isGone ? 'Discard the change' : 'Delete'}
          </Button>
        )}
      </div>
    </li>
  );
}

const againLabel = (operation: StoredOperation): string => (isBirthElsewhere(operation) ? 'Save again' : 'Do it anyway');

function sentenceOf(operation: StoredOperation): string {
  if (isGoneElsewhere(operation)) return 'It has been deleted elsewhere.';
  if (isDoneElsewhere(operation)) return 'It has already been done elsewhere. Nothing is left to do.';
  if (operation.state === 'clash' && !isBirthElsewhere(operation)) return 'It has been changed elsewhere.';
  return operation.last?.message ?? 'The server did not accept this.';
}

function ReasonForm({ isBusy, onReason }: { isBusy: boolean; onReason: (reason: string) => void }) {
  const form = useReasonForm();
  return (
    <Form form={form} onSubmit={({ reason }) => onReason(reason.trim())} className="flex flex-col gap-3 pe-2">
      <ReasonField form={form} hint="Kept in the journal; your buyer must be told" isSaving={isBusy} />
      <Button type="submit" variant="secondary" busy={isBusy} className="self-start">
        Send with this reason
      </Button>
    </Form>
  );
}
