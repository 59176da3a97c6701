import { z } from 'zod';
import { findInfo } from '#domain/records/fields.ts';
import { defOf } from './schema-parts.ts';

/**
 * Reads a request as its sender meant it, before its schema checks it: numbers and days may be text and texts numbers, yes and no
 * may be 1 and 0, a moment where a day is meant is its day, and `null` or '' for an optional field is the value of a record that was
 * created without it. A required field that is missing is read like `null`, and for a text like '', so that the schema refuses each
 * with the same sentence.
 */
export const readTolerantly = (schema: z.ZodType, value: unknown): unknown => formOf(schema).read(value);

interface Form {
  /** Converts a value that is neither null nor ''. */
  readonly read: (value: unknown) => unknown;
  /** '' is a text of its own. */
  readonly isText: boolean;
  readonly takesNull: boolean;
  /** May be absent, although a change of a record may not clear every field that it may leave out. */
  readonly isOptional: boolean;
  /** The value of a record that was created without it; undefined: the description names none. */
  readonly unset?: unknown;
  readonly isRequired?: boolean;
}

const asItIs = (value: unknown): unknown => value;
const base = { read: asItIs, isText: false, takesNull: false, isOptional: false } as const satisfies Form;

const known = new WeakMap<z.core.$ZodType, Form>();

function formOf(schema: z.core.$ZodType): Form {
  const found = known.get(schema);
  if (found) return found;
  const form = describe(schema as z.ZodType);
  known.set(schema, form);
  return form;
}

function describe(schema: z.ZodType): Form {
  const form = formOfType(defOf(schema), schema);
  const info = findInfo(schema);
  if (!info) return form;
  return info.unset === undefined ? { ...form, isRequired: true } : { ...form, unset: info.unset };
}

function formOfType(def: ReturnType<typeof defOf>, schema: z.ZodType): Form {
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return { ...formOf(def.innerType), isOptional: true };
    case 'nonoptional':
      return { ...formOf(def.innerType), isOptional: false };
    case 'nullable':
      return { ...formOf(def.innerType), takesNull: true };
    case 'readonly':
    case 'catch':
      return formOf(def.innerType);
    case 'pipe':
      return formOf(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'null':
      return { ...base, takesNull: true };
    case 'string':
      return formOfString(schema);
    case 'number':
      return { ...base, read: toNumber };
    case 'boolean':
      return { ...base, read: toBoolean };
    case 'enum':
    case 'literal':
      return { ...base, read: oneOf(def.type === 'enum' ? Object.values(def.entries) : def.values) };
    case 'array':
      return { ...base, read: listOf(formOf(def.element)) };
    case 'record':
      return { ...base, read: recordOf(formOf(def.valueType)) };
    case 'object':
      return { ...base, read: objectOf(def.shape) };
    case 'union':
      return formOfUnion(def);
    default:
      return base;
  }
}

const formOfString = (schema: z.ZodType): Form => {
  if (z.globalRegistry.get(schema)?.['format'] === 'date') return { ...base, read: (value) => dayOf(toText(value)) };
  return { ...base, read: toText, isText: (schema as z.ZodString).format === null };
};

const toText = (value: unknown): unknown => (Number.isSafeInteger(value) || isDecimal(value) ? String(value) : value);

const isDecimal = (value: unknown): boolean => Number.isFinite(value) && !Number.isInteger(value);

/** The day of a moment is taken as it is written, without conversion to another zone. */
const dayOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|\s*$)/.test(value) ? value.trim().slice(0, 10) : value;

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= 40 && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;

const yes: readonly unknown[] = ['true', '1', 1];
const no: readonly unknown[] = ['false', '0', 0];
const toBoolean = (value: unknown): unknown => yes.includes(value) || (no.includes(value) ? false : value);

const oneOf = (values: readonly unknown[]) => (value: unknown) => {
  if (values.includes(value) || !['string', 'number', 'boolean'].includes(typeof value)) return value;
  return values.find((each) => String(each) === String(value)) ?? value;
};

const listOf = (element: Form) => (value: unknown) =>
  Array.isArray(value)
    ? value.filter((each) => !isBlank(each) || element.isText || element.takesNull).map((each) => readValue(element, each))
    : value;

const isBlank = (value: unknown): boolean => value === null || value === '';

const recordOf = (form: Form) => (value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, readValue(form, each)])) : value;

const objectOf = (shape: z.core.$ZodShape) => (value: unknown) => {
  if (!isObject(value)) return value;
  const read = { ...value };
  for (const [name, schema] of Object.entries(shape)) {
    const form = formOf(schema);
    if (Object.hasOwn(value, name)) read[name] = readValue(form, value[name]);
    else if (!form.isOptional && !form.takesNull) read[name] = readValue(form, null);
  }
  return read;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readValue({ read, isText, takesNull, isOptional, unset, isRequired }: Form, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (!isBlank(value)) return read(value);
  if (value === '' && isText && (takesNull || isRequired || unset === '')) return value;
  if (takesNull) return null;
  if (unset !== undefined) return unset;
  if (isOptional && !isRequired) return undefined;
  return isText ? '' : value;
}

function formOfUnion(def: z.core.$ZodUnionDef & { readonly discriminator?: string }): Form {
  const { options, discriminator } = def;
  const forms = options.map(formOf);
  const flags = {
    isText: forms.some(({ isText }) => isText),
    takesNull: forms.some(({ takesNull }) => takesNull),
    isOptional: forms.some(({ isOptional }) => isOptional),
  };
  if (discriminator === undefined) return { ...flags, read: firstThatFits(options) };
  const byValue = new Map(
    options.flatMap((option) => literalsOf(option, discriminator).map((value) => [value, option] as const)),
  );
  const read = (value: unknown) => {
    const option = isObject(value) && byValue.get(value[discriminator]);
    return option ? formOf(option).read(value) : value;
  };
  return { ...flags, read };
}

function literalsOf(option: z.core.$ZodType, name: string): readonly unknown[] {
  const def = defOf(option);
  const property = def.type === 'object' ? def.shape[name] : undefined;
  const of = property && defOf(property);
  return of?.type === 'literal' ? of.values : [];
}

const firstThatFits = (options: readonly z.core.$ZodType[]) => (value: unknown) => {
  const fits = (option: z.core.$ZodType, candidate: unknown) => z.safeParse(option, candidate).success;
  if (options.some((option) => fits(option, value))) return value;
  for (const option of options) {
    const read = formOf(option).read(value);
    if (fits(option, read)) return read;
  }
  return value;
};
