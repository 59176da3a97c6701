import type { ExportSheet } from '#contract/reports.ts';
import type { DateRange } from '#domain/reports.ts';
import { urlOf } from '#web/lib/server/api.ts';

export const exportAddress = ({ from, to }: DateRange, format: 'xlsx' | 'json' | ExportSheet): string =>
  urlOf('exportRecords', {
    query: format === 'xlsx' || format === 'json' ? { format, from, to } : { format: 'csv', sheet: format, from, to },
  });
