import { memo } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { kindWord } from '#web/herd/animal/who-text.ts';
import { today } from '#web/lib/text/today.ts';
import { HealthBadge, StatusDot } from '#web/herd/animal/animal-badges.tsx';
import { longDate } from '#web/lib/text/format.ts';
import { poundsText } from '#web/lib/text/weight-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { AnimalLink } from '#web/herd/animal/animal-link.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { type Entry, extrasOf, kindOf, ownWords } from './record-history.ts';

export const RecordEntry = memo(function RecordEntry({ entry: { record, animal } }: { entry: Entry }) {
  const words = ownWords(record);
  const kind = kindOf(record);
  return (
    <article className="flex flex-col gap-2 border-b px-4 py-4 sm:px-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Subject animal={animal} />
        <p className="text-muted-foreground">
          {kind !== 'Checkup' && `${kind} · `}
          <time dateTime={record.date}>{longDate(record.date)}</time>
        </p>
      </header>
      <div className="flex flex-wrap items-center gap-1.5">
        <HealthBadge status={record.healthStatus} />
        {record.weightLbs !== null && <Badge>{poundsText(record.weightLbs)}</Badge>}
        {extrasOf(record).map((extra) => (
          <Badge key={extra} variant="outline">
            {extra}
          </Badge>
        ))}
      </div>
      {words !== undefined && <p>{words}</p>}
      <Treatment record={record} />
      {record.notes !== '' && <p className="whitespace-pre-wrap">{record.notes}</p>}
    </article>
  );
});

function Subject({ animal }: { animal: Animal | undefined }) {
  if (!animal) return <p className="font-semibold">Deleted animal</p>;
  return (
    <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
      <AnimalLink id={animal.id}>
        <EarTag>{animal.tagNumber}</EarTag>
      </AnimalLink>
      {animal.name !== null && <span className="min-w-0 font-semibold break-words">{animal.name}</span>}
      <span className="text-sm font-normal text-muted-foreground">{kindWord(animal, today())}</span>
      {animal.status !== 'active' && <StatusDot status={animal.status} />}
    </h3>
  );
}

function Treatment({ record: { veterinarian, medication, dosage, nextDueDate } }: { record: HealthRecord }) {
  const parts = [
    veterinarian && `By ${veterinarian}`,
    [medication, dosage].filter(Boolean).join(', '),
    nextDueDate && `Next due ${longDate(nextDueDate)}`,
  ].filter(Boolean);
  return parts.length > 0 && <p className="text-sm text-muted-foreground">{parts.join(' · ')}</p>;
}
