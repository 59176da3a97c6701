import { Problem } from '#server/problem.ts';
import type { ListsOf } from './parts.ts';

/** Why a file is not read. */
export class TableError extends Problem {
  constructor(code: 'imports.unreadable' | 'imports.too_large', message: string) {
    super(code, { message });
  }
}

export interface RawRow {
  readonly number: number;
  readonly cells: string;
}

export interface SheetName {
  readonly name: string;
  readonly rows: number;
  /** One way to read the letters of the file, and no sheet of a workbook. */
  readonly isReading: boolean;
}

export interface TableOrder {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: number | undefined;
}

/** What a thread answers of a table. */
export interface TableLists {
  readonly sheets: SheetName;
  readonly sheet: number;
  readonly headings: string;
  readonly rows: RawRow;
}

export type RawTable = Omit<ListsOf<TableLists>, 'sheet'> & { readonly sheet: number };

export const rawRow = ({ number, cells }: { readonly number: number; readonly cells: readonly string[] }): RawRow => ({
  number,
  cells: JSON.stringify(cells),
});
