import type { ExportSheet } from '#contract/reports.ts';
import type { DateRange } from '#domain/reports.ts';
import { urlOf } from '#web/lib/api.ts';

export const exportAddress = ({ from, to }: DateRange, sheet?: ExportSheet): string =>
  urlOf('exportRecords', { query: { format: sheet ? 'csv' : 'xlsx', sheet, from, to } });
