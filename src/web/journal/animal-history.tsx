import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const Entries = lazily(async () => (await import('./history.page.tsx')).AnimalHistoryEntries);

/** Who changed what about an animal; read when it is opened. */
export function AnimalHistory({ animalId }: { readonly animalId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="overflow-hidden rounded-xl border bg-card print:hidden"
    >
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-3.5 font-medium">
        <ChevronRight aria-hidden className="summary-arrow size-5 text-muted-foreground" />
        History
        <span className="font-normal text-muted-foreground">who changed what</span>
      </summary>
      {isOpen && (
        <LoadedLater what="The history" fallback={<Skeleton className="mx-3.5 mb-3.5 h-32" />}>
          <Entries animalId={animalId} />
        </LoadedLater>
      )}
    </details>
  );
}
