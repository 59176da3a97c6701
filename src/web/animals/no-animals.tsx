import { Link } from '@tanstack/react-router';
import { FileUp, Plus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence, Hillside } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface NoAnimalsProps {
  readonly isEmptyFarm: boolean;
  readonly onAdd: () => void;
  readonly onShowAll: () => void;
}

/** A farm without animals is asked for its first; a search without result is led back. */
export function NoAnimals({ isEmptyFarm, onAdd, onShowAll }: NoAnimalsProps) {
  if (isEmptyFarm) {
    return (
      <EmptyState
        drawing={<Hillside />}
        title="No animals found"
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={onAdd}>
              <Plus aria-hidden />
              Add your first animal
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
