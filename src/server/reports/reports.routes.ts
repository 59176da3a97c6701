import { Readable } from 'node:stream';
import { exportSheets, type ExportQuery, type ExportSheet, type reportRoutes } from '#contract/reports.ts';
import type { Deps } from '#server/deps.ts';
import type { Download } from '#server/http/download.ts';
import { readRegional } from '#server/db/regional.ts';
import type { InFarm } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { writeAde } from './ade.ts';
import { writeCsv } from './csv.ts';
import { sheetOf } from './sheets.ts';
import { writeWorkbook } from './xlsx.ts';

const exportLimit = { hits: 30, seconds: 600 };
const tooOften = 'You have exported very often. Wait a few minutes and try again.';

export const reportHandlers = ({ db, limits, now }: Deps): Handlers<typeof reportRoutes> => ({
  exportRecords: async ({ query }, { farmId }: InFarm): Promise<Download> => {
    await limits.hit(`export:${farmId}`, exportLimit, tooOften);
    const range = { from: query.from ?? null, to: query.to ?? null, today: now().toISOString().slice(0, 10) };
    const { weightUnit: unit } = await readRegional(db, farmId);
    const withRows = (name: ExportSheet) => {
      const sheet = sheetOf(name, unit);
      return { ...sheet, batches: sheet.rows(db, farmId, range) };
    };
    if (query.format === 'csv' && query.sheet) {
      const { columns, batches } = withRows(query.sheet);
      return {
        fileName: fileName(query, query.sheet, now()),
        mediaType: 'text/csv; charset=utf-8',
        open: () => Readable.from(writeCsv(columns, batches), { objectMode: false }),
      };
    }
    if (query.format === 'json') {
      return {
        fileName: fileName(query, 'icar-ade', now()),
        mediaType: 'application/json',
        open: () => Readable.from(writeAde(db, farmId, range), { objectMode: false }),
      };
    }
    return {
      fileName: fileName(query, 'farm-records', now()),
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      open: () => writeWorkbook(exportSheets.map(withRows)),
    };
  },
});

/** `health-2026-01-01-to-2026-03-31.csv`; an open end becomes today. */
function fileName({ format, from, to }: ExportQuery, name: string, now: Date): string {
  const end = to ?? now.toISOString().slice(0, 10);
  return `${name}-${from ? `${from}-to-` : ''}${end}.${format}`;
}
