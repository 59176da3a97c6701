import { yieldToMain } from './yield-to-main.ts';

/**
 * Reads the JSON of a response. A long list is parsed while it arrives, line by line (server/lists/pages.ts): parsing 10,000 animals at
 * once would block a slow phone for a fifth of a second.
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
      await yieldToMain();
    }
  }
  return rows.length === 0 ? JSON.parse(line) : rows.concat(slice(line));
}

const slice = (text: string): readonly unknown[] => JSON.parse(text) as unknown[];
