import { z } from 'zod';
import { findInfo } from '#domain/records/fields.ts';
import { capitalized } from '#domain/values/text.ts';
import { Problem } from '#server/problem.ts';
import { defOf, innerOf } from './schema-parts.ts';

/**
 * The refusal of what a schema does not accept. The messages of the fields are shown beside them; the message of the whole stands
 * alone and therefore names the first field.
 */
export function invalidInput(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  return new Problem('request.invalid', { errors, ...(first && { message: sentence(schema, first) }) });
}

function sentence(schema: z.ZodType, { path, message }: z.core.$ZodIssue): string {
  const { label, entry } = locate(schema, path);
  if (label === undefined) return message;
  const text = isNamed(label, message) ? message : `${label}: ${lowerFirst(message)}.`;
  return entry === undefined ? text : `Entry ${entry + 1}, ${lowerFirst(text)}`;
}

const isNamed = (label: string, message: string): boolean => plain(message).includes(plain(label));

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Leaves abbreviations as they are. */
const lowerFirst = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

interface Place {
  readonly label: string | undefined;
  /** Counted from 0: the first list that the path passes. */
  readonly entry: number | undefined;
}

function locate(schema: z.ZodType, path: readonly PropertyKey[]): Place {
  let [at, label, entry]: [z.core.$ZodType | undefined, string | undefined, number | undefined] = [schema, undefined, undefined];
  for (const step of path) {
    const isKey = at && defOf(at).type === 'record';
    at = at && childOf(at, step);
    if (typeof step === 'number') entry ??= step;
    else if (!isKey) label = labelOf(at, String(step));
  }
  return { label, entry };
}

/** By its description, or else by its name: `couponCode` is 'Coupon code' and `animalIds` 'Animals'. */
export function labelOf(schema: z.core.$ZodType | undefined, name: string): string {
  for (let at = schema; at; at = innerOf(at)) {
    const label = findInfo(at as z.ZodType)?.label ?? z.globalRegistry.get(at)?.title;
    if (label !== undefined) return capitalized(label);
  }
  const words = name
    .replace(/(?<=.)Id(?=s?$)/, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return capitalized(words);
}

function childOf(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return def.shape[String(step)];
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    case 'union':
      return def.options.map((option) => childOf(option, step)).find((child) => child !== undefined);
    default: {
      const inner = innerOf(schema);
      return inner && childOf(inner, step);
    }
  }
}
