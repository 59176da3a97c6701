import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { undeclaredWeanings } from '#domain/performance/weaning-weights.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import type { EventOf } from '#web/herd/data/events.queries.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { typedWeight, weightText, weightUnit } from '#web/lib/text/weight-text.ts';
import { today } from '#web/lib/text/today.ts';
import { dayText } from '#web/herd/day-text.ts';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { GrowthLine } from './growth-line.tsx';
import { bandOf, weightsOf } from './growth-curve.ts';

interface GrowthCardProps {
  readonly animal: Animal;
  readonly herd: readonly Animal[];
  readonly events: readonly RecordedEvent[];
}

export function GrowthCard({ animal, herd, events }: GrowthCardProps) {
  const weights = weightsOf(animal, events);
  const last = weights.at(-1);
  if (!last || weights.length < 2) return null;
  const band = bandOf(animal, herd);
  return (
    <TitledCard title="Growth" className="break-inside-avoid gap-1">
      <GrowthLine weights={weights} band={band} />
      <DeclareWeaning animal={animal} events={events} />
      <details className="print:hidden">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium underline underline-offset-4">
          As a table
        </summary>
        <WeightTable weights={weights} />
      </details>
    </TitledCard>
  );
}

function DeclareWeaning({ animal, events }: Pick<GrowthCardProps, 'animal' | 'events'>) {
  const mayWeigh = mayRecord(useFarmRole(), 'weighing');
  const replace = useCall('replaceEvent');
  const weighings = events.filter((event) => event.kind === 'weighing' && event.voidedAt === null);
  const [found] = undeclaredWeanings([animal], weighings as EventOf<'weighing'>[]);
  if (!found || !mayWeigh) return null;
  const { weighing, ageDays } = found;
  const declare = () =>
    replace.mutate(
      { params: { id: weighing.id }, body: { ...weighing, id: uuidv7(), occasion: 'weaning' } },
      {
        onSuccess: (saved) => toastSaved(saved, { title: 'Recorded', description: 'Weaning weight' }),
        onError: (error) => toastFailure(error, 'Could not record the weaning weight'),
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="min-w-0 flex-1 basis-60">
        {weightText(weighing.weightGrams)} at {ageDays} days
      </p>
      <Button ref={focusBeside} variant="outline" busy={replace.isPending} onClick={declare}>
        It is the weaning weight
      </Button>
    </div>
  );
}

const WeightTable = ({ weights }: { weights: readonly Weight[] }) => (
  <table className="w-full text-start">
    <thead>
      <tr>
        <th className="py-1 font-medium">Day</th>
        <th className="py-1 text-end font-medium">Weight ({weightUnit()})</th>
      </tr>
    </thead>
    <tbody>
      {weights.toReversed().map(({ day, grams, isEstimate }) => (
        <tr key={day} className="border-t">
          <td className="py-1">
            {dayText(day, today())}
            {isEstimate && ', estimated'}
          </td>
          <td className="py-1 text-end">{typedWeight(grams)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
