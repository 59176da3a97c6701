import type { Table } from './table.ts';

/** A row as it is stored: its cells as a JSON array of texts. */
export interface RawRow {
  readonly number: number;
  readonly cells: string;
}

export interface RawTable {
  readonly headings: readonly string[];
  readonly rows: readonly RawRow[];
}

/** What the thread that reads a file tells the server's own. */
export type Message =
  | { readonly kind: 'headings'; readonly headings: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly RawRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly code: 'imports.unreadable' | 'imports.too_large'; readonly message: string };

export const rawRow = ({ number, cells }: Table['rows'][number]): RawRow => ({ number, cells: JSON.stringify(cells) });
