import type { Grams } from '#domain/values/units.ts';
import { Link } from '@tanstack/react-router';
import {
  type Dispatch,
  memo,
  type SetStateAction,
  useCallback,
  type DOMAttributes,
  type PointerEvent,
  useEffect,
  useRef,
} from 'react';
import type { Animal } from '#contract/animals.ts';
import { healthLabels, isNotLookedAt, isPictureUrl, notLookedAt } from '#domain/records/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { kindWord } from '#domain/records/births.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import type { HerdFilter } from '#web/herd/list/herd-filter.ts';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { SpeciesIcon } from '#web/herd/animal/species-icon.tsx';
import { ageOf } from '#web/herd/animal/who-text.ts';
import { dollars } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { toggled } from '#web/lib/toggled.ts';
import { cn } from '#web/ui/cn.ts';
import { attentionOf } from './attention.ts';
import { AttentionChip } from './attention-chip.tsx';
import { sortHerd } from './sort-herd.ts';
import { type HerdFacts, useHerdFacts } from './use-herd-facts.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';

/** Shorter than the browser takes to open a menu of its own. */
const longMs = 450;

/** For a finger or pen held still; a mouse has other ways. */
function useLongPress(onLongPress: () => void): DOMAttributes<HTMLElement> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: ({ pointerType }) => {
      if (pointerType !== 'mouse') timer.current = setTimeout(onLongPress, longMs);
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event) => {
      if ((event.nativeEvent as unknown as PointerEvent).pointerType !== 'mouse') event.preventDefault();
    },
  };
}

interface RowsProps {
  readonly animals: readonly Animal[];
  readonly filter: HerdFilter;
  /** Set while animals are being selected. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<string>>>;
}

const rowHeight = 64;

/** For phones: a tap on a row opens the animal's page. After a long press on any row, taps select animals instead. */
export function AnimalRows({ animals, filter, chosen, onChoose }: RowsProps) {
  const factsOf = useHerdFacts();
  const now = today();
  const sorted = sortHerd(animals, filter.sort, factsOf, now);
  useListedAnimals(sorted);
  const choose = useCallback((id: string) => onChoose((before) => toggled(before, id)), [onChoose]);
  return (
    <PageList items={sorted} keyOf={({ id }) => id} estimate={rowHeight} label="Animals" className="-mx-4 border-t sm:-mx-6">
      {(animal) => (
        <Row
          animal={animal}
          facts={factsOf(animal)}
          hasStatus={filter.status === 'all'}
          now={now}
          isChosen={chosen?.has(animal.id)}
          onChoose={choose}
        />
      )}
    </PageList>
  );
}

interface RowProps {
  readonly animal: Animal;
  readonly facts: HerdFacts;
  readonly hasStatus: boolean;
  readonly now: CalendarDate;
  /** undefined while no animals are being selected. */
  readonly isChosen: boolean | undefined;
  readonly onChoose: (id: string) => void;
}

const Row = memo(function Row({ animal, isChosen, onChoose, ...line }: RowProps) {
  const choose = () => onChoose(animal.id);
  const longPress = useLongPress(choose);
  if (isChosen === undefined) {
    return (
      <Link to="/animals/$id" params={{ id: animal.id }} className={row} {...longPress}>
        <Picture animal={animal} />
        <Lines animal={animal} {...line} />
      </Link>
    );
  }
  return (
    <label className={cn(row, 'cursor-pointer', isChosen && 'bg-accent')}>
      <span className="grid w-10 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={animal.status !== 'active'}
          onChange={choose}
          className="size-6"
          style={{ accentColor: 'var(--color-primary)' }}
        />
      </span>
      <Lines animal={animal} {...line} />
    </label>
  );
});

const row = 'flex gap-3 ps-4 select-none focus-visible:-outline-offset-4 sm:ps-6 [-webkit-touch-callout:none]';

const Picture = ({ animal: { imageUrl, species } }: { animal: Animal }) =>
  isPictureUrl(imageUrl) ? (
    <AnimalPhoto imageUrl={imageUrl} species={species} className="size-10 self-center" />
  ) : (
    <span className="grid w-10 shrink-0 place-items-center text-muted-foreground">
      <SpeciesIcon species={species} className="size-6" />
    </span>
  );

type LinesProps = Pick<RowProps, 'animal' | 'facts' | 'hasStatus' | 'now'>;

function Lines({ animal, facts, hasStatus, now }: LinesProps) {
  const attention = attentionOf(animal, facts, now);
  return (
    <span className="flex min-h-16 min-w-0 flex-1 flex-col justify-center border-b py-1.5 pe-4 sm:pe-6">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <EarTag isSmall>{animal.tagNumber}</EarTag>
        <span dir="auto" className="min-w-0 flex-auto truncate">
          {animal.name}
        </span>
        {attention && <AttentionChip attention={attention} />}
      </span>
      <span dir="auto" className="block truncate text-sm text-muted-foreground">
        {factLine(animal, facts, { now, hasStatus, hasHealth: attention?.kind !== 'sick' })}
      </span>
    </span>
  );
}

interface LineOptions {
  readonly now: CalendarDate;
  readonly hasStatus: boolean;
  readonly hasHealth: boolean;
}

const healthWord = (animal: Animal, checkedOn: HerdFacts['checkedOn']): string =>
  healthLabels[animal.healthStatus] +
  (checkedOn !== undefined && isNotLookedAt(animal, checkedOn) ? `, ${notLookedAt.toLowerCase()}` : '');

/** Not weighed since. */
export const isAtBirth = ({ birthDate }: Animal, state: HerdFacts['state']): boolean =>
  birthDate !== null && state?.lastWeightDay === birthDate;

const weightWords = (grams: Grams, animal: Animal, state: HerdFacts['state']): string =>
  knownWeightText({ grams, isEstimate: state?.isLastWeightEstimate }) + (isAtBirth(animal, state) ? ' at birth' : '');

/** `Buck, 8 mo · 35 lbs · Good` */
export function factLine(
  animal: Animal,
  { state, where, checkedOn }: HerdFacts,
  { now, hasStatus, hasHealth }: LineOptions,
): string {
  const weight = state?.lastWeightGrams ?? null;
  return [
    [kindWord(animal, now), ageOf(animal, now)].filter(Boolean).join(', '),
    animal.isReference ? 'Outside' : hasStatus || animal.status !== 'active' ? statusLabels[animal.status] : '',
    weight === null ? '' : weightWords(weight, animal, state),
    hasHealth && !animal.isReference ? healthWord(animal, checkedOn) : '',
    animal.forSale && animal.status === 'active'
      ? `For sale${animal.salePrice === null ? '' : ` ${dollars(animal.salePrice)}`}`
      : '',
    where,
  ]
    .filter(Boolean)
    .join(' · ');
}
