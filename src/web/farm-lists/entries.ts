import type { Control, Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import type { Product } from '#contract/products.ts';
import { areaNumber, areaUnits, parseArea } from '#domain/values/areas.ts';
import { type Fields, infosOf, pickFields } from '#domain/records/fields.ts';
import { groupFields, ruleFields } from '#domain/records/group.ts';
import { placeFields } from '#domain/records/place.ts';
import { productFields, productWithdrawalFields, stockFields } from '#domain/records/product.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { shownValue } from '#web/components/forms/described-merge.tsx';
import { fieldErrorsOf, formInputOf, formValuesOf, notStated, violationsOf } from '#web/lib/forms/record-form.ts';
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

/** The form values of an entry by field: text as typed, areas in the farm's unit. */
export type EntryValues = Record<string, unknown>;

// The outline is drawn on the plan.
const { outline: _, ...typedPlaceFields } = placeFields;

const schemas = {
  place: z.object(typedPlaceFields),
  group: z.object(groupFields),
  product: z.object(productFields),
} as const satisfies Record<EntryKind, z.ZodObject>;

const lineFields = { ...productWithdrawalFields, ...stockFields };
const infos = new Map(
  Object.entries(infosOf({ ...placeFields, ...groupFields, ...ruleFields, ...productFields, ...lineFields })),
);

export type EntryBody = z.output<(typeof schemas)[EntryKind]>;
export type EntryControl = Control<EntryValues, unknown, EntryBody>;

/** The fields of each form. Those of a rule stand between the name and the note of a group. */
const fields: Readonly<Record<EntryKind, Fields>> = {
  place: typedPlaceFields,
  group: pickFields(groupFields, ['name', 'note']),
  product: productFields,
};

export const newLine = (before: readonly EntryValues[]): EntryValues => ({
  ...formValuesOf(productWithdrawalFields, {}),
  source: before.at(-1)?.['source'] ?? '',
});

/** The bottle is as large as the one before. */
export const newPurchase = (before: readonly EntryValues[], today: string): EntryValues => ({
  ...formValuesOf(stockFields, { boughtOn: today, bottles: 1 }),
  amount: before.at(-1)?.['amount'] ?? '',
});

const newEntry = () => ({ kind: 'dewormer', doseWeightUnit: weightUnit() === 'kg' ? 'kg' : 'lb' }) as const;

export function valuesOf(kind: EntryKind, entry: Partial<Place & Group & Product> = newEntry()): EntryValues {
  const values = formValuesOf(fields[kind], entry);
  const { areaSquareMetres: area = null, rule = {} } = entry;
  if (kind === 'place') return { ...values, areaSquareMetres: area === null ? '' : areaNumber(area, weightUnit()) };
  return kind === 'group' ? { name: values['name'], ...ruleValuesOf(rule), note: values['note'] } : values;
}

function inputOf(kind: EntryKind, values: EntryValues): Readonly<Record<string, unknown>> {
  const input = formInputOf(fields[kind], values);
  if (kind === 'group') return { ...input, rule: ruleInputOf(values) };
  const area = String(values['areaSquareMetres']).trim();
  return kind === 'place'
    ? { ...input, areaSquareMetres: area === '' ? null : (parseArea(area, weightUnit()) ?? Number.NaN) }
    : input;
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
    const parsed = schemas[kind].safeParse(inputOf(kind, values));
    if (parsed.success) {
      if (values['membership'] === 'rule' && 'rule' in parsed.data && Object.keys(parsed.data.rule).length === 0) {
        return { values: {}, errors: { membership: { type: 'rule', message: 'Add at least one condition' } } };
      }
      const half = halfDose(parsed.data);
      if (half === undefined) return { values: parsed.data, errors: {} };
      return { values: {}, errors: { [half]: { type: 'rule', message: 'Enter both the dose and the weight, or neither' } } };
    }
    const violations = violationsOf(parsed.error, hintOf).map((found) => ({ ...found, field: entryFieldOf(found.field) }));
    return { values: {}, errors: fieldErrorsOf(violations) };
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
  bottles: 'Bottles or packs',
  boughtOn: 'Bought on',
  endedOn: 'Gone since',
};

export const labelOf = (name: string): string =>
  name === 'areaSquareMetres' ? `Area (${areaUnits[weightUnit()].name})` : (labels[name] ?? infos.get(name)?.label ?? name);

/** `nameOf` names places and groups. */
export const entryMergeFields = (
  kind: EntryKind,
  nameOf: (id: string) => string | undefined,
): readonly ShownMergeField<EntryValues>[] =>
  Object.keys(valuesOf(kind)).map((name) => ({
    label: labelOf(name),
    fields: [name],
    show: ({ [name]: value }) => shownValue(infos.get(name), value, { nameOf, lineOf: lineText }),
  }));

const lineText = (line: EntryValues): string =>
  'bottles' in line
    ? [`${String(line['bottles'])} × ${String(line['amount'])}`, line['batch']].filter(Boolean).join(' ')
    : `${String(line['product'])} ${String(line['days'])} days (${line['species'] === notStated ? 'all' : String(line['species'])})`;
