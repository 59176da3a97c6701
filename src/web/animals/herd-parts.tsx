import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { linePart, usePartsOfHerd } from '#web/farm-lists/use-parts-of-herd.ts';
import { AnimalsLoading } from '#web/herd/animal/animals-loading.tsx';
import { outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { filterHerd } from '#web/herd/list/filter-herd.ts';
import { type HerdFilter, noFilter } from '#web/herd/list/herd-filter.ts';
import { damOfLine, dueSoon, inWithdrawal, lineOf } from '#web/herd/list/parts-of-herd.ts';
import { count } from '#web/lib/text/format.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { cn } from '#web/ui/cn.ts';
import { filterChips, smallFilterChip } from '#web/ui/filter-chip.ts';

const DamLineField = lazily(async () => (await import('#web/herd/animal/dam-line-field.tsx')).DamLineField);

interface HerdPartsProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  /** Renders the list of those animals. */
  readonly children: (animals: readonly Animal[]) => ReactNode;
}

/** What is asked for most stands first. */
const first: readonly string[] = [dueSoon, inWithdrawal];

/** Each key that is typed renders the list anew, and the parts of ten thousand animals take a slow phone longer than a frame. */
const beforeSearch = rememberingLast(
  (animals: readonly Animal[], species: HerdFilter['species'], health: HerdFilter['health'], status: HerdFilter['status']) =>
    filterHerd(animals, { ...noFilter, species, health, status }),
);

const noAnimals: readonly Animal[] = [];

/** Limits the herd to a group, a place, a kind or those that need something. The search does not change what is offered. */
export function HerdParts({ animals, filter, children }: HerdPartsProps) {
  const { part, species, health, status } = filter;
  const listed = beforeSearch(animals, species, health, status);
  const { parts, isRead, isSettled } = usePartsOfHerd(listed);
  const { data: outside, isPending } = useQuery(outsideParentsQuery);
  const [isChoosingLine, setChoosingLine] = useState(false);
  const fieldId = useId();
  const navigate = useNavigate();
  const [all, ...others] = parts;
  const line = linePart(damOfLine(part), listed, animals, outside ?? noAnimals);
  const lines = line ? [line] : [];
  const chosen = [...lines, ...others].find(({ value }) => value === part);
  // All are offered together, because later ones would move those already shown.
  const offered = others.filter(({ value, ids }) => value === part || (isSettled && ids.length < (all?.ids.length ?? 0)));
  const ids = new Set(chosen?.ids);
  return (
    <>
      <nav aria-label="Parts of the herd" className={cn('min-h-11 sm:min-h-14', filterChips)}>
        {[
          { value: '', label: 'All', ids: undefined },
          ...lines,
          ...offered.filter(({ value }) => first.includes(value)),
          ...offered.filter(({ value }) => !first.includes(value)),
        ].map(({ value, label, ids: those }) => (
          <Link
            key={value}
            to="/animals"
            search={{ ...filter, part: value }}
            replace
            resetScroll={false}
            className={smallFilterChip(value === part)}
            aria-current={value === part ? true : undefined}
          >
            {label} {those && <span className="font-normal">{count(those.length)}</span>}
          </Link>
        ))}
        {animals.some(({ motherId }) => motherId !== null) && (
          <button
            type="button"
            aria-expanded={isChoosingLine}
            aria-controls={fieldId}
            className={smallFilterChip(false)}
            onClick={() => setChoosingLine(!isChoosingLine)}
          >
            Dam line
            <ChevronDown aria-hidden className="size-4" />
          </button>
        )}
      </nav>
      <div id={fieldId}>
        {isChoosingLine && (
          <LoadedLater what="The dams">
            <DamLineField
              animals={animals}
              outside={outside ?? noAnimals}
              damId={damOfLine(part)}
              onChange={(damId) => {
                setChoosingLine(false);
                void navigate({
                  to: '/animals',
                  search: { ...filter, part: lineOf(damId) },
                  replace: true,
                  resetScroll: false,
                });
              }}
            />
          </LoadedLater>
        )}
      </div>
      {chosen?.ruleText !== undefined && <p className="mb-2 text-sm text-muted-foreground">{chosen.ruleText}</p>}
      {part === '' ? (
        children(animals)
      ) : chosen || (isRead && !isPending) ? (
        children(animals.filter(({ id }) => ids.has(id)))
      ) : (
        <AnimalsLoading isRows />
      )}
    </>
  );
}
