import type { Happened } from './happened-cells.ts';
import { isParsed, type ParsedRow, type UnreadableRow } from './parsed-row.ts';
import { finishRow, type PlannedRow } from './planned-row.ts';

/** Rows that differ only in what happened to their animal, as in a list with a row for each weighing, become one. */
export function joinRows(all: readonly (ParsedRow | UnreadableRow)[]) {
  const first = new Map<string, { readonly number: number; readonly happened: Happened[]; readonly lines: Set<string> }>();
  const joined: { readonly row: ParsedRow; readonly to: number; readonly why: string }[] = [];
  const rows = all.flatMap((row) => {
    if (!isParsed(row) || row.happened.length === 0) return row;
    const key = JSON.stringify({ ...row, number: 0, happened: [], remarks: [] });
    const known = first.get(key);
    const { number, happened, lines } = known ?? { number: row.number, happened: [], lines: new Set() };
    const before = lines.size;
    for (const each of row.happened) {
      const line = JSON.stringify([...each.lines]);
      if (!lines.has(line)) happened.push(each);
      lines.add(line);
    }
    if (!known) {
      first.set(key, { number, happened, lines });
      return { ...row, happened };
    }
    const isSame = lines.size === before;
    const why = isSame
      ? `The same as row ${number}.`
      : `The same animal as row ${number}, so what this row says was added there.`;
    joined.push({ row, to: number, why });
    return [];
  });
  return { rows, joined };
}

/** They are refused together with the row that they were joined to. */
export function finishJoined(joined: ReturnType<typeof joinRows>['joined'], finished: readonly PlannedRow[]): PlannedRow[] {
  const refusals = new Map(finished.flatMap(({ number, verdict, reason }) => (verdict === 'refused' ? [[number, reason]] : [])));
  return joined.map(({ row, to, why }) => {
    const refusal = refusals.get(to);
    return finishRow(row, refusal == null ? 'duplicate' : 'refused', refusal ?? why, row.remarks);
  });
}
