import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { daysBetween } from '#domain/values/dates.ts';
import type { Grazing } from '#domain/places/whereabouts.ts';
import { TagNumber } from '#web/components/tag-number.tsx';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';
import { usePrinting } from '#web/lib/device/use-printing.ts';
import { Button } from '#web/ui/button.tsx';

/** `grazed for 12 days`, `rested 8 of 30 days` */
export function grazingText(grazing: Grazing | undefined, restDays: number | null, now: string): string[] {
  if (grazing?.since) return [`grazed for ${plural(daysBetween(grazing.since, now) + 1, 'day')}`];
  const rested = grazing?.emptySince ? daysBetween(grazing.emptySince, now) : undefined;
  if (rested === undefined) return restDays === null ? [] : [`rests ${plural(restDays, 'day')}`];
  if (restDays === null) return [`rested ${plural(rested, 'day')}`];
  return [rested >= restDays ? `rested ${plural(rested, 'day')}, ready` : `rested ${rested} of ${plural(restDays, 'day')}`];
}

/** Whether a place without animals has not rested for as long as it should. */
export const isResting = (grazing: Grazing | undefined, restDays: number | null, now: string): boolean =>
  restDays !== null && Boolean(grazing?.emptySince) && daysBetween(grazing?.emptySince ?? now, now) < restDays;

export const headCountText = (animals: number): string => (animals === 0 ? 'Empty' : plural(animals, 'animal'));

interface EntryFactsProps {
  /** Left out where the name is the title already. */
  readonly name?: string;
  /** For a group that is a rule: `Everyone who …` */
  readonly rule?: string;
  readonly facts: readonly string[];
  readonly note: string | null;
  /** undefined while loading. */
  readonly animals: readonly Animal[] | undefined;
}

/** More are listed when asked for. */
const shownAtFirst = 8;

export function EntryFacts({ name, rule, facts, note, animals }: EntryFactsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isPrinting = usePrinting();
  const isLong = (animals ?? []).length > shownAtFirst;
  const shown = isLong && !showsAll && !isPrinting ? [] : (animals ?? []);
  return (
    <>
      {name !== undefined && (
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </h3>
      )}
      <p className="text-sm text-muted-foreground">
        {[animals && headCountText(animals.length), ...facts].filter(Boolean).join(' · ')}
      </p>
      {rule !== undefined && (
        <p dir="auto" className="text-sm wrap-anywhere">
          Rule: {rule}
        </p>
      )}
      {animals && isLong && (
        <Button
          variant="ghost"
          className="mt-1 -ms-5 print:hidden"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Hide them' : `Show all ${count(animals.length)}`}
        </Button>
      )}
      {shown.length > 0 && (
        <p className="my-2.5 flex flex-wrap items-center gap-x-5 gap-y-5">
          {shown.map(({ id, tagNumber }) => (
            <AnimalLink key={id} id={id}>
              <span className="tag text-sm underline decoration-1 underline-offset-4">
                <TagNumber>{tagNumber}</TagNumber>
              </span>
            </AnimalLink>
          ))}
        </p>
      )}
      {note !== null && (
        <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
    </>
  );
}
