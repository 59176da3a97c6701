import { Plus, Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxStockLines } from '#domain/records/product.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { ListField, TextField } from '#web/components/forms/form.tsx';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { type EntryControl, type EntryValues, newPurchase, type PurchaseLine } from './entries.ts';

export function StockFields({ control }: { control: EntryControl }) {
  const [lines, unit] = useWatch({ control, name: ['stock', 'unit'] }) as [readonly PurchaseLine[], string];
  const { setValue, getValues, unregister } = useFormContext<EntryValues>();
  const linesNow = () => getValues('stock') as readonly PurchaseLine[];
  const remove = (index: number) => {
    const left = linesNow().toSpliced(index, 1);
    unregister(`stock.${left.length}`);
    setValue('stock', left);
  };
  return (
    <ListField
      control={control}
      name="stock"
      label="Stock"
      hint="What you bought. The doses you record are taken from it, so the cupboard says what is left. Optional."
    >
      {lines.map((_, index) => (
        // The lines have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <PurchaseFields key={index} control={control} index={index} unit={unit.trim()} onRemove={() => remove(index)} />
      ))}
      {lines.length < maxStockLines && (
        <Button
          variant="outline"
          className="self-start"
          onClick={() => setValue('stock', [...linesNow(), newPurchase(linesNow(), today())])}
        >
          <Plus aria-hidden />
          Add purchase
        </Button>
      )}
    </ListField>
  );
}

interface PurchaseFieldsProps {
  readonly control: EntryControl;
  readonly index: number;
  readonly unit: string;
  readonly onRemove: () => void;
}

function PurchaseFields({ control, index, unit, onRemove }: PurchaseFieldsProps) {
  const path = `stock.${index}`;
  const nameOf = (field: keyof PurchaseLine) => `${path}.${field}` as never;
  return (
    <div className="grid items-start gap-4 rounded-lg border p-3 sm:grid-cols-2">
      <div className="grid grid-cols-2 items-start gap-4 sm:contents">
        <TextField control={control} name={nameOf('bottles')} label="Bottles or packs" inputMode="numeric" />
        <TextField
          control={control}
          name={nameOf('amount')}
          label={unit === '' ? 'In each' : `In each (${unit})`}
          inputMode="decimal"
          inputClassName="tabular-nums"
        />
      </div>
      <TextField control={control} name={nameOf('batch')} label="Batch" optional maxLength={100} />
      <FormDayField control={control} name={nameOf('expiry')} label="Expires" optional />
      <FormDayField control={control} name={nameOf('boughtOn')} label="Bought on" max={today()} />
      <FormDayField
        control={control}
        name={nameOf('endedOn')}
        label="Gone since"
        hint="If the rest was thrown away"
        max={today()}
        optional
      />
      <div className="sm:col-span-2">
        <Button variant="ghost" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove purchase {index + 1}
        </Button>
      </div>
    </div>
  );
}
