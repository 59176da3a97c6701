import { useQuery } from '@tanstack/react-query';
import type { HookDelivery } from '#contract/hooks.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { read } from '#web/lib/server/query.ts';
import { useSave } from '#web/lib/server/use-call.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const stateWords: Readonly<Record<HookDelivery['state'], string>> = {
  waiting: 'Waiting',
  done: 'Delivered',
  failed: 'Not delivered',
  held: 'May have been delivered before a backup was restored',
};

export function HookDeliveries({ hookId }: { hookId: string }) {
  const deliveries = useQuery(read('listHookDeliveries', { params: { id: hookId } }));
  const again = useSave('sendHookDeliveryAgain', { failed: 'Could not send it again' });
  if (deliveries.isPending) return <Skeleton className="h-16" />;
  if (deliveries.isError) {
    return <QueryFailed what="The deliveries" query={deliveries} />;
  }
  if (deliveries.data.length === 0) return <p className="text-muted-foreground">Nothing has been sent yet.</p>;
  return (
    <ul className="grid gap-2" aria-label="Deliveries">
      {deliveries.data.map(({ id, type, at, state, attempts, outcome }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t pt-2">
          <div className="min-w-0 flex-1 basis-52">
            <p dir="auto" className="font-mono text-sm wrap-anywhere">
              {type}
            </p>
            <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
              {stateWords[state]} · {dayText(dayOf(at), today())} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
              {outcome !== null && ` · ${outcome}`}
            </p>
          </div>
          {state !== 'waiting' && (
            <Button
              variant="outline"
              aria-label={`Send again: ${type}`}
              busy={again.isPending}
              onClick={() => again.mutate({ params: { id: hookId, deliveryId: id } })}
            >
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
