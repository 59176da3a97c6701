import { Readable } from 'node:stream';
import { exportSheets, type ExportQuery, type reportRoutes } from '#contract/reports.ts';
import type { Deps } from '#server/deps.ts';
import type { Download } from '#server/http/download.ts';
import type { InFarm } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { csvOf } from './csv.ts';
import { sheets } from './sheets.ts';
import { workbookOf } from './xlsx.ts';

/** An export reads everything the farm has; nobody needs it more often. */
const exportLimit = { hits: 30, seconds: 600 };
const tooOften = 'You have exported very often just now. Wait a few minutes and try again.';

export const reportHandlers = ({ db, limits, now }: Deps): Handlers<typeof reportRoutes> => ({
  exportRecords: async ({ query }, { farmId }: InFarm): Promise<Download> => {
    await limits.hit(`export:${farmId}`, exportLimit, tooOften);
    const range = { from: query.from ?? null, to: query.to ?? null };
    const part = (name: (typeof exportSheets)[number]) => ({ ...sheets[name], batches: sheets[name].rows(db, farmId, range) });
    if (query.format === 'csv' && query.sheet) {
      const { columns, batches } = part(query.sheet);
      return {
        fileName: fileName(query, query.sheet, now()),
        mediaType: 'text/csv; charset=utf-8',
        open: () => Readable.from(csvOf(columns, batches), { objectMode: false }),
      };
    }
    return {
      fileName: fileName(query, 'farm-records', now()),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      open: () => workbookOf(exportSheets.map(part)),
    };
  },
});

/** `health-2026-01-01-to-2026-03-31.csv`; an open end is today. */
function fileName({ format, from, to }: ExportQuery, what: string, now: Date): string {
  const end = to ?? now.toISOString().slice(0, 10);
  return `${what}-${from ? `${from}-to-` : ''}${end}.${format}`;
}
