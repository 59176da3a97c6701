import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { choiceText, infoOf } from '#domain/records/fields.ts';
import { productFields, productKindNames, maxStockLines } from '#domain/records/product.ts';
import { capitalized } from '#domain/values/text.ts';
import { ChoiceField } from '#web/components/forms/form-fields.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { FormFields, LongTextField, TextField } from '#web/components/forms/form.tsx';
import { LinesField } from '#web/components/forms/lines-field.tsx';
import { RecordForm, type RecordCorrection, useRecordForm } from '#web/components/forms/record-form.tsx';
import { RecordPhotoField } from '#web/components/forms/record-photo-field.tsx';
import {
  type Entry,
  type EntryBody,
  type EntryControl,
  type EntryKind,
  entryFieldOf,
  entryForms,
  entryMergeFields,
  entryResolver,
  type EntryValues,
  isChanged,
  labelOf,
  newLine,
  valuesOf,
  newPurchase,
  type PurchaseLine,
} from './entries.ts';
import { useEntryCalls, useReadEntry } from './farm-lists.data.ts';
import { useEntryNames } from './lists.data.ts';
import { RuleFields } from './rule-fields.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { today } from '#web/lib/text/today.ts';

export type EntryCorrection = RecordCorrection<Entry, EntryValues>;

interface EntryFormProps {
  readonly kind: EntryKind;
  readonly entry?: Entry | undefined;
  readonly correction?: EntryCorrection | undefined;
  readonly onSaved: (saved: Entry) => void;
}

export function EntryForm({ kind, entry, correction, onSaved }: EntryFormProps) {
  const calls = useEntryCalls(kind);
  const readEntry = useReadEntry(kind);
  const nameOf = useEntryNames();
  const [isUploading, setUploading] = useState(false);
  const record = useRecordForm<Entry, EntryValues, EntryBody, Entry>({
    what: `This ${kind}`,
    failure: `Could not save the ${kind}`,
    stored: entry,
    readStored: readEntry,
    valuesOf: (stored) => valuesOf(kind, stored),
    resolver: entryResolver(kind),
    mergeFields: entryMergeFields(kind, nameOf),
    fieldOf: entryFieldOf,
    correction,
    draft: { form: entryForms(kind) + (entry?.id ?? ''), title: entry ? 'Changes not saved' : `${capitalized(kind)} not added` },
    send: (body, { id, version, values, entered }) =>
      entry ? calls.change(id, { ...changedFields(body, values, entered), version }) : calls.add({ id, ...body }),
    onSaved,
  });
  const { control } = record.form;

  return (
    <RecordForm record={record} submitLabel={entry ? 'Save change' : `Add ${kind}`} isUploading={isUploading}>
      <FormFields className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField control={control} name={'name' as never} label={labelOf('name')} className="sm:col-span-2" maxLength={100} />
        {kind === 'group' && <RuleFields control={control} isNew={!entry} />}
        {kind === 'place' && <PlaceFields control={control} />}
        {kind === 'product' && <ProductFields control={control} />}
        {kind === 'product' && <RecordPhotoField control={control} name={'photo' as never} onBusy={setUploading} />}
        <LongTextField control={control} name={'note' as never} label={labelOf('note')} className="sm:col-span-2" />
      </FormFields>
    </RecordForm>
  );
}

const changedFields = (body: EntryBody, before: EntryValues, values: EntryValues): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isChanged(name, before, values)));

const PlaceFields = ({ control }: { control: EntryControl }) => (
  <>
    <TextField
      control={control}
      name={'areaSquareMetres' as never}
      label={labelOf('areaSquareMetres')}
      optional
      inputMode="decimal"
    />
    <TextField
      control={control}
      name={'restDays' as never}
      label={labelOf('restDays')}
      hint="Before animals come back"
      optional
      inputMode="numeric"
    />
  </>
);

const kindOptions = productKindNames.map((value) => ({ value, label: choiceText(infoOf(productFields.kind), value) }));

function ProductFields({ control }: { control: EntryControl }) {
  const kind = useWatch({ control, name: 'kind' });
  return (
    <>
      <SelectField control={control} name={'kind' as never} label={labelOf('kind')} options={kindOptions} />
      <TextField
        control={control}
        name={'unit' as never}
        label={labelOf('unit')}
        hint="Such as ml, tablets or g"
        maxLength={20}
        autoCapitalize="none"
      />
      <DoseFields control={control} />
      {kind === 'dewormer' && <TreatFromFields control={control} />}
      <LinesField
        control={control}
        name="withdrawals"
        label="Withdrawals"
        hint="Take them from the label or your vet. We supply none, because they differ by country, species and use."
        one="withdrawal"
        max={maxLines}
        newLine={newLine}
      >
        {(index) => <WithdrawalFields control={control} path={`withdrawals.${index}`} />}
      </LinesField>
      <StockFields control={control} />
    </>
  );
}

const weightUnits = [
  { value: 'lb', label: 'lb' },
  { value: 'kg', label: 'kg' },
];

function DoseFields({ control }: { control: EntryControl }) {
  const unit = useWatch({ control, name: 'unit' }) as string;
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-2 text-sm font-semibold">Dose by weight</legend>
      <p className="mb-3 text-sm text-muted-foreground">
        From the label or your vet, such as 1 ml for each 10 kg. The dose is then suggested from the last weight. Optional.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 sm:grid-cols-3">
        <TextField
          control={control}
          name={'doseAmount' as never}
          label={unit.trim() === '' ? 'Dose' : `Dose (${unit.trim()})`}
          inputMode="decimal"
          inputClassName="tabular-nums"
        />
        <TextField
          control={control}
          name={'doseWeight' as never}
          label={labelOf('doseWeight')}
          inputMode="decimal"
          inputClassName="tabular-nums"
        />
        <ChoiceField control={control} name={'doseWeightUnit' as never} label={labelOf('doseWeightUnit')} options={weightUnits} />
      </div>
    </fieldset>
  );
}

const treatFrom = ['treatFromFamacha', 'treatFromEggCount', 'treatToBodyCondition', 'treatFromDag', 'treatFromJaw'] as const;

const TreatFromFields = ({ control }: { control: EntryControl }) => (
  <fieldset className="min-w-0 sm:col-span-2">
    <legend className="mb-2 text-sm font-semibold">When to treat</legend>
    <p className="mb-3 text-sm text-muted-foreground">
      The scores from which you treat an animal, as you and your vet decide. An animal that reaches none of them is not treated.
      All are optional.
    </p>
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 sm:grid-cols-3">
      {treatFrom.map((name) => (
        <TextField
          key={name}
          control={control}
          name={name as never}
          label={labelOf(name)}
          inputMode="decimal"
          inputClassName="tabular-nums"
        />
      ))}
    </div>
  </fieldset>
);

const maxLines = 9;

const ofProducts = [
  { value: 'meat', label: 'Meat' },
  { value: 'milk', label: 'Milk' },
  { value: 'fibre', label: 'Fibre' },
];
const ofSpecies = [
  { value: 'all', label: 'Goats and sheep' },
  { value: 'goat', label: 'Goats' },
  { value: 'sheep', label: 'Sheep' },
];

const WithdrawalFields = ({ control, path }: { control: EntryControl; path: string }) => (
  <>
    <ChoiceField
      control={control}
      name={`${path}.product` as never}
      label="Withdrawal for"
      options={ofProducts}
      className="sm:col-span-2"
    />
    <TextField control={control} name={`${path}.days` as never} label="Days" inputMode="numeric" />
    <SelectField control={control} name={`${path}.species` as never} label="Species" options={ofSpecies} />
    <TextField
      control={control}
      name={`${path}.source` as never}
      label="Source"
      hint="Where you got the days, such as the label or your vet"
      maxLength={200}
      className="sm:col-span-2"
    />
  </>
);

function StockFields({ control }: { control: EntryControl }) {
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
