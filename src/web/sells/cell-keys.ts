import type { SaleCells } from './sale-edits.ts';

export type SaleColumn = keyof SaleCells;

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface Move {
  readonly rows: number;
  readonly column: SaleColumn;
}

/**
 * As in a spreadsheet: up and down stay in the column, Enter and Shift+Enter change the row, left and right leave only a checkbox.
 * Undefined for keys that have their usual effect.
 */
export function moveOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Key, column: SaleColumn): Move | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === 'Enter') return { rows: shiftKey ? -1 : 1, column };
  if (shiftKey) return undefined;
  if (key === 'ArrowDown') return { rows: 1, column };
  if (key === 'ArrowUp') return { rows: -1, column };
  if (key === 'ArrowRight' && column === 'forSale') return { rows: 0, column: 'price' };
  return undefined;
}
