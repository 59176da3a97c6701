import { z } from 'zod';
import { speciesList, type Species } from './animals.ts';
import { doseWeightUnits, doseWeightUnitText } from './doses.ts';
import { maxNameLength } from '../values/farm-lists.ts';
import { maxWithdrawalDays, withdrawalProducts } from './event-names.ts';
import { field, type Fields, type RecordOf } from './fields.ts';
import { CalendarDate, optionalDate, optionalLine, optionalText, optionalWhole, requiredLine } from './values.ts';

const productKinds = {
  dewormer: 'Dewormer',
  antibiotic: 'Antibiotic',
  vaccine: 'Vaccine',
  antiInflammatory: 'Anti-inflammatory',
  supplement: 'Supplement',
  other: 'Other',
} as const;
export type ProductKind = keyof typeof productKinds;
export const productKindNames = Object.keys(productKinds) as [ProductKind, ...ProductKind[]];

/** Rule 40: the farmer enters the days, each with its source. */
export const productWithdrawalFields = {
  /** null: every species without an entry of its own. */
  species: field(z.enum(speciesList, 'Choose goat or sheep').nullable().default(null), {
    kind: 'choice',
    label: 'Species',
    unset: null,
  }),
  product: field(z.enum(withdrawalProducts, 'Choose meat, milk or fibre'), { kind: 'choice', label: 'Withdrawal for' }),
  days: field(
    z
      .int('Enter the number of days')
      .min(0, `Must be a number of days from 0 to ${maxWithdrawalDays}`)
      .max(maxWithdrawalDays, `Must be a number of days from 0 to ${maxWithdrawalDays}`),
    { kind: 'days', label: 'Days' },
  ),
  source: field(requiredLine(200, 'Say where the days are from, such as the label or your vet'), {
    kind: 'text',
    label: 'Source',
  }),
} as const satisfies Fields;

export type ProductWithdrawal = RecordOf<typeof productWithdrawalFields>;

const maxWithdrawals = (speciesList.length + 1) * withdrawalProducts.length;

const withdrawals = z
  .array(z.object(productWithdrawalFields))
  .max(maxWithdrawals, `Enter at most ${maxWithdrawals} withdrawals`)
  .superRefine((entries, context) => {
    for (const [index, { species, product }] of entries.entries()) {
      const isTwice = entries.slice(0, index).some((other) => other.species === species && other.product === product);
      if (!isTwice) continue;
      context.addIssue({
        code: 'custom',
        path: [index, 'product'],
        message: `The withdrawal for ${product} is given twice. Remove one.`,
      });
    }
  });

const positive = (most: number) =>
  z
    .number('Must be a number')
    .positive('Must be more than 0')
    .max(most, `Must be at most ${most.toLocaleString('en-US')}`)
    .nullable();

export const maxStockLines = 50;

/** What was bought of a product. */
export const stockFields = {
  boughtOn: field(CalendarDate, { kind: 'day', label: 'Bought' }),
  bottles: field(z.int('Must be a whole number').min(1, 'Must be 1 or more').max(1000, 'Must be at most 1,000').default(1), {
    kind: 'number',
    label: 'How many',
  }),
  /** In each bottle or pack, in the product's unit. */
  amount: field(z.number('Must be a number').positive('Must be more than 0').max(100_000, 'Must be at most 100,000'), {
    kind: 'number',
    label: 'In each',
  }),
  batch: field(optionalLine(100).default(null), { kind: 'text', label: 'Batch', unset: null }),
  expiry: field(optionalDate.default(null), { kind: 'day', label: 'Expires', unset: null }),
  /** From the day after this one on, nothing of it is left. */
  endedOn: field(optionalDate.default(null), { kind: 'day', label: 'Thrown away or used up', unset: null }),
} as const satisfies Fields;

export type StockLine = RecordOf<typeof stockFields>;

const score = (least: number, most: number, label: string) =>
  field(optionalWhole(least, most, `Must be a whole number from ${least} to ${most.toLocaleString('en-US')}`), {
    kind: 'number',
    label,
    unset: null,
  });

/** A medicine, a vaccine or a supplement. */
export const productFields = {
  name: field(requiredLine(maxNameLength, 'Name the product'), { kind: 'text', label: 'Name' }),
  kind: field(z.enum(productKindNames, 'Choose what kind of product it is'), {
    kind: 'choice',
    label: 'Kind',
    show: (kind) => (Object.hasOwn(productKinds, kind) ? productKinds[kind as ProductKind] : kind),
  }),
  /** The unit in which a dose is measured. */
  unit: field(optionalLine(20), { kind: 'text', label: 'Unit of a dose', unset: null }),
  /** The dose for each `doseWeight` of body weight. If either is missing, the dose does not depend on the weight. */
  doseAmount: field(positive(100_000), { kind: 'number', label: 'Dose', unset: null }),
  doseWeight: field(positive(1000), { kind: 'number', label: 'for each', unset: null }),
  doseWeightUnit: field(z.enum(doseWeightUnits, 'Choose lbs or kg'), {
    kind: 'choice',
    label: 'lbs or kg',
    show: doseWeightUnitText,
    unset: 'lb',
  }),
  /** Thresholds of a dewormer: it is given from these scores on, or up to this body condition. */
  treatFromFamacha: score(1, 5, 'FAMACHA'),
  treatFromEggCount: score(1, 1_000_000, 'Worm eggs per gram'),
  treatToBodyCondition: field(
    z
      .number('Must be a number from 1 to 5')
      .min(1, 'Must be a number from 1 to 5')
      .max(5, 'Must be a number from 1 to 5')
      .nullable(),
    { kind: 'number', label: 'Body condition', unset: null },
  ),
  treatFromDag: score(1, 5, 'Dag'),
  treatFromJaw: score(1, 3, 'Jaw'),
  withdrawals: field(withdrawals, { kind: 'list', label: 'Withdrawals', unset: [] }),
  stock: field(z.array(z.object(stockFields)).max(maxStockLines, `Enter at most ${maxStockLines} purchases`), {
    kind: 'list',
    label: 'Stock',
    unset: [],
  }),
  /** Of the bottle, its label or the pack. */
  photo: field(optionalText(2048), { kind: 'picture', label: 'Photo', unset: null }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
} as const satisfies Fields;

export type ProductRecord = RecordOf<typeof productFields>;

/** The withdrawals for a species, in the order meat, milk, fibre. */
export const withdrawalsFor = (
  { withdrawals: entries }: Pick<ProductRecord, 'withdrawals'>,
  species: Species,
): readonly ProductWithdrawal[] =>
  withdrawalProducts.flatMap((product) => {
    const ofProduct = entries.filter((entry) => entry.product === product);
    return ofProduct.find((entry) => entry.species === species) ?? ofProduct.find((entry) => entry.species === null) ?? [];
  });
