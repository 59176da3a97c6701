import { animalFields } from '#domain/records/animal.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { fieldNames, type Fields } from '#domain/records/fields.ts';

/** `birthDate` → `birth_date`. */
export type SnakeCase<S extends string> = S extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : S;

/** The row that stores a record: its fields by the names of their columns. */
export type RowOf<R> = { [K in keyof R & string as SnakeCase<K>]: R[K] };

type Alias<F> = { [K in keyof F & string]: `${SnakeCase<K>} as ${K}` }[keyof F & string];

export const camelCase = (column: string): string => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Words<S extends string> = S extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : S;
type Named<W extends string, Of extends string = ''> = W extends string ? `${Of}${SnakeCase<W>} as ${W}` : never;

/** The columns of these fields under their names, for `select`: `asFields('day animalId')` are `day as day` and `animal_id as animalId`. */
export const asFields = <S extends string>(names: S) =>
  names.split(' ').map((name) => `${snakeCase(name)} as ${name}`) as Named<Words<S>>[];

/** The same for a query over several tables. */
export const fieldsOf = <T extends string, S extends string>(table: T, names: S) =>
  asFields(names).map((alias) => `${table}.${alias}`) as Named<Words<S>, `${T}.`>[];

/** The columns of fields. */
export const columnsOf = <F extends object>(fields: F) => Object.keys(fields).map(snakeCase) as SnakeCase<keyof F & string>[];

/** The columns of fields under the names of the fields, for `select`. */
export const aliasesOf = <F extends Fields>(fields: F) =>
  fieldNames(fields).map((name) => `${snakeCase(name)} as ${name}`) as Alias<F>[];

/** The same for a query over several tables. */
export const qualifiedAliasesOf = <T extends string, F extends Fields>(table: T, fields: F) =>
  aliasesOf(fields).map((alias) => `${table}.${alias}`) as `${T}.${Alias<F>}`[];

/** The values under the names of their columns. */
export const toRow = <const R extends object>(record: R) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [snakeCase(name), value])) as RowOf<R>;

export const animalColumns = aliasesOf(animalFields);
export const breedingColumns = aliasesOf(breedingFields);
