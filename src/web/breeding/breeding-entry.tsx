import { CircleCheck, CircleMinus, CircleX, ClockAlert, Clock, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { longDate } from '#web/lib/text/format.ts';
import { useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import {
  birthWord,
  bredWord,
  type Breeding,
  expectationOf,
  pairName,
  speciesOf,
  stateOf,
  stateText,
  youngWord,
} from './breeding-history.ts';

interface EntryProps {
  readonly breeding: Breeding;
  readonly onEdit: (breeding: Breeding) => void;
  readonly onDelete: (breeding: Breeding) => void;
}

export const BreedingEntry = memo(function BreedingEntry({ breeding, onEdit, onDelete }: EntryProps) {
  const { record, father, mother, offspring } = breeding;
  const pair = pairName(breeding);
  const rights = useRights();
  return (
    <article className="flex gap-2 border-b py-3 pe-2 ps-4 sm:ps-5">
      <div className="flex min-w-0 flex-1 flex-col gap-2 py-1">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Mate animal={mother} />
          <span className="font-normal text-muted-foreground">×</span>
          <Mate animal={father} />
        </h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <OutcomeBadge breeding={breeding} />
          <span className="text-muted-foreground">
            {bredWord(record, today())} <time dateTime={record.breedingDate}>{longDate(record.breedingDate)}</time>
          </span>
        </div>
        <Birth breeding={breeding} />
        {offspring.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Youngling aria-hidden className="size-5 text-muted-foreground" />
            <span className="text-muted-foreground">{youngWord(speciesOf(breeding), offspring.length)}</span>
            {offspring.map((young) => (
              <span dir="auto" key={young.id} className="min-w-0 font-semibold wrap-anywhere">
                <AnimalName animal={young} />
              </span>
            ))}
          </p>
        )}
        {record.notes !== null && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {record.notes}
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-col sm:flex-row sm:items-start print:hidden">
        {rights.has('record') && (
          <Button variant="ghost" size="icon" aria-label={`Edit the record of ${pair}`} onClick={() => onEdit(breeding)}>
            <Pencil aria-hidden />
          </Button>
        )}
        {rights.has('manage') && (
          <Button variant="ghost" size="icon" aria-label={`Delete the record of ${pair}`} onClick={() => onDelete(breeding)}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
    </article>
  );
});

function Mate({ animal }: { animal: Animal | undefined }) {
  if (!animal) return <span className="font-semibold">Deleted animal</span>;
  return (
    <span className="flex min-w-0 max-w-full flex-wrap items-center gap-x-2">
      <TagLink animal={animal} />
      {animal.name !== null && (
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {animal.name}
        </span>
      )}
    </span>
  );
}

function Birth({ breeding }: { breeding: Breeding }) {
  const { record } = breeding;
  const word = birthWord(speciesOf(breeding));
  const expected = expectationOf(breeding, today());
  if (record.actualBirthDate !== null) {
    return (
      <p>
        {word} <time dateTime={record.actualBirthDate}>{longDate(record.actualBirthDate)}</time>
      </p>
    );
  }
  if (!expected) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>
        {word} due <time dateTime={expected.dueDate}>{longDate(expected.dueDate)}</time>
        {expected.until !== null && ` to ${longDate(expected.until)}`}
      </span>
      {expected.isNear ? (
        <Badge variant={(expected.until ?? expected.dueDate) < today() ? 'destructive' : 'straw'}>
          {(expected.until ?? expected.dueDate) < today() && <ClockAlert aria-hidden />}
          {expected.away}
        </Badge>
      ) : (
        <span className="text-muted-foreground">{expected.away}</span>
      )}
    </p>
  );
}

const outcomeLooks = {
  ended: { icon: CircleMinus, variant: 'secondary' },
  pending: { icon: Clock, variant: 'secondary' },
  successful: { icon: CircleCheck, variant: 'good' },
  unsuccessful: { icon: CircleX, variant: 'destructive' },
} as const;

function OutcomeBadge({ breeding }: { breeding: Breeding }) {
  const { icon: Icon, variant } = outcomeLooks[stateOf(breeding)];
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {stateText(breeding)}
    </Badge>
  );
}
