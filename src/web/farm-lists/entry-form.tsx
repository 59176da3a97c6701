import { type ComponentProps, type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { choiceText, infoOf } from '#domain/records/fields.ts';
import { productFields, productKindNames, maxStockLines } from '#domain/records/product.ts';
import { capitalized } from '#domain/values/text.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
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
} from './entries.ts';
import { useEntryCalls, useReadEntry } from './farm-lists.data.ts';
import { useEntryNames } from './lists.data.ts';
import { RuleFields } from './rule-fields.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { notStated } from '#web/lib/forms/record-form.ts';
import { today } from '#web/lib/text/today.ts';

export type EntryCorrection = RecordCorrection<Entry, EntryValues>;

interface EntryFormProps extends Pick<OpenProps, 'onClose'> {
  readonly kind: EntryKind;
  readonly entry?: Entry | undefined;
  readonly correction?: EntryCorrection | undefined;
  readonly onSaved: (saved: Entry) => void;
}

export function EntryForm({ kind, entry, correction, onSaved, onClose }: EntryFormProps) {
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
    onSaved: (saved) => {
      onClose();
      onSaved(saved);
    },
  });
  const { control } = record.form;

  return (
    <RecordForm record={record} submitLabel={entry ? 'Save change' : `Add ${kind}`} isUploading={isUploading}>
      <FormFields className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Inputs control={control} names={['name']} />
        {kind === 'group' && <RuleFields control={control} isNew={!entry} />}
        {kind === 'place' && <Inputs control={control} names={['areaSquareMetres', 'restDays']} />}
        {kind === 'product' && <ProductFields control={control} />}
        {kind === 'product' && <RecordPhotoField control={control} name={'photo' as never} onBusy={setUploading} />}
        <Inputs control={control} names={['note']} />
      </FormFields>
    </RecordForm>
  );
}

const changedFields = (body: EntryBody, before: EntryValues, values: EntryValues): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isChanged(name, before, values)));

const wide = 'sm:col-span-2';
const whole = { inputMode: 'numeric' } as const;
const number = { inputMode: 'decimal', inputClassName: 'tabular-nums' } as const;

const kindOptions = productKindNames.map((value) => ({ value, label: choiceText(infoOf(productFields.kind), value) }));
const weightUnits = [
  { value: 'lb', label: 'lb' },
  { value: 'kg', label: 'kg' },
];
const ofProducts = [
  { value: 'meat', label: 'Meat' },
  { value: 'milk', label: 'Milk' },
  { value: 'fibre', label: 'Fibre' },
];
const ofSpecies = [
  { value: notStated, label: 'Goats and sheep' },
  { value: 'goat', label: 'Goats' },
  { value: 'sheep', label: 'Sheep' },
];

type Look = Partial<Omit<ComponentProps<typeof TextField>, 'as' | 'control' | 'name'>> & {
  /** If it is not a line of text. */
  readonly as?: (props: never) => ReactNode;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};

const looks: Readonly<Record<string, Look>> = {
  name: { className: wide, maxLength: 100 },
  areaSquareMetres: { optional: true, inputMode: 'decimal' },
  restDays: { hint: 'Before animals come back', optional: true, ...whole },
  note: { as: LongTextField, className: wide },
  kind: { as: SelectField, options: kindOptions },
  unit: { hint: 'Such as ml, tablets or g', maxLength: 20, autoCapitalize: 'none' },
  doseAmount: number,
  doseWeight: number,
  doseWeightUnit: { as: ChoiceField, options: weightUnits },
  treatFromFamacha: number,
  treatFromEggCount: number,
  treatToBodyCondition: number,
  treatFromDag: number,
  treatFromJaw: number,
  product: { as: ChoiceField, options: ofProducts, className: wide },
  days: whole,
  species: { as: SelectField, options: ofSpecies },
  source: { hint: 'Where you got the days, such as the label or your vet', maxLength: 200, className: wide },
  bottles: whole,
  amount: number,
  batch: { optional: true, maxLength: 100 },
  expiry: { as: FormDayField, optional: true },
  boughtOn: { as: FormDayField },
  endedOn: { as: FormDayField, hint: 'If the rest was thrown away', optional: true },
};

interface InputsProps {
  readonly control: EntryControl;
  readonly names: readonly string[];
  /** Of the line with the fields, ending with a dot. */
  readonly path?: string;
  /** The unit of a dose, in which what is asked for is measured. */
  readonly unit?: string;
}

const Inputs = ({ control, names, path = '', unit = '' }: InputsProps) =>
  names.map((name) => {
    const { as = TextField, ...look } = looks[name] ?? {};
    const Input = as as (props: Record<string, unknown>) => ReactNode;
    const label = unit === '' ? labelOf(name) : `${labelOf(name)} (${unit})`;
    const isPast = name === 'boughtOn' || name === 'endedOn';
    return <Input key={name} {...{ control, label, ...look }} name={path + name} {...(isPast && { max: today() })} />;
  });

function ProductFields({ control }: { control: EntryControl }) {
  const [kind, typed] = useWatch({ control, name: ['kind', 'unit'] }) as [string, string];
  const unit = typed.trim();
  return (
    <>
      <Inputs control={control} names={['kind', 'unit']} />
      <Optional
        legend="Dose by weight"
        hint="From the label or your vet, such as 1 ml for each 10 kg. The dose is then suggested from the last weight. Optional."
      >
        <Inputs control={control} names={['doseAmount']} unit={unit} />
        <Inputs control={control} names={['doseWeight', 'doseWeightUnit']} />
      </Optional>
      {kind === 'dewormer' && (
        <Optional
          legend="When to treat"
          hint="The scores from which you treat an animal, as you and your vet decide. An animal that reaches none of them is not treated. All are optional."
        >
          <Inputs control={control} names={treatFrom} />
        </Optional>
      )}
      <LinesField
        control={control}
        name="withdrawals"
        label="Withdrawals"
        hint="Take them from the label or your vet. We supply none, because they differ by country, species and use."
        one="withdrawal"
        max={maxLines}
        newLine={newLine}
      >
        {(index) => <Inputs control={control} path={`withdrawals.${index}.`} names={['product', 'days', 'species', 'source']} />}
      </LinesField>
      <LinesField
        control={control}
        name="stock"
        label="Stock"
        hint="What you bought. The doses you record are taken from it, so the cupboard says what is left. Optional."
        one="purchase"
        max={maxStockLines}
        newLine={(before: readonly EntryValues[]) => newPurchase(before, today())}
      >
        {(index) => (
          <>
            <div className="grid grid-cols-2 items-start gap-4 sm:contents">
              <Inputs control={control} path={`stock.${index}.`} names={['bottles']} />
              <Inputs control={control} path={`stock.${index}.`} names={['amount']} unit={unit} />
            </div>
            <Inputs control={control} path={`stock.${index}.`} names={['batch', 'expiry', 'boughtOn', 'endedOn']} />
          </>
        )}
      </LinesField>
    </>
  );
}

const treatFrom = ['treatFromFamacha', 'treatFromEggCount', 'treatToBodyCondition', 'treatFromDag', 'treatFromJaw'];
const maxLines = 9;

interface OptionalProps {
  readonly legend: string;
  readonly hint: string;
  readonly children: ReactNode;
}

const Optional = ({ legend, hint, children }: OptionalProps) => (
  <fieldset className="min-w-0 sm:col-span-2">
    <legend className="mb-2 text-sm font-semibold">{legend}</legend>
    <p className="mb-3 text-sm text-muted-foreground">{hint}</p>
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 sm:grid-cols-3">{children}</div>
  </fieldset>
);
