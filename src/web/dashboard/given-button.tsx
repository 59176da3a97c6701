import { Check } from 'lucide-react';
import { type DoseTask, useDoses } from '#web/herd/use-doses.ts';
import { Button } from '#web/ui/button.tsx';

/** Records the vaccination or the dose for all animals of a line, today. */
export function GivenButton({ task, title }: { task: DoseTask; title: string }) {
  const { giveDue, isBusy } = useDoses();
  return (
    <Button
      variant="secondary"
      className="my-2.5 me-3 shrink-0"
      aria-label={`Given: ${title}`}
      busy={isBusy}
      onClick={() => giveDue(task)}
    >
      <Check aria-hidden />
      Given
    </Button>
  );
}
