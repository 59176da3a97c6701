import type { ExportSheet } from '#contract/reports.ts';
import { adeNames, adeOf, adeSheetOf, type CellsByHeading } from '#domain/imports/icar.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { readOwnNumber } from '#server/db/farm-numbers.ts';
import type { ExportRange } from './reports.queries.ts';
import { sheetOf } from './sheets.ts';

/** The records as resources of the ICAR Animal Data Exchange, in one collection. */
export async function* writeAde(db: Db, farmId: FarmId, range: ExportRange): AsyncGenerator<string> {
  const holding = await readOwnNumber(db, farmId);
  yield '{"member":[';
  let separator = '\n';
  for (const name of adeNames) {
    const sheet = sheetOf(adeSheetOf(name) satisfies ExportSheet, 'kg');
    for await (const batch of sheet.rows(db, farmId, range)) {
      const cells = batch.map((row): CellsByHeading =>
        Object.fromEntries(sheet.columns.map(({ heading }, index) => [heading, row[index] ?? null])),
      );
      for (const resource of adeOf(name, cells, holding)) {
        yield separator + JSON.stringify(resource);
        separator = ',\n';
      }
    }
  }
  yield '\n]}\n';
}
