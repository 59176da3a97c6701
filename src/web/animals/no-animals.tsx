import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';

interface NoAnimalsProps {
  readonly isEmptyFarm: boolean;
  /** Number of matches in any status. */
  readonly gone: number;
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
            <Button asChild variant="outline">
              <Link to="/animals/import">
                <FileUp aria-hidden />
                Import a spreadsheet
              </Link>
            </Button>
          </div>
        }
      >
        This is where your herd will be. One animal is quickly added; a whole flock comes in from a spreadsheet.
      </EmptyState>
    );
  }
  if (gone > 0) {
    return (
      <EmptyState
        drawing={<BrokenFence />}
        title="No animals found"
        action={
          <Button variant="outline" onClick={onShowGone}>
            {gone === 1 ? 'Show it' : `Show ${count(gone)}`}
          </Button>
        }
      >
        {gone === 1 ? 'One animal fits, with another status.' : `${count(gone)} animals fit, with another status.`}
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
      None of your animals fits the search and the filters.
    </EmptyState>
  );
}
