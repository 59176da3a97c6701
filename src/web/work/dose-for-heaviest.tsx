import { useQuery } from '@tanstack/react-query';
import { type useForm, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import { doseByWeightText, doseFor } from '#domain/records/doses.ts';
import { dayText } from '#web/herd/day-text.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import type { EventFormValues } from '#web/journal/event-form-values.ts';
import { count } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';
import { Button } from '#web/ui/button.tsx';

interface DoseForHeaviestProps {
  readonly form: ReturnType<typeof useForm<EventFormValues, unknown, NewEvent>>;
  readonly animals: readonly Animal[];
  readonly products: readonly Product[];
}

/** When several animals get the same dose, the dose for the heaviest is enough for all. */
export function DoseForHeaviest({ form: { control, setValue }, animals, products }: DoseForHeaviestProps) {
  const [productId, shown] = useWatch({ control, name: ['productId', 'dose'] }) as [string | null, string];
  const { data: states = [] } = useQuery(animalStatesQuery);
  const product = products.find(({ id }) => id === productId);
  const rate = product && doseByWeightText(product);
  if (!product || rate === undefined || animals.length === 0) return null;
  const stateOf = new Map(states.map((state) => [state.animalId, state]));
  const weighed = animals.flatMap((animal) => {
    const {
      lastWeightGrams: grams = null,
      lastWeightDay: day = null,
      isLastWeightEstimate = false,
    } = stateOf.get(animal.id) ?? {};
    return grams === null || day === null ? [] : [{ animal, grams, day, isEstimate: isLastWeightEstimate }];
  });
  const heaviest = weighed.reduce<(typeof weighed)[number] | undefined>(
    (most, each) => (most && most.grams >= each.grams ? most : each),
    undefined,
  );
  const dose = heaviest && doseFor(product, heaviest.grams);
  if (!heaviest || dose === undefined) return <p>{rate}; none of them has been weighed.</p>;
  const text = [dose, product.unit].filter((part) => part !== null).join(' ');
  const unweighed = animals.length - weighed.length;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>
        {`${rate}. The heaviest, ${heaviest.animal.tagNumber}: ${knownWeightText(heaviest)} on ${dayText(heaviest.day, today())}, so ${text}.`}
        {unweighed > 0 && ` ${count(unweighed)} not weighed yet.`}
      </span>
      {shown !== String(dose) && (
        <Button variant="link" onClick={() => setValue('dose', String(dose))}>
          Use {text}
        </Button>
      )}
    </p>
  );
}
