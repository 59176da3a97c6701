import { useQuery } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { undeclaredWeanings } from '#domain/performance/weaning-weights.ts';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { type EventOf, eventsQuery } from '#web/herd/data/events.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { Button } from '#web/ui/button.tsx';

/** Young that were weighed at the age of weaning by a scale or a file, which did not say what the weight was for. */
export function UndeclaredWeanings({ animals }: { readonly animals: readonly Animal[] }) {
  const mayWeigh = mayRecord(useFarmRole(), 'weighing');
  const { data: weighings = [] } = useQuery(eventsQuery({ kinds: ['weighing'] }));
  const record = useRecordForAll();
  const takeBack = useUndoForAll();
  const found = undeclaredWeanings(animals, weighings);
  if (found.length === 0) return null;
  const size = found.length;
  const declare = async () => {
    try {
      const reply = await record.mutateAsync(found.map(({ weighing }) => asWeaning(weighing)));
      await takeBack.mutateAsync(found.map(({ weighing }) => weighing.id));
      toastSaved(reply, { title: 'Recorded', description: size === 1 ? '1 weaning weight' : `${count(size)} weaning weights` });
    } catch (error) {
      toastFailure(error, 'Could not record the weaning weights');
    }
  };
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="min-w-0 flex-1 basis-60">
        {count(size)} young {size === 1 ? 'was' : 'were'} weighed between 40 and 150 days old, without the weight being called the
        weaning weight.
      </p>
      {mayWeigh && (
        <Button variant="outline" disabled={record.isPending || takeBack.isPending} onClick={() => void declare()}>
          {size === 1 ? 'It is the weaning weight' : 'They are the weaning weights'}
        </Button>
      )}
    </div>
  );
}

const asWeaning = ({ animalId, day, time, note, responsible, worklistId, weightGrams, method }: EventOf<'weighing'>) => ({
  id: uuidv7(),
  kind: 'weighing' as const,
  animalId,
  day,
  time,
  note,
  responsible,
  worklistId,
  weightGrams,
  method,
  occasion: 'weaning' as const,
});
