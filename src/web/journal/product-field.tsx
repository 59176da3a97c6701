import type { Weighed } from '#web/herd/care/last-weight.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Control, useController, useFormContext, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import type { Species } from '#domain/records/animals.ts';
import { doseByWeightText, doseFor } from '#domain/records/doses.ts';
import { nameKey } from '#domain/values/farm-lists.ts';
import { choiceText, infoOf } from '#domain/records/fields.ts';
import { productFields, withdrawalsFor } from '#domain/records/product.ts';
import { nextBatch, type StockLeft } from '#domain/health/stock.ts';
import { TextField, useFieldError } from '#web/components/forms/form.tsx';
import { sourcesOf, withdrawalsText } from '#web/farm-lists/withdrawal-text.ts';
import { inUse, productsQuery } from '#web/farm-lists/lists.data.ts';
import { leftText, useStock } from '#web/farm-lists/use-stock.ts';
import { dayText } from '#web/herd/day-text.ts';
import { lastDoseOf, lastUsedFirst, lastUseOf, lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { today } from '#web/lib/text/today.ts';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import type { EventFormValues } from './event-form-values.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';

interface ProductFieldProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly path: string;
  readonly label: string;
  readonly species: Species;
  /** The animal's last weight; absent for several animals. */
  readonly weighed?: Weighed | null;
}

/** The option for a typed name that is not in the list. */
const typedName = 'typed';

export function ProductField({ control, path, label, ...about }: ProductFieldProps) {
  const { data: products = [] } = useQuery(productsQuery);
  const offered = inUse(products);
  const [productId, name] = useWatch({ control, name: ['productId', path] }) as [string | null, string];
  // Typing over a proposed name must not keep what was proposed with it.
  const [isProposed] = useState(about.weighed === undefined && name !== '');
  if (offered.length === 0 && productId === null && !isProposed) {
    return <TextField control={control} name={path as never} label={label} />;
  }
  return <ProductChoice control={control} path={path} label={label} {...about} products={products} productId={productId} />;
}

interface ProductChoiceProps extends ProductFieldProps {
  readonly products: readonly Product[];
  readonly productId: string | null;
}

function ProductChoice({ control, path, label, species, weighed, products, productId }: ProductChoiceProps) {
  const { ref, value: typedValue, onChange } = useController({ control, name: path }).field;
  const { setValue } = useFormContext<EventFormValues>();
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const { stock } = useStock(products);
  const take = useTakeProduct(species, weighed);
  const setFacts = useSetFacts();
  const error = useFieldError(control, path);
  const name = (typedValue ?? '') as string;
  const offered = lastUsedFirst(inUse(products), uses);
  const value = productId ?? (name === '' ? null : typedName);
  const options = offered.map((product) => ({
    value: product.id,
    label: product.name,
    detail: choiceText(infoOf(productFields.kind), product.kind),
  }));
  const shown =
    value === null || options.some((option) => option.value === value) ? options : [{ value, label: name }, ...options];
  const chosen = products.find(({ id }) => id === productId);
  const withdrawals = chosen ? withdrawalsFor(chosen, species) : [];
  const left = chosen && stock.get(chosen.id);

  const takeName = (typed: string) => {
    // A name alone may be corrected; for several animals, all is proposed from the last time.
    if (productId !== null || weighed === undefined) setFacts({});
    setValue('productId', null);
    onChange(typed);
  };
  const choose = (id: string | null) => {
    const product = products.find((each) => each.id === id);
    if (product) take(product);
    else if (id === null) takeName('');
  };

  const offerTyped = (typed: string) =>
    typed === '' || offered.some((product) => nameKey(product.name) === nameKey(typed))
      ? undefined
      : { icon: <Check aria-hidden />, text: `Use “${typed}”`, onPick: () => takeName(typed) };
  return (
    <LabelledCombobox
      label={label}
      error={error}
      hint={[
        left && `${leftText(left, chosen.unit)}.`,
        chosen && doseHint(chosen, weighed),
        withdrawals.length > 0 && `${withdrawalsText(withdrawals)}. Source: ${sourcesOf(withdrawals).join('; ')}`,
      ]
        .filter(Boolean)
        .join(' ')}
      ref={ref}
      options={shown}
      value={value}
      onChange={choose}
      placeholder="Choose or type"
      searchPlaceholder="Search or type another name"
      emptyText="Not one of your products"
      clearLabel="Clear the product"
      offer={offerTyped}
    />
  );
}

/** Fills in the product with its withdrawals, the batch of its last use, and the dose by weight or of that use. */
export function useTakeProduct(species: Species, weighed: Weighed | null | undefined): (product: Product) => void {
  const { setValue } = useFormContext<EventFormValues>();
  const { data: products = [] } = useQuery(productsQuery);
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const { stock } = useStock(products);
  const setFacts = useSetFacts();
  return (product) => {
    const last = lastUseOf(product.id, uses);
    const { productId, productName, ...facts } = productValues(product, species, stock.get(product.id), last);
    setValue('productId', productId);
    setValue('productName', productName, { shouldDirty: true });
    const dose = (weighed && doseFor(product, weighed.grams)) ?? lastDoseOf(product, last);
    setFacts({ ...facts, dose: String(dose) });
  };
}

/** What belongs to one medicine; nothing of the one before is kept. */
export function useSetFacts(): (facts: EventFormValues) => void {
  const { setValue, getValues, unregister } = useFormContext<EventFormValues>();
  return ({ withdrawals = [], ...facts }) => {
    const { dose = '', unit = '', batch = '', expiry = '' } = facts;
    for (const [name, text] of Object.entries({ dose, unit, batch, expiry })) setValue(name, text);
    const before = (getValues('withdrawals') ?? []) as readonly unknown[];
    for (let line = (withdrawals as readonly unknown[]).length; line < before.length; line += 1)
      unregister(`withdrawals.${line}`);
    setValue('withdrawals', withdrawals);
    if (getValues('nextDueDay')) setValue('nextDueDay', '');
  };
}

const withdrawalLines = (product: Product, species: Species) =>
  withdrawalsFor(product, species).map(({ product: of, days }) => ({ product: of, days: String(days), clearOn: '' }));

export const batchValues = (batch: ReturnType<typeof nextBatch>) => ({ batch: batch?.batch ?? '', expiry: batch?.expiry ?? '' });

export const productValues = (
  product: Product,
  species: Species,
  stock: StockLeft | undefined,
  last?: ReturnType<typeof lastUseOf>,
): EventFormValues => ({
  productId: product.id,
  productName: product.name,
  unit: product.unit ?? last?.unit ?? '',
  ...batchValues(nextBatch(last, stock, today())),
  withdrawals: withdrawalLines(product, species),
});

/** `1 ml per 10 kg: 4.2 ml for 92.6 lbs on Thu, Nov 12.` */
function doseHint(product: Product, weighed: Weighed | null | undefined): string | undefined {
  const rate = doseByWeightText(product);
  if (rate === undefined || weighed === undefined) return rate && `${rate}.`;
  if (weighed === null) return `${rate}; not weighed yet.`;
  const dose = [doseFor(product, weighed.grams) ?? 0, product.unit].filter((part) => part !== null).join(' ');
  return `${rate}: ${dose} for ${knownWeightText(weighed)} on ${dayText(weighed.day, today())}.`;
}
