export class TableError extends Error {
  readonly code: 'imports.unreadable' | 'imports.too_large';

  constructor(code: TableError['code'], message: string) {
    super(message);
    this.code = code;
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

export interface RawTable {
  readonly sheets: readonly SheetName[];
  readonly sheet: number;
  readonly headings: readonly string[];
  readonly rows: readonly RawRow[];
}

export interface TableOrder {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheet: number | undefined;
}

/** The table without its rows, which follow in parts, or why it is not read. */
export type TableSummary =
  | { readonly table: Omit<RawTable, 'rows'> }
  | { readonly code: TableError['code']; readonly message: string };

export interface TableLists {
  readonly rows: RawRow;
}

export const rawRow = ({ number, cells }: { readonly number: number; readonly cells: readonly string[] }): RawRow => ({
  number,
  cells: JSON.stringify(cells),
});
