import type { Generated } from 'kysely';

declare const isOf: unique symbol;

/** A column whose values are of a narrower type than its SQL says; `Generated` if the database has a default for it. */
export const column = <T>(sql: string) => sql as string & { readonly [isOf]: T };

const mark = ' /* added */';

/** A column that a later step adds to its table, with `addColumn`; the baseline leaves it out. */
export const added = <const S extends string>(sql: S) => `${sql}${mark}` as const;

export const isAdded = (sql: string): boolean => sql.endsWith(mark);

/** `more`: its constraints, and the statements that follow it, such as its indexes. */
export const table = <const C extends Columns>(columns: C, ...more: readonly string[]): Table<C> => ({ columns, more });

export interface Table<C extends Columns = Columns> {
  readonly columns: C;
  readonly more: readonly string[];
}

type Columns = Readonly<Record<string, string>>;

/** The rows of tables, as Kysely wants their types. */
export type RowsOf<T extends Readonly<Record<string, Table>>> = {
  [Name in keyof T]: { -readonly [K in keyof T[Name]['columns']]: CellOf<T[Name]['columns'][K]> };
};

type CellOf<S extends string> = S extends { readonly [isOf]: infer T }
  ? T
  : S extends `counter${string}` | `${string} default ${string}`
    ? Generated<ValueOf<S>>
    : ValueOf<S>;

type ValueOf<S extends string> = S extends `counter${string}` | `${string}not null${string}` | `${string}primary key${string}`
  ? PlainValueOf<S>
  : PlainValueOf<S> | null;

type PlainValueOf<S extends string> = S extends `text${string}` ? string : S extends `boolean${string}` ? boolean : number;
