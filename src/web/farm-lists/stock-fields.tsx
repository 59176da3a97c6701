import { useWatch } from 'react-hook-form';
import { maxStockLines } from '#domain/records/product.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { TextField } from '#web/components/forms/form.tsx';
import { LinesField } from '#web/components/forms/lines-field.tsx';
import { today } from '#web/lib/text/today.ts';
import { type EntryControl, newPurchase, type PurchaseLine } from './entries.ts';

export function StockFields({ control }: { control: EntryControl }) {
  const unit = (useWatch({ control, name: 'unit' }) as string).trim();
  return (
    <LinesField
      control={control}
      name="stock"
      label="Stock"
      hint="What you bought. The doses you record are taken from it, so the cupboard says what is left. Optional."
      one="purchase"
      max={maxStockLines}
      newLine={(before: readonly PurchaseLine[]) => newPurchase(before, today())}
    >
      {(index) => <PurchaseFields control={control} path={`stock.${index}`} unit={unit} />}
    </LinesField>
  );
}

function PurchaseFields({ control, path, unit }: { control: EntryControl; path: string; unit: string }) {
  const nameOf = (field: keyof PurchaseLine) => `${path}.${field}` as never;
  return (
    <>
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
    </>
  );
}
