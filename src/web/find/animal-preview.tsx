import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import type { EventKind } from '#domain/records/events.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { whoText } from '#web/herd/who-text.ts';
import { AnimalFacts, WithdrawalAlerts } from '#web/journal/animal-facts.tsx';
import { summaryQuery } from '#web/journal/journal.data.ts';
import { today } from '#web/lib/today.ts';
import { VerbButtons } from './verb-buttons.tsx';

interface AnimalPreviewProps {
  readonly animal: Animal;
  /** How the animal left, if it has. */
  readonly departure: string | undefined;
  readonly onRecord: (animal: Animal, kind: EventKind) => void;
}

/** A summary of the animal in the active row, and what can be recorded about it. */
export function AnimalPreview({ animal, departure, onRecord }: AnimalPreviewProps) {
  const { data: summary } = useQuery({ ...summaryQuery(animal.id), enabled: !animal.isReference });
  return (
    <section aria-label="In short" className="flex w-72 shrink-0 flex-col gap-3 overflow-y-auto border-s bg-background p-4">
      <div className="flex flex-col items-start gap-1.5">
        <EarTag className="text-xl">{animal.tagNumber}</EarTag>
        {animal.name !== null && (
          <p dir="auto" className="title text-xl wrap-anywhere">
            {animal.name}
          </p>
        )}
        <p className="text-sm text-muted-foreground">{whoText(animal, today())}</p>
        {departure !== undefined && <p className="font-medium first-letter:uppercase">{departure}</p>}
      </div>
      {summary && <WithdrawalAlerts withdrawals={summary.withdrawals} />}
      {summary && departure === undefined && (
        <div className="shrink-0">
          <AnimalFacts animal={animal} summary={summary} />
        </div>
      )}
      <div className="mt-auto shrink-0">
        <VerbButtons animal={animal} onRecord={(kind) => onRecord(animal, kind)} />
      </div>
    </section>
  );
}
