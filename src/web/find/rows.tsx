import { NotebookPen } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { SpeciesIcon } from '#web/herd/animal/species-icon.tsx';
import { cn } from '#web/ui/cn.ts';
import type { Thing } from './things.ts';
import { endOfTag } from '#domain/animals/find.ts';
import { EarTag } from '#web/components/ear-tag.tsx';

interface RowProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly onActive: () => void;
  readonly onOpen: () => void;
  /** Content beside the part that opens the row. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The focus stays in the search field; the keyboard reaches the rows from there. */
function Row({ id, isActive, onActive, onOpen, aside, children }: RowProps) {
  const cell = { role: 'gridcell', id, tabIndex: -1, 'aria-selected': isActive, onClick: onOpen } as const;
  const line = {
    role: 'row',
    onPointerMove: onActive,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const;
  return (
    <div
      {...line}
      ref={isActive ? intoView : null}
      className={cn('flex rounded-lg', isActive && 'pointer-fine:bg-accent pointer-fine:text-accent-foreground')}
    >
      <div {...cell} className="flex min-h-16 min-w-0 flex-1 cursor-pointer items-center gap-3 px-3 py-1.5 md:min-h-11">
        {children}
      </div>
      {aside}
    </div>
  );
}

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

type Shared = Pick<RowProps, 'id' | 'isActive' | 'onActive' | 'onOpen'>;

interface AnimalRowProps extends Shared {
  readonly animal: Animal;
  readonly typed: string;
  readonly fact: string;
  /** Only on a phone, which has no panel beside the list. */
  readonly onRecord?: (() => void) | undefined;
}

export const AnimalRow = ({ animal, typed, fact, onRecord, ...row }: AnimalRowProps) => (
  <Row
    {...row}
    aside={
      onRecord && (
        <div {...({ role: 'gridcell' } as const)} className="flex items-center">
          <button
            type="button"
            aria-label={`Record of ${animal.tagNumber}`}
            onClick={onRecord}
            className="grid size-13 cursor-pointer place-items-center rounded-lg text-muted-foreground active:bg-accent"
          >
            <NotebookPen aria-hidden className="size-6" />
          </button>
        </div>
      )
    }
  >
    <SpeciesIcon species={animal.species} className="size-7 shrink-0 text-muted-foreground md:hidden" />
    <span className="flex min-w-0 flex-1 flex-col gap-x-3 md:flex-row md:items-center">
      <span className="flex min-w-0 items-center gap-2 md:contents">
        <span className="flex min-w-0 max-w-full shrink-0 md:min-w-30">
          <MarkedTag typed={typed} isGone={animal.status !== 'active'}>
            {animal.tagNumber}
          </MarkedTag>
        </span>
        <span dir="auto" className="truncate">
          {animal.name}
        </span>
      </span>
      <span
        dir="auto"
        className="truncate text-sm text-muted-foreground md:ms-auto md:max-w-7/10 md:max-lg:max-w-1/2 md:shrink-0"
      >
        {fact}
      </span>
    </span>
  </Row>
);

export const ThingRow = ({ thing: { icon: Icon, label, detail }, ...row }: Shared & { readonly thing: Omit<Thing, 'link'> }) => (
  <Row {...row}>
    <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground max-md:mx-1" />
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {label}
    </span>
    {detail !== undefined && <span className="shrink-0 text-sm text-muted-foreground">{detail}</span>}
  </Row>
);

interface MarkedTagProps {
  readonly children: string;
  readonly typed: string;
  readonly isGone: boolean;
}

/** An ear tag with the searched end underlined. Animals that have left have a dashed line. */
function MarkedTag({ children: tag, typed, isGone }: MarkedTagProps) {
  const at = endOfTag(tag, typed);
  return (
    <EarTag {...(isGone && { className: 'border-dashed' })}>
      {tag.slice(0, at)}
      {at !== undefined && (
        <mark className="bg-transparent text-inherit underline decoration-primary decoration-3 underline-offset-2">
          {tag.slice(at)}
        </mark>
      )}
    </EarTag>
  );
}
