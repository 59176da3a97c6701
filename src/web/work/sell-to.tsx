import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type useForm, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent } from '#contract/events.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { LongTextField, TextField } from '#web/components/forms/form.tsx';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { withheldText } from '#web/herd/care/withheld.ts';
import type { EventFormValues } from '#web/journal/event-form-values.ts';
import { toFormValue } from '#web/lib/forms/record-form.ts';
import { today } from '#web/lib/text/today.ts';
import { labelInUnit } from '#web/lib/text/weight-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';

interface SellToProps {
  readonly form: ReturnType<typeof useForm<EventFormValues, unknown, NewEvent>>;
  /** The animals to be sold. */
  readonly animals: readonly Animal[];
  /** The animal's withheld products; empty if there are none. */
  readonly withheldOf: (animalId: string) => string;
}

const salesQuery = eventsQuery({ kinds: ['sale'] });

const other = 'other';
const maxShown = 5;
const maxNamed = 4;

/** The buyer, the price of each, and the reason if meat or milk of some is withheld. */
export function SellTo({ form, animals, withheldOf }: SellToProps) {
  const { control } = form;
  useProposedPrice({ form, animals });
  const withheld = animals.flatMap(({ id, tagNumber }) => {
    const text = withheldOf(id);
    return text === '' ? [] : [`${tagNumber}: ${text}`];
  });
  const named = withheld.slice(0, maxNamed).join('; ');
  return (
    <div className="flex flex-col gap-4">
      <Buyer form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name={'price' as never}
          label={labelInUnit('Price of each ($)')}
          inputMode="decimal"
          inputClassName="tabular-nums"
        />
        <FormDayField control={control} name={'day' as never} label="Day" max={today()} />
      </div>
      {withheld.length > 0 && (
        <>
          <Alert icon={<Ban />} title={withheld.length === 1 ? 'One is in withdrawal' : `${withheld.length} are in withdrawal`}>
            {withheld.length > maxNamed ? `${named}; and ${withheld.length - maxNamed} more` : named}
          </Alert>
          <LongTextField control={control} name={'reason' as never} label="Reason for selling in withdrawal" />
        </>
      )}
    </div>
  );
}

/** Proposes the price of the listing, if the animals share one, or else that of the buyer's last time. What is typed stays. */
function useProposedPrice({ form: { control, getValues, setValue }, animals }: Pick<SellToProps, 'form' | 'animals'>): void {
  const { data: sales = [] } = useQuery(salesQuery);
  const [buyer] = useWatch({ control, name: ['buyer'] });
  const last = useRef<unknown>('');
  const price = listingPrice(animals) ?? sales.find((sale) => sale.buyer === buyer)?.price ?? null;
  const propose = useEffectEvent((proposed: number | null) => {
    const [typed, next] = [getValues('price'), toFormValue('price', proposed)];
    if (typed !== '' && typed !== last.current && typed !== next) return;
    last.current = next;
    setValue('price', next);
  });
  useEffect(() => propose(price), [price]);
}

/** Null if they are not all offered for the same. */
function listingPrice(animals: readonly Animal[]): number | null {
  const [price = null, ...others] = new Set(animals.map(({ forSale, salePrice }) => (forSale ? salePrice : null)));
  return others.length === 0 ? price : null;
}

/** Recent buyers are one tap away; another can be typed. */
function Buyer({ form: { control, setValue } }: Pick<SellToProps, 'form'>) {
  const { data: sales = [] } = useQuery(salesQuery);
  const [buyer] = useWatch({ control, name: ['buyer'] }) as (string | undefined)[];
  const [isOther, setOther] = useState(false);
  const known = [...new Set(sales.flatMap((sale) => sale.buyer ?? []))].slice(0, maxShown);
  const isTyped = isOther || Boolean(buyer && !known.includes(buyer));
  return (
    <>
      {known.length > 0 && (
        <LabelledChoice
          label="To whom"
          layout="wrapped"
          value={isTyped ? other : buyer || undefined}
          onChange={(value) => {
            setOther(value === other);
            setValue('buyer', value === other ? '' : value);
          }}
          options={[...known.map((name) => ({ value: name, label: name })), { value: other, label: 'Other…' }]}
        />
      )}
      {(isTyped || known.length === 0) && <TextField control={control} name={'buyer' as never} label="Buyer" />}
    </>
  );
}

/** The animal's withheld products on the day of the form; empty if there are none. */
export function useWithheldOn({ control }: Pick<SellToProps['form'], 'control'>): (animalId: string) => string {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const [day] = useWatch({ control, name: ['day'] }) as (string | undefined)[];
  const ends = new Map(states.map(({ animalId, withdrawals }) => [animalId, withdrawals.filter(isSold)]));
  return (animalId) => withheldText(ends.get(animalId) ?? [], day || today());
}

/** Fibre may be sold whatever the animal was given (rule 52). */
const isSold = ({ product }: { readonly product: string }): boolean => product !== 'fibre';
