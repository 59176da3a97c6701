import { Ellipsis, HeartPulse, Pencil } from 'lucide-react';
import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import { notLookedAt } from '#domain/records/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { today } from '#web/lib/text/today.ts';
import { dollars } from '#web/lib/text/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { TagLink } from './animal-link.tsx';
import { AnimalPhoto } from './animal-photo.tsx';
import { HealthBadge, StatusDot, Withheld } from './animal-badges.tsx';
import { fullName, speciesLabels } from './animal-labels.ts';
import { SpeciesIcon } from './species-icon.tsx';

export interface CardActions {
  readonly onEdit?: ((animal: Animal) => void) | undefined;
  readonly onHealth?: ((animal: Animal) => void) | undefined;
  readonly onDelete?: ((animal: Animal) => void) | undefined;
}

interface CardProps extends CardActions {
  readonly animal: Animal;
  /** The text of its chip (useWithheld). */
  readonly withheld?: string;
  /** Nobody has looked at it yet. */
  readonly isUnseen?: boolean;
  readonly isFirst?: boolean;
}

export const AnimalCard = memo(function AnimalCard({
  animal,
  withheld = '',
  isUnseen = false,
  isFirst = false,
  onEdit,
  onHealth,
  onDelete,
}: CardProps) {
  return (
    <article
      aria-label={fullName(animal)}
      className="flex h-full flex-col rounded-xl border bg-card text-card-foreground shadow-card"
    >
      <div className="flex flex-1 flex-col gap-3 p-4">
        {/* With large letters what is beside the photo goes below it. */}
        <div className="flex flex-wrap gap-4">
          <AnimalPhoto imageUrl={animal.imageUrl} species={animal.species} isFirst={isFirst} className="size-24" />
          <div className="flex min-w-34 flex-1 flex-col items-start gap-1.5">
            <TagLink animal={animal} isWhole className="text-lg" />
            {animal.name !== null && (
              <p dir="auto" className="line-clamp-2 text-lg leading-snug font-medium wrap-anywhere">
                {animal.name}
              </p>
            )}
            <Kind animal={animal} />
          </div>
        </div>
        <Condition animal={animal} withheld={withheld} isUnseen={isUnseen} />
        {animal.forSale && animal.status === 'active' && <Offer price={animal.salePrice} />}
      </div>
      {(onEdit || onHealth || onDelete) && (
        <footer className="flex flex-wrap border-t px-1.5 py-1 print:hidden">
          {onEdit && (
            <Action label={`Edit ${fullName(animal)}`} onClick={() => onEdit(animal)} className="grow">
              <Pencil aria-hidden />
              Edit
            </Action>
          )}
          {onHealth && (
            <Action label={`Health of ${fullName(animal)}`} onClick={() => onHealth(animal)} className="grow">
              <HeartPulse aria-hidden />
              Health
            </Action>
          )}
          {onDelete && (
            <Action label={`More: delete ${fullName(animal)}`} onClick={() => onDelete(animal)} size="bare" className="px-3.5">
              <Ellipsis aria-hidden />
            </Action>
          )}
        </footer>
      )}
    </article>
  );
});

const line = 'flex flex-wrap items-center gap-1.5 [&>*]:px-2';

const Kind = ({ animal }: { animal: Animal }) => (
  <div className={line}>
    <Badge>
      <SpeciesIcon species={animal.species} />
      {speciesLabels[animal.species]}
    </Badge>
    <Badge>{kindWord(animal, today())}</Badge>
  </div>
);

function Condition({ animal, withheld, isUnseen }: { animal: Animal; withheld: string; isUnseen: boolean }) {
  return (
    // The place of a second line is kept for what is read after the animals.
    <div className={cn(line, 'content-start sm:min-h-13.5')}>
      {animal.isReference ? (
        <Badge variant="outline">Outside</Badge>
      ) : (
        <>
          <StatusDot status={animal.status} className="ps-0!" />
          <HealthBadge status={animal.healthStatus} />
          {isUnseen && <span className="px-0! text-sm text-muted-foreground">{notLookedAt.toLowerCase()}</span>}
        </>
      )}
      {animal.breed !== null && (
        <Badge variant="outline" className="max-w-full">
          <span dir="auto" className="truncate">
            {animal.breed}
          </span>
        </Badge>
      )}
      <Withheld>{withheld}</Withheld>
    </div>
  );
}

const Offer = ({ price }: { price: number | null }) => (
  <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
    <Badge variant="outline">For Sale</Badge>
    {price !== null && <span className="text-lg leading-tight font-bold">{dollars(price)}</span>}
  </p>
);

function Action({ label, ...props }: { label: string } & Omit<React.ComponentProps<typeof Button>, 'variant'>) {
  return <Button variant="ghost" aria-label={label} {...props} />;
}
