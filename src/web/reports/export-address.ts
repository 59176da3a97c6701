import type { DateRange } from '#domain/reports.ts';

export const exportSheets = ['animals', 'health', 'breeding', 'sales'] as const;
export type ExportSheet = (typeof exportSheets)[number];

export const sheetLabels: Readonly<Record<ExportSheet, string>> = {
  animals: 'Animals',
  health: 'Health',
  breeding: 'Breeding',
  sales: 'Sales',
};

/** Where the export of a range is: one sheet as .csv, or all of them as a spreadsheet file. */
export function exportAddress({ from, to }: DateRange, sheet?: ExportSheet): string {
  const query = new URLSearchParams({
    format: sheet ? 'csv' : 'xlsx',
    ...(sheet && { sheet }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });
  return `/api/export?${query.toString()}`;
}
