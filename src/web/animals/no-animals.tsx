import { FileUp, Plus } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';

const GoneAnimals = lazily(async () => (await import('#web/herd/animal/gone-animals.tsx')).GoneAnimals);

interface NoAnimalsProps {
  readonly isEmptyFarm: boolean;
  /** Animals that match, but with another status. */
  readonly gone: readonly Animal[];
  readonly onAdd: () => void;
  readonly onShowGone: () => void;
  readonly onShowAll: () => void;
}

export function NoAnimals({ isEmptyFarm, gone, onAdd, onShowGone, onShowAll }: NoAnimalsProps) {
  if (isEmptyFarm) {
    return (
      <EmptyState
        drawing={<Hillside />}
        title="No animals found"
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={onAdd}>
              <Plus aria-hidden />
              Add Your First Animal
            </Button>
            <LinkButton to="/animals/import" variant="outline">
              <FileUp aria-hidden />
              Import a spreadsheet
            </LinkButton>
          </div>
        }
      >
        This is where your herd will be. Add one animal, or bring in a whole flock from a spreadsheet.
      </EmptyState>
    );
  }
  if (gone.length > 0) {
    return (
      <EmptyState
        drawing={<BrokenFence />}
        title="No animals found"
        action={
          <Button variant="outline" onClick={onShowGone}>
            {gone.length === 1 ? 'Show it' : `Show ${count(gone.length)}`}
          </Button>
        }
      >
        <LoadedLater instead="The matching animals have another status.">
          <GoneAnimals animals={gone} />
        </LoadedLater>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing={<BrokenFence />}
      title="No animals found"
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all animals
        </Button>
      }
    >
      No animal matches the search and the filters.
    </EmptyState>
  );
}
