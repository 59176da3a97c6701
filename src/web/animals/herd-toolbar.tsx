import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { count } from '#web/lib/format.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { textLink } from '#web/ui/text-link.ts';
import type { HerdView } from './herd-view.ts';
import { ViewSwitch } from './view-switch.tsx';

interface ToolbarProps {
  readonly heads: number;
  readonly found: readonly Animal[];
  readonly chosen: readonly Animal[];
  readonly isOutside: boolean;
  readonly view: HerdView;
  /** Set where tapping a row opens its animal, so that selecting needs a button. */
  readonly onSelect: (() => void) | undefined;
  readonly onChooseNone: () => void;
}

export function HerdToolbar({ heads, found, chosen, isOutside, view, onSelect, onChooseNone }: ToolbarProps) {
  const isChoosing = chosen.length > 0;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-muted-foreground max-sm:gap-x-2 max-sm:mb-1 max-sm:text-sm sm:my-2">
      <output>{heads > 0 && `Showing ${count(found.length)} of ${count(heads)}`}</output>
      {isOutside ? <BackToHerd /> : <OutsideParents className="max-sm:hidden" />}
      {!isOutside && !onSelect && <WorkWithThese animals={isChoosing ? chosen : found} isChosen={isChoosing} />}
      {isChoosing && !onSelect && (
        <Button variant="ghost" size="small" onClick={onChooseNone}>
          Clear selection
        </Button>
      )}
      {heads > 0 && (
        <div className="flex gap-1">
          {onSelect && (
            <Button variant="ghost" size="small" onClick={onSelect}>
              Select
            </Button>
          )}
          <ViewSwitch view={view} />
        </div>
      )}
    </div>
  );
}

const lineLink = cn('print:hidden', textLink);

/** On a phone this is below the list, because the line above has no room for it. */
export function OutsideParents({ className }: { className: string }) {
  const { data: parents = [] } = useQuery(outsideParentsQuery);
  if (parents.length === 0) return null;
  return (
    <Link to="/animals" search={{ show: 'outside' }} className={cn(lineLink, className)}>
      Outside parents ({count(parents.length)})
    </Link>
  );
}

/** Passes on the animals that are shown and on the farm. */
function WorkWithThese({ animals, isChosen }: { animals: readonly Animal[]; isChosen: boolean }) {
  const animalIds = activeIds(animals);
  if (animalIds.length === 0) return null;
  return (
    <Link to="/work/new" state={{ animalIds }} className={lineLink}>
      Work with {isChosen ? 'the selected' : 'these'} {count(animalIds.length)}
    </Link>
  );
}

const BackToHerd = () => (
  <Link to="/animals" className={lineLink}>
    <ArrowLeft aria-hidden className="size-4" />
    Your animals
  </Link>
);

export const activeIds = (animals: readonly Animal[]): readonly string[] =>
  animals.flatMap(({ id, status }) => (status === 'active' ? id : []));
