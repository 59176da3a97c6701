import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import { healthLabels, isPictureUrl } from '#domain/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { PageList } from '#web/components/page-list.tsx';
import { AnimalPhoto } from '#web/herd/animal-photo.tsx';
import { statusLabels } from '#web/herd/animal-labels.ts';
import type { HerdFilter } from '#web/herd/herd-filter.ts';
import { SpeciesIcon } from '#web/herd/species-icon.tsx';
import { ageOf, kindWord } from '#web/herd/who-text.ts';
import { dollars } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { attentionOf } from './attention.ts';
import { AttentionChip } from './attention-chip.tsx';
import { sortHerd } from './sort-herd.ts';
import { type HerdFacts, useHerdFacts } from './use-herd-facts.ts';
import { roundedWeight, shortUnit } from '#web/lib/weight-text.ts';

interface RowsProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
}

const rowHeight = 64;

/** For a phone: a row opens the page of its animal, where everything else is. */
export function AnimalRows({ animals, filter }: RowsProps) {
  const factsOf = useHerdFacts();
  const now = today();
  return (
    <PageList
      items={sortHerd(animals, filter.sort, factsOf, now)}
      keyOf={({ id }) => id}
      estimate={rowHeight}
      label="Animals"
      className="-mx-4 border-t sm:-mx-6"
    >
      {(animal) => <Row animal={animal} facts={factsOf(animal)} hasStatus={filter.status === 'all'} now={now} />}
    </PageList>
  );
}

interface RowProps {
  readonly animal: Animal;
  readonly facts: HerdFacts;
  readonly hasStatus: boolean;
  readonly now: CalendarDate;
}

const Row = memo(function Row({ animal, facts, hasStatus, now }: RowProps) {
  const attention = attentionOf(animal, facts, now);
  return (
    <Link
      to="/animals/$id"
      params={{ id: animal.id }}
      className="flex min-h-16 items-center gap-3 border-b px-4 py-1.5 focus-visible:-outline-offset-4 sm:px-6"
    >
      {isPictureUrl(animal.imageUrl) ? (
        <AnimalPhoto imageUrl={animal.imageUrl} species={animal.species} className="size-10" />
      ) : (
        <span className="grid w-10 shrink-0 place-items-center text-muted-foreground">
          <SpeciesIcon species={animal.species} className="size-6" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <EarTag isSmall>{animal.tagNumber}</EarTag>
          <span className="min-w-0 flex-1 truncate">{animal.name}</span>
          {attention && <AttentionChip attention={attention} />}
        </span>
        <span className="block truncate text-sm text-muted-foreground">
          {factLine(animal, facts, { now, hasStatus, hasHealth: attention?.kind !== 'sick' })}
        </span>
      </span>
    </Link>
  );
});

interface LineOptions {
  readonly now: CalendarDate;
  readonly hasStatus: boolean;
  readonly hasHealth: boolean;
}

/** `Buck, 8 mo · 35 lb · Good` */
export function factLine(animal: Animal, { state, where }: HerdFacts, { now, hasStatus, hasHealth }: LineOptions): string {
  const weight = state?.lastWeightGrams ?? null;
  return [
    [kindWord(animal, now), ageOf(animal, now)].filter(Boolean).join(', '),
    animal.isReference ? 'Outside' : hasStatus || animal.status !== 'active' ? statusLabels[animal.status] : '',
    weight === null ? '' : `${roundedWeight(weight)} ${shortUnit()}`,
    hasHealth && !animal.isReference ? healthLabels[animal.healthStatus] : '',
    animal.forSale && animal.status === 'active'
      ? `For sale${animal.salePrice === null ? '' : ` ${dollars(animal.salePrice)}`}`
      : '',
    where,
  ]
    .filter(Boolean)
    .join(' · ');
}
