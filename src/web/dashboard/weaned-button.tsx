import { Check } from 'lucide-react';
import { useState } from 'react';
import { mayRecord } from '#domain/accounts/members.ts';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';

interface WeanedButtonProps {
  readonly animalIds: readonly string[];
  readonly title: string;
}

/** Records today as the day of weaning of all animals of a line. */
export function WeanedButton({ animalIds, title }: WeanedButtonProps) {
  const [record, undo] = [useRecordForAll(), useUndoForAll()];
  const role = useFarmRole();
  const [ids] = useState(() => new RetryIds());
  if (!mayRecord(role, 'weaning')) return null;
  const failed = (error: unknown) => toastFailure(error, 'Could not save this');
  const takeBack = (given: readonly string[]) => {
    ids.clear();
    undo.mutate(given, { onSuccess: (reply) => toastUndone(reply, title), onError: failed });
  };
  const wean = () =>
    void record
      .mutateAsync(animalIds.map((animalId) => ({ id: ids.of(animalId), kind: 'weaning', animalId, day: today() })))
      .then(
        (given) =>
          toastSaved(given, {
            title: 'Weaned',
            description: title,
            action: { label: 'Undo', onPress: () => takeBack(given) },
          }),
        failed,
      );
  return (
    <Button
      ref={focusBeside}
      variant="secondary"
      className="my-2.5 me-3 shrink-0"
      aria-label={`Weaned: ${title}`}
      busy={record.isPending}
      onClick={wean}
    >
      <Check aria-hidden />
      Weaned
    </Button>
  );
}
