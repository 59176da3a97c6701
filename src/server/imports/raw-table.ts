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

export type TableMessage =
  | { readonly kind: 'headings'; readonly table: Omit<RawTable, 'rows'> }
  | { readonly kind: 'rows'; readonly rows: readonly RawRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly code: 'imports.unreadable' | 'imports.too_large'; readonly message: string };

export const rawRow = ({ number, cells }: { readonly number: number; readonly cells: readonly string[] }): RawRow => ({
  number,
  cells: JSON.stringify(cells),
});
