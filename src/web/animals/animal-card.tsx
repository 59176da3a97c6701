import { Ellipsis, HeartPulse, Pencil } from 'lucide-react';
import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import { cn } from '#web/lib/cn.ts';
import { dollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EarTag } from '#web/ui/ear-tag.tsx';
import { AnimalPhoto } from './animal-photo.tsx';
import { HealthBadge, StatusDot } from './animal-marks.tsx';
import { fullName, sexWord, speciesLabels } from './animal-words.ts';
import { SpeciesIcon } from './species-icon.tsx';

/** What can be done with an animal from its card; what is not given is not offered. */
export interface CardActions {
  readonly onEdit?: ((animal: Animal) => void) | undefined;
  readonly onHealth?: ((animal: Animal) => void) | undefined;
  readonly onDelete?: ((animal: Animal) => void) | undefined;
}

/** One animal at a glance: its tag first, as it is read in the barn. */
export const AnimalCard = memo(function AnimalCard({ animal, onEdit, onHealth, onDelete }: { animal: Animal } & CardActions) {
  return (
    <article
      aria-label={fullName(animal)}
      className="flex h-full flex-col rounded-xl border bg-card text-card-foreground shadow-card"
    >
      <div className="flex flex-1 gap-4 p-4">
        <div className="flex flex-col items-start gap-2">
          <AnimalPhoto imageUrl={animal.imageUrl} species={animal.species} className="size-24 sm:size-28" />
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex items-start justify-between gap-2">
            <EarTag className="text-lg">{animal.tagNumber}</EarTag>
            {!animal.isReference && <StatusDot status={animal.status} className="shrink-0 pt-1" />}
          </div>
          {animal.name !== null && <h3 className="title line-clamp-2 text-lg leading-snug">{animal.name}</h3>}
          <Badges animal={animal} />
          {animal.forSale && <Offer price={animal.salePrice} />}
        </div>
      </div>
      {(onEdit || onHealth || onDelete) && (
        <footer className="flex border-t px-1.5 py-1 print:hidden">
          {onEdit && (
            <Action label={`Edit ${fullName(animal)}`} onClick={() => onEdit(animal)}>
              <Pencil aria-hidden />
              Edit
            </Action>
          )}
          {onHealth && (
            <Action label={`Health of ${fullName(animal)}`} onClick={() => onHealth(animal)}>
              <HeartPulse aria-hidden />
              Health
            </Action>
          )}
          {onDelete && (
            <Action label={`More: delete ${fullName(animal)}`} onClick={() => onDelete(animal)} className="grow-0 px-3.5">
              <Ellipsis aria-hidden />
            </Action>
          )}
        </footer>
      )}
    </article>
  );
});

function Badges({ animal }: { animal: Animal }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge>
        <SpeciesIcon species={animal.species} />
        {speciesLabels[animal.species]}
      </Badge>
      <Badge>{sexWord(animal)}</Badge>
      {animal.breed !== null && (
        <Badge variant="outline" className="max-w-full">
          <span className="truncate">{animal.breed}</span>
        </Badge>
      )}
      <HealthBadge status={animal.healthStatus} />
      {animal.isReference && <Badge variant="outline">Outside</Badge>}
    </div>
  );
}

const Offer = ({ price }: { price: number | null }) => (
  <p className="mt-auto flex flex-wrap items-center gap-2">
    <Badge variant="straw">For Sale</Badge>
    {price !== null && <span className="text-lg font-bold tabular-nums">{dollars(price)}</span>}
  </p>
);

function Action({ label, className, ...props }: { label: string } & Omit<React.ComponentProps<typeof Button>, 'variant'>) {
  return <Button variant="ghost" aria-label={label} className={cn('grow', className)} {...props} />;
}
