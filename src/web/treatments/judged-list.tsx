import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Judged } from '#domain/journal/parasites.ts';
import { PageList } from '#web/components/page/page-list.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { count } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

interface JudgedListProps {
  readonly title: string;
  /** The text of an empty list; if absent, an empty list is not shown. */
  readonly empty?: string;
  readonly judged: readonly Judged[];
  readonly animals: ReadonlyMap<string, Animal>;
  /** Folded until it is tapped. */
  readonly isFolded?: boolean;
  readonly textOf: (judged: Judged) => ReactNode;
  /** The animals that are not selected. */
  readonly left?: ReadonlySet<string>;
  readonly onToggle?: (animalId: string) => void;
}

export function JudgedList({ title, empty, judged, isFolded = false, ...lines }: JudgedListProps) {
  const [isOpen, setOpen] = useState(false);
  if (judged.length === 0 && empty === undefined) return null;
  const size = <span className="font-normal text-muted-foreground">{count(judged.length)}</span>;
  if (isFolded) {
    return (
      <section aria-label={title}>
        <Button variant="ghost" aria-expanded={isOpen} className="-ms-3" onClick={() => setOpen(!isOpen)}>
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
          {title} {size}
        </Button>
        {isOpen && <Lines title={title} judged={judged} {...lines} />}
      </section>
    );
  }
  return (
    <section aria-label={title}>
      <h2 className="title mb-1.5 flex items-baseline gap-2 text-lg">
        {title} {judged.length > 0 && size}
      </h2>
      {judged.length === 0 ? (
        <p className="text-muted-foreground">{empty}</p>
      ) : (
        <Lines title={title} judged={judged} {...lines} />
      )}
    </section>
  );
}

type LinesProps = Pick<JudgedListProps, 'title' | 'judged' | 'animals' | 'textOf' | 'left' | 'onToggle'>;

const Lines = ({ title, judged, animals, textOf, left, onToggle }: LinesProps) => (
  <PageList items={judged} keyOf={({ animalId }) => animalId} estimate={64} label={title}>
    {(one) => {
      const animal = animals.get(one.animalId);
      if (!animal) return null;
      return (
        <div className="flex min-h-16 items-center gap-4 border-b px-4 py-2">
          {onToggle && (
            <Checkbox
              aria-label={`Treat ${animal.tagNumber}`}
              checked={left?.has(animal.id) !== true}
              onCheckedChange={() => onToggle(animal.id)}
            />
          )}
          <Link to="/animals/$id" params={{ id: animal.id }} className="flex min-h-12 min-w-0 flex-1 items-center">
            <AnimalLine animal={animal}>
              <span className="whitespace-normal">{textOf(one)}</span>
            </AnimalLine>
          </Link>
        </div>
      );
    }}
  </PageList>
);
