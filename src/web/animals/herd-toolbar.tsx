import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { useRights } from '#web/lib/session/session.ts';
import { count } from '#web/lib/text/format.ts';
import { BackLink } from '#web/components/page/back-link.tsx';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { textLink } from '#web/ui/text-link.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { type HerdView, chooseHerdView } from '#web/herd/list/herd-view.ts';
import { LayoutGrid, Rows3 } from 'lucide-react';

interface ToolbarProps {
  readonly heads: number;
  readonly found: readonly Animal[];
  readonly chosen: readonly Animal[];
  readonly isOutside: boolean;
  readonly view: HerdView;
  /** Set where tapping a row opens its animal, so that selecting needs a button. */
  readonly onSelect: (() => void) | undefined;
}

export function HerdToolbar({ heads, found, chosen, isOutside, view, onSelect }: ToolbarProps) {
  const isChoosing = chosen.length > 0;
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-muted-foreground max-sm:gap-x-2 max-sm:mb-1 max-sm:text-sm sm:my-2">
      <output>{heads > 0 && `Showing ${count(found.length)} of ${count(heads)}`}</output>
      {isOutside && <BackLink to="/animals" label="Animals" />}
      {heads > 0 && (
        <div className="ms-auto flex items-center gap-2">
          {!isOutside && !onSelect && !isChoosing && <WorkWithThese animals={found} />}
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

/** Parents of the farm's animals that were never on it. */
export function OutsideParents() {
  const { data: parents = [] } = useQuery(outsideParentsQuery);
  if (parents.length === 0) return null;
  return (
    <Link to="/animals" search={{ show: 'outside' }} className={cn('mt-2', lineLink)}>
      Parents elsewhere ({count(parents.length)})
    </Link>
  );
}

/** Passes on the animals that are shown and on the farm. */
function WorkWithThese({ animals }: { animals: readonly Animal[] }) {
  const mayRecord = useRights().has('record');
  const animalIds = activeIds(animals);
  if (!mayRecord || animalIds.length === 0) return null;
  return (
    <LinkButton to="/work/new" state={{ animalIds }} variant="outline" size="small" className="max-sm:hidden">
      Work with {animalIds.length === 1 ? 'this one' : `these ${count(animalIds.length)}`}
    </LinkButton>
  );
}

export const activeIds = (animals: readonly Animal[]): readonly string[] =>
  animals.flatMap(({ id, status }) => (status === 'active' ? id : []));

const views = [
  ['cards', 'Cards', LayoutGrid],
  ['rows', 'Rows', Rows3],
] as const;

const ViewSwitch = ({ view }: { view: HerdView }) => (
  <fieldset aria-label="View" className="flex rounded-lg border print:hidden">
    {views.map(([one, label, Icon]) => (
      <Button
        key={one}
        variant={one === view ? 'secondary' : 'ghost'}
        size="small"
        className="max-sm:w-11"
        aria-pressed={one === view}
        onClick={() => chooseHerdView(one)}
      >
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{label}</span>
      </Button>
    ))}
  </fieldset>
);
