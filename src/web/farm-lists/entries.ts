import { createElement } from 'react';
import type { Control, FieldErrors, Resolver } from 'react-hook-form';
import { set } from 'react-hook-form';
import { z } from 'zod';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import type { Product } from '#contract/products.ts';
import { areaNumber, areaUnits, parseArea } from '#domain/values/areas.ts';
import type { Species } from '#domain/records/animals.ts';
import { fieldNames, type Fields, infosOf, unsetValues } from '#domain/records/fields.ts';
import { groupFields, ruleFields } from '#domain/records/group.ts';
import { placeFields } from '#domain/records/place.ts';
import { productFields, type ProductWithdrawal, type StockLine } from '#domain/records/product.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { fromFormValue } from '#web/lib/forms/record-form.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { ruleInputOf, ruleValuesOf } from './rule-values.ts';

export interface Entries {
  readonly place: Place;
  readonly group: Group;
  readonly product: Product;
}

export type EntryKind = keyof Entries;
export type Entry = Entries[EntryKind];

/** The drafts of the entries of a kind: the id follows, or nothing for a new one. */
export const entryForms = (kind: EntryKind): string => `${kind} `;

/** A withdrawal as typed. A select cannot have an empty value. */
export interface WithdrawalLine {
  readonly species: Species | 'all';
  readonly product: string;
  readonly days: string;
  readonly source: string;
}

/** A purchase as typed. */
export interface PurchaseLine {
  readonly boughtOn: string;
  readonly bottles: string;
  readonly amount: string;
  readonly batch: string;
  readonly expiry: string;
  readonly endedOn: string;
}

/** The form values of an entry by field: text as typed, areas in the farm's unit. */
export type EntryValues = Record<string, string | readonly WithdrawalLine[] | readonly PurchaseLine[]>;

// The outline is drawn on the plan.
const { outline: _, ...typedPlaceFields } = placeFields;

const schemas = {
  place: z.object(typedPlaceFields),
  group: z.object(groupFields),
  product: z.object(productFields),
} as const satisfies Record<EntryKind, z.ZodObject>;

const infos = new Map(Object.entries(infosOf({ ...placeFields, ...groupFields, ...ruleFields, ...productFields })));

export type EntryBody = z.output<(typeof schemas)[EntryKind]>;
export type EntryControl = Control<EntryValues, unknown, EntryBody>;

/** The fields of each form, in their order. */
const names: Readonly<Record<EntryKind, readonly string[]>> = {
  place: fieldNames(typedPlaceFields),
  group: ['name', ...Object.keys(ruleValuesOf({})), 'note'],
  product: fieldNames(productFields),
};

export const newLine = (before: readonly WithdrawalLine[]): WithdrawalLine => ({
  species: 'all',
  product: '',
  days: '',
  source: before.at(-1)?.source ?? '',
});

/** The bottle is as large as the one before. */
export const newPurchase = (before: readonly PurchaseLine[], today: string): PurchaseLine => ({
  boughtOn: today,
  bottles: '1',
  amount: before.at(-1)?.amount ?? '',
  batch: '',
  expiry: '',
  endedOn: '',
});

export function valuesOf(kind: EntryKind, entry: Entry | undefined): EntryValues {
  const stored = entry ?? {
    ...unsetValues(schemas[kind].shape as Fields),
    ...(kind === 'product' && { kind: 'dewormer', doseWeightUnit: weightUnit() === 'kg' ? 'kg' : 'lb' }),
  };
  const { rule, withdrawals, stock, ...texts } = stored as Partial<Group & Product>;
  const all = { ...texts, ...(kind === 'group' && ruleValuesOf(rule ?? {})) } as Readonly<Record<string, string | number | null>>;
  return Object.fromEntries(
    names[kind].map((name) => {
      const value = all[name] ?? null;
      if (name === 'areaSquareMetres') return [name, value === null ? '' : areaNumber(Number(value), weightUnit())];
      if (name === 'withdrawals') return [name, (withdrawals ?? []).map(toLine)];
      if (name === 'stock') return [name, (stock ?? []).map(toPurchase)];
      return [name, value === null ? '' : String(value)];
    }),
  );
}

const toLine = ({ species, product, days, source }: ProductWithdrawal): WithdrawalLine => ({
  species: species ?? 'all',
  product,
  days: String(days),
  source,
});

const toPurchase = ({ boughtOn, bottles, amount, batch, expiry, endedOn }: StockLine): PurchaseLine => ({
  boughtOn,
  bottles: String(bottles),
  amount: String(amount),
  batch: batch ?? '',
  expiry: expiry ?? '',
  endedOn: endedOn ?? '',
});

function inputOf(values: EntryValues): Readonly<Record<string, unknown>> {
  if ('membership' in values) return { name: values['name'], note: values['note'], rule: ruleInputOf(values) };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') {
        return [
          name,
          value.map((line) =>
            'bottles' in line
              ? { ...line, bottles: fromFormValue('number', line.bottles), amount: fromFormValue('number', line.amount) }
              : {
                  ...line,
                  species: line.species === 'all' ? null : line.species,
                  days: fromFormValue('days', line.days),
                },
          ),
        ];
      }
      if (name === 'areaSquareMetres') return [name, value.trim() === '' ? null : (parseArea(value, weightUnit()) ?? Number.NaN)];
      return [name, fromFormValue(infos.get(name)?.kind ?? 'text', value)];
    }),
  );
}

/** The form's field for the path of a violation. */
export const entryFieldOf = (path: string): string => (path === 'rule' ? 'membership' : path.replace(/^rule\./, ''));

/** Whether a field of the request was changed in the form, which shows the area rounded. */
export const isChanged = (name: string, before: EntryValues, values: EntryValues): boolean => {
  const of = (all: EntryValues) => JSON.stringify(name === 'rule' ? ruleInputOf(all) : all[name]);
  return of(values) !== of(before);
};

/** What is missing for a dose by weight. */
function halfDose(body: EntryBody): 'doseAmount' | 'doseWeight' | undefined {
  if (!('doseAmount' in body) || (body.doseAmount === null) === (body.doseWeight === null)) return undefined;
  return body.doseAmount === null ? 'doseAmount' : 'doseWeight';
}

/** Says what to type where the contract only says that a number is wrong. */
const hintOf = (name: string): string | undefined =>
  name === 'areaSquareMetres' ? `Write the area in ${areaUnits[weightUnit()].name}, such as 7.5` : undefined;

export const entryResolver =
  (kind: EntryKind): Resolver<EntryValues, unknown, EntryBody> =>
  (values) => {
    const parsed = schemas[kind].safeParse(inputOf(values));
    if (parsed.success) {
      if (values['membership'] === 'rule' && 'rule' in parsed.data && Object.keys(parsed.data.rule).length === 0) {
        return { values: {}, errors: { membership: { type: 'rule', message: 'Add at least one condition' } } };
      }
      const half = halfDose(parsed.data);
      if (half === undefined) return { values: parsed.data, errors: {} };
      return { values: {}, errors: { [half]: { type: 'rule', message: 'Enter both the dose and the weight, or neither' } } };
    }
    const errors: FieldErrors<EntryValues> = {};
    for (const { path, message } of parsed.error.issues.toReversed()) {
      set(errors, entryFieldOf(path.join('.')), { type: 'rule', message: hintOf(String(path[0])) ?? message });
    }
    return { values: {}, errors };
  };

/** Labels that say more in a form. */
const labels: Readonly<Record<string, string>> = {
  doseWeight: 'For each',
  doseWeightUnit: 'lb or kg',
  treatFromFamacha: 'FAMACHA from',
  treatFromEggCount: 'Eggs per gram from',
  treatToBodyCondition: 'Body condition up to',
  treatFromDag: 'Dag from',
  treatFromJaw: 'Jaw from',
};

export const labelOf = (name: string): string =>
  name === 'areaSquareMetres' ? `Area (${areaUnits[weightUnit()].name})` : (labels[name] ?? infos.get(name)?.label ?? name);

/** `nameOf` names places and groups. */
export const entryMergeFields = (
  kind: EntryKind,
  nameOf: (id: string) => string | undefined,
): readonly ShownMergeField<EntryValues>[] =>
  names[kind].map((name) => ({
    label: labelOf(name),
    fields: [name],
    show: ({ [name]: value = '' }) => {
      if (typeof value !== 'string') return value.map(lineText).join(', ');
      if (name === 'photo')
        return value === '' ? '' : createElement('img', { src: value, alt: '', className: 'size-16 rounded-lg object-cover' });
      return nameOf(value) ?? value;
    },
  }));

const lineText = (line: WithdrawalLine | PurchaseLine): string =>
  'bottles' in line
    ? [`${line.bottles} × ${line.amount}`, line.batch].filter(Boolean).join(' ')
    : `${line.product} ${line.days} days (${line.species})`;
