import { nextTurn } from './next-turn.ts';

/**
 * The JSON of an answer. A long list is taken in while it is coming, one slice of it at a time, which ends its line
 * (server/http/pages.ts): in one piece 10,000 animals would hold a slow phone's screen for a fifth of a second.
 */
export async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const rows: unknown[] = [];
  let line = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const [rest = '', ...next] = part.value.split('\n');
    line += rest;
    for (const begin of next) {
      for (const row of slice(`${line.slice(0, -1)}]`)) rows.push(row);
      line = `[${begin}`;
      await nextTurn();
    }
  }
  return rows.length === 0 ? JSON.parse(line) : rows.concat(slice(line));
}

const slice = (text: string): readonly unknown[] => JSON.parse(text) as unknown[];
