import { Readable } from 'node:stream';
import { maxImportRows } from '#contract/imports.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Download } from '#server/http/download.ts';
import { writeCsv } from '#server/reports/csv.ts';
import { findStored, listRows } from './imports.service.ts';
import { readRowPages } from './imports.queries.ts';
import { columnsOf } from './stored-import.ts';

/** The import reads no column of this heading. */
const reasonHeading = 'Why it was left out';

/** The refused rows as they stand in the file, each with the reason. */
export async function openLeftOut(deps: Pick<Deps, 'db' | 'now' | 'limits'>, farmId: FarmId, id: string): Promise<Download> {
  const stored = await findStored(deps.db, farmId, id);
  const refused = await listRows(deps, farmId, id, { verdict: 'refused', limit: maxImportRows });
  const reasons = new Map(refused.map(({ number, reason }) => [number, reason ?? '']));
  const headings = [...columnsOf(stored).map(({ heading }) => heading), reasonHeading];
  const columns = headings.map((heading) => ({ heading, kind: 'text', width: 12 }) as const);
  const batches = async function* () {
    for await (const page of readRowPages(deps.db, farmId, id)) {
      yield page.flatMap(({ number, cells }) => {
        const reason = reasons.get(number);
        return reason === undefined ? [] : [[...(JSON.parse(cells) as string[]), reason]];
      });
    }
  };
  return {
    fileName: 'left-out.csv',
    mediaType: 'text/csv; charset=utf-8',
    open: () => Readable.from(writeCsv(columns, batches()), { objectMode: false }),
  };
}
