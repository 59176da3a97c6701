import { Link } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary } from '#contract/events.ts';
import { isNotLookedAt, notLookedAt, speciesTerms } from '#domain/records/animals.ts';
import { overdueText } from '#web/herd/day-text.ts';
import { HealthBadge, StatusDot } from '#web/herd/animal/animal-badges.tsx';
import { birthDueText } from '#web/herd/breeding/exposure-text.ts';
import { usePregnancyOf } from '#web/herd/breeding/use-pregnancies.ts';
import { useStatusWord } from '#web/herd/use-departures.ts';
import { dollars } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Badge } from '#web/ui/badge.tsx';

interface StateLineProps {
  readonly animal: Animal;
  readonly summary: AnimalSummary | undefined;
}

/** What is asked first about an animal: its health, whether it is on the farm, its price, and when it gives birth. */
export function StateLine({ animal, summary }: StateLineProps) {
  const pregnancy = usePregnancyOf(animal.id);
  const statusWord = useStatusWord(animal);
  if (animal.isReference) return <Badge variant="outline">Outside</Badge>;
  const isActive = animal.status === 'active';
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <HealthBadge status={animal.healthStatus} />
      {summary && isNotLookedAt(animal, summary.checkedOn) && (
        <span className="text-sm text-muted-foreground">{notLookedAt}</span>
      )}
      <StatusDot status={animal.status} word={statusWord} />
      {isActive && animal.forSale && <Offer animal={animal} />}
      {isActive && pregnancy && (
        <Badge variant="straw" wraps>
          {speciesTerms[pregnancy.species].birth}{' '}
          {pregnancy.daysOver > 0 ? overdueText(pregnancy) : `due ${birthDueText(pregnancy, today())}`}
        </Badge>
      )}
    </div>
  );
}

const Offer = ({ animal: { id, salePrice } }: { readonly animal: Animal }) =>
  salePrice === null ? (
    <Badge variant="outline">For sale, no price</Badge>
  ) : (
    <Link to="/for-sale/$id" params={{ id }} className="inline-flex min-h-8 items-center">
      <Badge variant="outline" className="underline underline-offset-4">
        For sale {dollars(salePrice)}
      </Badge>
    </Link>
  );
