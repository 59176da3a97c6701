import { yieldToMain } from './yield-to-main.ts';

/**
 * Parses a long list line by line while it arrives (server/lists/pages.ts), because parsing 10,000 animals at once blocks a slow
 * phone for a fifth of a second.
 */
export async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const rows: unknown[] = [];
  let line = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const [rest = '', ...next] = part.value.split('\n');
    line += rest;
    for (const lineStart of next) {
      for (const row of slice(`${line.slice(0, -1)}]`)) rows.push(row);
      line = `[${lineStart}`;
      await yieldToMain();
    }
  }
  return rows.length === 0 ? JSON.parse(line) : rows.concat(slice(line));
}

const slice = (text: string): readonly unknown[] => JSON.parse(text) as unknown[];
