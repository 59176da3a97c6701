import { nextTurn } from './next-turn.ts';

/**
 * The JSON of an answer. A long list is taken in slice by slice while it is coming, one line of it at a time (server/http/pages.ts):
 * in one piece 10,000 animals would hold a slow phone's screen for a fifth of a second.
 */
export async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const rows: unknown[] = [];
  let rest = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    let searched = Math.max(0, rest.length - 1);
    rest += part.value;
    for (let end = rest.indexOf(sliceEnd, searched); end >= 0; end = rest.indexOf(sliceEnd, searched)) {
      rows.push(...(JSON.parse(`${rows.length === 0 ? '' : '['}${rest.slice(0, end)}]`) as unknown[]));
      rest = rest.slice(end + sliceEnd.length);
      searched = 0;
      await nextTurn();
    }
  }
  return rows.length === 0 ? JSON.parse(rest) : [...rows, ...(JSON.parse(`[${rest}`) as unknown[])];
}

const sliceEnd = ',\n';
