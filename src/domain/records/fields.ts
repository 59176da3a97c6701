import { z } from 'zod';
import { capitalized } from '../values/text.ts';

/**
 * Weights are whole grams, prices whole cents, a day is `yyyy-MM-dd`, a time `HH:mm`, `days` a number of days. An `animal` is an id of
 * an animal, a `reference` an id of another record, and `ids` are several. A `number` is in the unit that its label names.
 */
export type FieldKind =
  | 'text'
  | 'link'
  | 'picture'
  | 'choice'
  | 'yesNo'
  | 'day'
  | 'year'
  | 'days'
  | 'weight'
  | 'price'
  | 'animal'
  | 'number'
  | 'time'
  | 'reference'
  | 'list'
  | 'object'
  | 'ids';

export interface FieldInfo {
  readonly kind: FieldKind;
  readonly label: string;
  /** The heading in exported tables, if that differs from the label; null: not exported. */
  readonly heading?: string | null;
  readonly importLabel?: string;
  readonly show?: (value: string) => string;
  /** The width of its column in an exported table, in characters. */
  readonly width?: number;
  /** The value of a record that was created without it; absent: the field is required. */
  readonly unset?: string | boolean | null | readonly [] | Readonly<Record<string, never>>;
}

const infos = z.registry<FieldInfo>();

export function field<S extends z.ZodType>(schema: S, info: FieldInfo): S {
  const described = schema.clone();
  infos.add(described, info);
  return described;
}

/** The name in snake case is the column. */
export type Fields = Readonly<Record<string, z.ZodType>>;

export type RecordOf<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

export const findInfo = (schema: z.ZodType): FieldInfo | undefined => infos.get(schema);

export function infoOf(schema: z.ZodType): FieldInfo {
  const info = infos.get(schema);
  if (!info) throw new TypeError('A field of a record is declared with field()');
  return info;
}

export const choiceText = ({ show }: FieldInfo, value: string): string => (show ? show(value) : capitalized(value));

export const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

export const infosOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, infoOf(schema)])) as Readonly<
    Record<keyof F & string, FieldInfo>
  >;

export const pickFields = <F extends Fields, K extends keyof F & string>(fields: F, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Pick<F, K>;

type Optional<F extends Fields> = { readonly [K in keyof F]?: z.output<F[K]> };

export const unsetValues = <F extends Fields>(fields: F): Optional<F> =>
  Object.fromEntries(
    Object.entries(infosOf(fields)).flatMap(([name, { unset }]) => (unset === undefined ? [] : [[name, unset]])),
  ) as Optional<F>;

const forms: Readonly<Record<Exclude<FieldKind, 'choice' | 'list' | 'object'>, z.ZodType>> = {
  text: z.string(),
  link: z.string(),
  picture: z.string(),
  yesNo: z.boolean(),
  day: z.string(),
  year: z.int(),
  days: z.int(),
  weight: z.int(),
  price: z.int(),
  animal: z.string(),
  number: z.number(),
  time: z.string(),
  reference: z.string(),
  ids: z.array(z.string()),
};

/** The fields of the items of a field of the kind `list`. */
export function itemsOf(list: z.ZodType): Fields {
  const array = list instanceof z.ZodDefault ? list.unwrap() : list;
  if (array instanceof z.ZodArray && array.element instanceof z.ZodObject) return array.element.shape;
  throw new TypeError('A list is an array of objects');
}

/** The fields of a field of the kind `object`, of which each may be missing. */
function partsOf(object: z.ZodType): Fields {
  if (!(object instanceof z.ZodObject)) throw new TypeError('It is an object');
  const parts = Object.entries<z.ZodOptional<z.ZodType>>(object.shape);
  return Object.fromEntries(parts.map(([name, part]) => [name, part.unwrap()]));
}

type StoredForms<F extends Fields> = { [K in keyof F]: z.ZodType<z.output<F[K]>> };

/** The schemas of stored values, for replies: without the bounds and messages that only requests need. */
export const storedForms = <F extends Fields>(fields: F): StoredForms<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]): [string, z.ZodType] => {
      const { kind, unset } = infoOf(schema);
      if (kind === 'choice') return [name, schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema];
      if (kind === 'list') return [name, z.array(z.object(storedForms(itemsOf(schema))))];
      if (kind === 'object') return [name, z.object(storedForms(partsOf(schema))).partial()];
      return [name, unset === null ? forms[kind].nullable() : forms[kind]];
    }),
  ) as StoredForms<F>;
