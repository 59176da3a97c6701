import { z } from 'zod';
import { sexes } from './animals.ts';
import { maxBirthCheckLength } from './birth-check-bounds.ts';
import { maxBreedingValues } from './breeding-value-bounds.ts';
import { maxGrowthGrams, maxWeightGrams, maxWeightLbs } from '../values/weights.ts';
import { breedingValueFields } from './breeding-value.ts';
import { maxYoung, type ScoreName, withdrawalProducts } from './event-names.ts';
import { field, infoOf, type FieldInfo, type Fields, type RecordOf } from './fields.ts';
import { healthFields, withdrawalDays } from './health-record.ts';
import {
  CalendarDate,
  Id,
  optionalDate,
  optionalDollars,
  optionalLine,
  optionalText,
  optionalGrams,
  optionalWhole,
  requiredLine,
} from './values.ts';

/** A field that is null if it is missing. */
const optional = <S extends z.ZodType>(schema: S, info: Omit<FieldInfo, 'unset'>) =>
  field(schema.default(null as never), { ...info, unset: null });

const yesNo = (label: string) => field(z.boolean().default(false), { kind: 'yesNo', label, unset: false });

const oneOf = <const T extends readonly string[]>(values: T, label: string, show?: FieldInfo['show']) =>
  optional(z.enum(values).nullable(), { kind: 'choice', label, ...(show && { show }) });

const whole = (least: number, most: number, label: string) =>
  optional(optionalWhole(least, most, `Must be a whole number from ${least} to ${most}`), { kind: 'number', label });

const words = (label: string, max = 100) => optional(optionalLine(max), { kind: 'text', label });
const longText = (label: string, max: number) => optional(optionalText(max), { kind: 'text', label });

const animal = (label: string) => optional(Id.nullable(), { kind: 'animal', label });

const reference = (label: string) => optional(Id.nullable(), { kind: 'reference', label });

const day = (label: string) => optional(optionalDate, { kind: 'day', label });

/** `days` counts from the day of the event; `clearOn` is the first day on which the product may be used again. */
export const withdrawalFields = {
  product: field(z.enum(withdrawalProducts, 'Choose meat, milk or fibre'), { kind: 'choice', label: 'Withdrawal for' }),
  days: optional(withdrawalDays, { kind: 'days', label: 'Days' }),
  clearOn: day('Clear on'),
} as const satisfies Fields;

const withdrawals = field(
  z.array(z.object(withdrawalFields)).max(withdrawalProducts.length, 'Name meat, milk and fibre once at most').default([]),
  { kind: 'list', label: 'Withdrawals', unset: [] },
);

export const youngFields = {
  /** The id of the animal that is added. A stillborn is not added. */
  id: reference('Animal'),
  sex: field(z.enum(sexes, 'Choose male or female'), { kind: 'choice', label: 'Sex' }),
  tagNumber: words('Tag number'),
  name: words('Name'),
  color: words('Color'),
  weightGrams: optional(optionalGrams(maxGrowthGrams, 'Must be a weight between 1 g and 500 kg'), {
    kind: 'weight',
    label: 'Birth weight (lbs)',
  }),
  state: field(z.enum(['alive', 'stillborn', 'died'], 'Choose alive, stillborn or died'), { kind: 'choice', label: 'State' }),
  /** It waits for room in the plan and is no animal until then (rule 51). The server decides it, whatever is sent. */
  waits: yesNo('Waits for room in the plan'),
} as const satisfies Fields;

const medicine = {
  productId: reference('Product of the farm'),
  productName: field(requiredLine(100, 'Name the product'), { kind: 'text', label: 'Product' }),
  dose: optional(
    z.number('Must be a number').positive('Must be more than 0').max(100_000, 'Must be at most 100,000').nullable(),
    {
      kind: 'number',
      label: 'Dose',
    },
  ),
  unit: words('Unit', 20),
  batch: words('Batch'),
  /** The expiry date of the batch. */
  expiry: day('Expires'),
} as const;

const leaving = {
  /** In dollars, with at most two decimals. */
  price: optional(
    optionalDollars.transform((cents) => (cents === null ? null : cents / 100)),
    { kind: 'number', label: 'Price ($)' },
  ),
  buyer: words('Buyer', 200),
  reason: longText('Reason', 500),
} as const;

type CheckupField = Exclude<keyof typeof healthFields, 'animalId' | 'date'>;

const ofCheckup = <N extends CheckupField>(name: N): z.ZodDefault<(typeof healthFields)[N]> => {
  const schema: z.ZodType = healthFields[name];
  const info = infoOf(schema);
  return field(schema.default(info.unset), info) as unknown as z.ZodDefault<(typeof healthFields)[N]>;
};

/** A health record of the specification, with the withdrawals of what was given. */
const checkupFields = {
  recordType: ofCheckup('recordType'),
  healthStatus: healthFields.healthStatus,
  description: ofCheckup('description'),
  weightGrams: ofCheckup('weightGrams'),
  veterinarian: ofCheckup('veterinarian'),
  medication: ofCheckup('medication'),
  dosage: ofCheckup('dosage'),
  nextDueDate: ofCheckup('nextDueDate'),
  notes: ofCheckup('notes'),
  cdnt: ofCheckup('cdnt'),
  hoofsTrimmed: ofCheckup('hoofsTrimmed'),
  dewormed: ofCheckup('dewormed'),
  meatWithdrawalDays: ofCheckup('meatWithdrawalDays'),
  milkWithdrawalDays: ofCheckup('milkWithdrawalDays'),
} as const satisfies Record<CheckupField, z.ZodType>;

export const scoreFields = {
  famacha: whole(1, 5, 'FAMACHA (1 red to 5 white)'),
  bodyCondition: optional(
    z
      .number('Must be a number from 1 to 5')
      .min(1, 'Must be a number from 1 to 5')
      .max(5, 'Must be a number from 1 to 5')
      .multipleOf(0.5, 'Must be a whole or a half number')
      .nullable(),
    { kind: 'number', label: 'Body condition (1 thin to 5 fat)' },
  ),
  dag: whole(0, 5, 'Dag (0 clean to 5 soiled)'),
  nasal: whole(0, 3, 'Nose (0 dry to 3 heavy discharge)'),
  coat: whole(0, 3, 'Coat (0 smooth to 3 rough)'),
  jaw: whole(0, 3, 'Jaw (0 normal to 3 swollen)'),
  eggCount: whole(0, 1_000_000, 'Worm eggs per gram'),
} as const satisfies Readonly<Record<ScoreName, z.ZodType>>;

/** The egg count is that of a sample of several animals together. */
const isPooled = yesNo('Pooled sample of several animals');

const deathCauses = {
  unknown: 'Unknown',
  illness: 'Illness',
  parasites: 'Parasites',
  birth: 'Giving birth',
  predator: 'Predator',
  accident: 'Accident or injury',
  bloat: 'Bloat',
  poisoning: 'Poisoning',
  exposure: 'Cold, heat or hunger',
  oldAge: 'Old age',
  euthanasia: 'Put down',
  missing: 'Missing',
  other: 'Other',
} as const;
type DeathCause = keyof typeof deathCauses;

export const deathCauseText = (cause: string): string =>
  Object.hasOwn(deathCauses, cause) ? deathCauses[cause as DeathCause] : cause;

interface EventKindEntry {
  readonly label: string;
  readonly entry?: string;
  readonly fields: Fields;
}

export const deathCauseOf = (text: string): string | undefined =>
  Object.entries(deathCauses).find(([, label]) => label.toLowerCase() === text.trim().toLowerCase())?.[0];

/**
 * What can happen to an animal. The fields of an entry are the details of an event of this kind, on the wire and as stored; all kinds
 * have the fields of `eventFields` too. Fields of an event that are missing are null, false or an empty list. `entry` is what a person
 * calls the writing down of it, where that is not the label.
 */
export const eventKinds = {
  checkup: { label: 'Checkup', fields: checkupFields },
  weighing: {
    label: 'Weighing',
    entry: 'Weight',
    fields: {
      weightGrams: field(
        z.int('Must be a weight').min(1, 'Weight must be more than 0').max(maxWeightGrams, `Must be at most ${maxWeightLbs} lbs`),
        { kind: 'weight', label: 'Weight (lbs)' },
      ),
      method: oneOf(['scale', 'tape', 'estimate'], 'Weighed by'),
      occasion: oneOf(['birth', 'weaning'], 'Occasion'),
    },
  },
  treatment: {
    label: 'Treatment',
    fields: {
      ...medicine,
      withdrawals,
      /** More doses follow. Until the last one is recorded, the end of the withdrawal is open. */
      courseOpen: yesNo('More doses follow'),
      /** The number of doses of the whole course, which are given every `everyDays` days. */
      doses: whole(2, 60, 'Doses in all'),
      everyDays: whole(1, 60, 'Days from dose to dose'),
      route: words('Route', 50),
      site: words('Site', 50),
      reason: longText('Reason', 500),
      prescriber: words('Prescribed by'),
      /** The use differs from the product's label. */
      extraLabel: yesNo('Extra-label'),
    },
  },
  vaccination: { label: 'Vaccination', fields: { ...medicine, nextDueDay: day('Next due'), withdrawals } },
  scores: { label: 'Scores', fields: { ...scoreFields, isPooled } },
  hooves: { label: 'Hooves trimmed', fields: {} },
  /** The animal was separated from its dam. A weighing with this occasion implies it too. */
  weaning: { label: 'Weaned', entry: 'Weaning', fields: {} },
  shearing: {
    label: 'Shearing',
    fields: {
      fleeceGrams: optional(optionalGrams(50_000, 'Must be a weight between 1 g and 50 kg'), {
        kind: 'weight',
        label: 'Fleece (lbs)',
      }),
    },
  },
  milking: {
    label: 'Milking',
    fields: {
      amountMl: field(
        z.int('Enter the milk in whole ml').min(1, 'Milk must be more than 0').max(50_000, 'Must be at most 50,000 ml'),
        {
          kind: 'number',
          label: 'Milk (ml)',
        },
      ),
    },
  },
  /** She is milked no more until her next birth. */
  dryOff: { label: 'Dried off', entry: 'Drying off', fields: {} },
  pregnancyCheck: {
    label: 'Pregnancy check',
    fields: {
      result: field(z.enum(['pregnant', 'open', 'unsure'], 'Choose pregnant, open or unsure'), {
        kind: 'choice',
        label: 'Result',
      }),
      count: whole(1, maxYoung, 'Young seen'),
    },
  },
  heat: {
    label: 'Heat',
    fields: {
      /** The colour of the paint from the male's marking harness. */
      colour: words('Colour of the mark', 30),
      sireId: animal('Marked by'),
    },
  },
  abortion: { label: 'Abortion', fields: { count: whole(1, maxYoung, 'Young lost'), cause: words('Cause') } },
  /** The text is in `note`, which all kinds have. */
  note: {
    label: 'Note',
    fields: {
      /** The address of one of the farm's own pictures. */
      photo: optional(optionalText(2048), { kind: 'picture', label: 'Photo' }),
    },
  },
  /** A move to a place or into a group; if neither is given, the animal has left its place. */
  move: {
    label: 'Move',
    fields: { placeId: reference('Place'), groupId: reference('Group'), leavesGroup: yesNo('Leaves the group') },
  },
  /** The animal is the dam. */
  birth: {
    label: 'Birth',
    fields: {
      sireId: animal('Sire'),
      sireCertainty: oneOf(['certain', 'likely', 'unsure'], 'How sure is the sire'),
      breedingId: reference('Breeding record'),
      ease: whole(1, 5, 'Ease (1 unassisted to 5 surgery)'),
      young: field(
        z.array(z.object(youngFields)).min(1, 'Name at least one young').max(maxYoung, `A birth has at most ${maxYoung} young`),
        { kind: 'list', label: 'Young' },
      ),
    },
  },
  /** Who rears a young that is not with its own dam; the pedigree does not change. If neither is given, it is with its own dam again. */
  fostering: {
    label: 'Fostering',
    fields: { rearedById: animal('Reared by'), isBottleFed: yesNo('Bottle-fed') },
  },
  /** The animal is the young; the check is named as the farm named it on that day. */
  birthCheck: {
    label: 'Check after birth',
    entry: 'Check',
    fields: { check: field(requiredLine(maxBirthCheckLength, 'Name what was checked'), { kind: 'text', label: 'Check' }) },
  },
  /** The breeding values of an analysis of this day. */
  breedingValues: {
    label: 'Breeding values',
    fields: {
      source: words('Supplied by'),
      values: field(
        z
          .array(z.object(breedingValueFields))
          .min(1, 'Name at least one trait')
          .max(maxBreedingValues, `At most ${maxBreedingValues} traits`),
        { kind: 'list', label: 'Breeding values' },
      ),
    },
  },
  castration: { label: 'Castration', fields: { method: oneOf(['band', 'clamp', 'surgery', 'other'], 'Method') } },
  tagChange: {
    label: 'Tag change',
    entry: 'New ear tag',
    fields: {
      oldTag: words('Old tag'),
      newTag: field(requiredLine(100, 'Enter the new tag number'), { kind: 'text', label: 'New tag' }),
    },
  },
  sale: { label: 'Sale', fields: leaving },
  death: {
    label: 'Death',
    fields: {
      cause: field(z.enum(Object.keys(deathCauses) as [DeathCause, ...DeathCause[]]).default('unknown'), {
        kind: 'choice',
        label: 'Cause',
        show: deathCauseText,
        unset: 'unknown',
      }),
      disposal: words('Disposal'),
    },
  },
  slaughter: { label: 'Slaughter', fields: leaving },
  loan: { label: 'Loan', fields: { to: words('Lent to', 200), until: day('Until') } },
  return: { label: 'Return', fields: {} },
  /** The animal was bought, or came from another farm. */
  arrival: { label: 'Arrival', fields: { from: words('From', 200) } },
} as const satisfies Readonly<Record<string, EventKindEntry>>;

export type EventKind = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]];

/** 'Weight', as in 'Weight of MJ-02'. */
export function entryNameOf(kind: EventKind): string {
  const { label, entry }: EventKindEntry = eventKinds[kind];
  return entry ?? label;
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const optionalTime = z
  .union([z.literal(''), z.string().regex(timeOfDay)], 'Must be a time such as 07:30')
  .nullable()
  .transform((time) => (time === '' ? null : time));

export const eventFields = {
  animalId: field(Id, { kind: 'animal', label: 'Animal' }),
  day: field(CalendarDate, { kind: 'day', label: 'Day' }),
  time: optional(optionalTime, { kind: 'time', label: 'Time' }),
  note: longText('Note', 2000),
  responsible: words('Done by'),
  /** The worklist in which it was recorded. */
  worklistId: reference('Worklist'),
} as const satisfies Fields;

export type EventDetail<K extends EventKind> = RecordOf<(typeof eventKinds)[K]['fields']>;

export type EventOf<K extends EventKind> = {
  readonly [Kind in K]: {
    readonly id: string;
    readonly kind: Kind;
    readonly animalId: string;
    readonly day: string;
    readonly time: string | null;
    readonly note: string | null;
    /** A moment as `toISOString` writes it. */
    readonly createdAt: string;
  } & EventDetail<Kind>;
}[K];

export type JournalEvent = EventOf<EventKind>;
