import { Problem } from '#server/problem.ts';

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
  readonly sheet?: number | undefined;
}

export interface RawTable {
  readonly sheets: readonly SheetName[];
  readonly sheet: number;
  readonly headings: readonly string[];
  readonly rows: readonly RawRow[];
}
