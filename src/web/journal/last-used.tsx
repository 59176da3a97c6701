import { useQuery } from '@tanstack/react-query';
import { type Control, useFormContext, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import type { Species } from '#domain/records/animals.ts';
import { nameKey } from '#domain/values/farm-lists.ts';
import type { EventKind } from '#domain/records/events.ts';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { isUse, lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { Button } from '#web/ui/button.tsx';
import { type EventFormValues, recordedValues } from './event-form-values.ts';
import type { Weighed } from '#web/herd/care/last-weight.ts';
import { useSetFacts, useTakeProduct } from './product-field.tsx';

const offered = 3;

interface LastUsedProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly kind: EventKind;
  readonly species: Species;
  readonly weighed: Weighed | null;
}

/** The products that were given last, one tap each, until one is named. */
export function LastUsed({ control, kind, species, weighed }: LastUsedProps) {
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const { data: products = [] } = useQuery(productsQuery);
  const { setValue } = useFormContext<EventFormValues>();
  const take = useTakeProduct(species, weighed);
  const setFacts = useSetFacts();
  const name = useWatch({ control, name: 'productName' });
  const byName = Map.groupBy(
    uses.filter(isUse).filter((use) => use.kind === kind),
    ({ productName }) => nameKey(productName),
  );
  const last = [...byName.values()].flatMap(([newest]) => newest ?? []).slice(0, offered);
  if (name !== '' || last.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
      <p className="text-sm text-muted-foreground">Last used:</p>
      {last.map((use) => {
        const product = products.find(({ id, archivedAt }) => id === use.productId && archivedAt === null);
        const typed = () => {
          const { productName, dose, unit } = recordedValues(use);
          setValue('productName', productName, { shouldDirty: true });
          setFacts({ dose, unit });
        };
        return (
          <Button key={use.id} variant="outline" onClick={() => (product ? take(product) : typed())}>
            <span dir="auto" className="truncate">
              {use.productName}
            </span>
          </Button>
        );
      })}
    </div>
  );
}
