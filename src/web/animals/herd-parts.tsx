import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import { usePartsOfHerd } from '#web/farm-lists/use-parts-of-herd.ts';
import { AnimalsLoading } from '#web/herd/animals-loading.tsx';
import { filterHerd } from '#web/herd/filter-herd.ts';
import { type HerdFilter, noFilter } from '#web/herd/herd-filter.ts';
import { dueSoon, inWithdrawal } from '#web/herd/whom.ts';
import { count } from '#web/lib/format.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { cn } from '#web/ui/cn.ts';
import { filterChips, smallFilterChip } from '#web/ui/filter-chip.ts';

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

/** Limits the herd to a group, a place, a kind or those that need something. The search does not change what is offered. */
export function HerdParts({ animals, filter, children }: HerdPartsProps) {
  const { part, species, health, status } = filter;
  const { parts, isRead } = usePartsOfHerd(beforeSearch(animals, species, health, status));
  const [all, ...others] = parts;
  const offered = others.filter(({ value, ids }) => value === part || ids.length < (all?.ids.length ?? 0));
  const chosen = others.find(({ value }) => value === part);
  const ids = new Set(chosen?.ids);
  return (
    <>
      <nav aria-label="Parts of the herd" className={cn('min-h-11', filterChips)}>
        {[
          { value: '', label: 'All', ids: undefined },
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
      </nav>
      {chosen?.ruleText !== undefined && <p className="mb-2 text-sm text-muted-foreground">{chosen.ruleText}</p>}
      {part === '' ? (
        children(animals)
      ) : chosen || isRead ? (
        children(animals.filter(({ id }) => ids.has(id)))
      ) : (
        <AnimalsLoading isRows />
      )}
    </>
  );
}
