import { plural } from '#domain/values/plural.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { damLineOf } from '#domain/animals/dam-lines.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import { lineOf } from '#web/herd/list/parts-of-herd.ts';
import { count } from '#web/lib/text/format.ts';
import { textLink } from '#web/ui/text-link.ts';
import { type KinGroup, kinOf } from './kin-of.ts';

interface Props {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
}

/** Siblings and descendants. */
export function KinCard({ animal, animals }: Props) {
  const groups = kinOf(animal, animals);
  if (groups.length === 0) return null;
  return (
    <TitledCard title="Siblings and descendants" className="print:hidden">
      <div className="mt-1 divide-y">
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
      <DamLine animal={animal} animals={animals} />
    </TitledCard>
  );
}

/** Who descends from her through dams, as the list of animals shows them. */
function DamLine({ animal, animals }: Props) {
  const line = damLineOf(animal.id, animals);
  const own = animals.filter(({ id, isReference }) => line.has(id) && !isReference);
  const here = own.filter(({ status }) => status === 'active').length;
  if (own.length === 0) return null;
  const gone = own.length - here;
  const size = here === 0 ? gone : here;
  return (
    <p className="border-t pt-1">
      <Link to="/animals" search={{ part: lineOf(animal.id), ...(here === 0 && { status: 'all' }) }} className={textLink}>
        Her line: {plural(size, 'animal')}
      </Link>
      {gone > 0 && <span className="text-muted-foreground">{here === 0 ? ', all gone' : `, and ${count(gone)} gone`}</span>}
    </p>
  );
}

const shownAtFirst = 60;

/** Rendered only when opened, because a ram may have thousands. */
function Group({ group: { title, animals } }: { readonly group: KinGroup }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(shownAtFirst);
  const more = animals.length - shown;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2">
        <ChevronRight aria-hidden className="summary-arrow size-4 shrink-0" />
        <span className="font-medium">{title}</span>
        <span className="text-muted-foreground">{count(animals.length)}</span>
      </summary>
      {isOpen && (
        <ul className="flex flex-wrap gap-2 pb-3">
          {animals.slice(0, shown).map(({ id, tagNumber, name, status }) => (
            <li key={id} className="min-w-0">
              <Link
                to="/animals/$id"
                params={{ id }}
                className="flex min-h-11 max-w-full items-center gap-2 rounded-lg border px-2 hover:bg-secondary"
              >
                <EarTag isSmall>{tagNumber}</EarTag>
                {name !== null && (
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                )}
                {status !== 'active' && <span className="shrink-0 text-sm text-muted-foreground">{statusLabels[status]}</span>}
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" className="min-h-11 cursor-pointer px-2 underline" onClick={() => setShown(shown * 4)}>
                Show more of {count(animals.length)}
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}
