import { describe, expect, test } from 'vitest';
import { readJson } from './read-json.ts';

/** An answer that comes in parts of so many bytes. */
const answer = (text: string, bytes: number): Response => {
  const whole = new TextEncoder().encode(text);
  const parts = Array.from({ length: Math.ceil(whole.length / bytes) }, (_, index) =>
    whole.slice(index * bytes, (index + 1) * bytes),
  );
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
  );
};

describe('a streamed JSON response is parsed wherever its chunks are cut', () => {
  const animal = (id: number) => ({ id, name: `Zoë "Ærö" \n ${id}`, notes: null });
  const rows = Array.from({ length: 7 }, (_, id) => animal(id));
  const [first, second, third] = [rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)].map((slice) =>
    JSON.stringify(slice).slice(1, -1),
  );

  test.each([
    ['a list in slices', `[${first},\n${second},\n${third}]`, rows],
    ['a list in one slice', JSON.stringify(rows), rows],
    ['an empty list', '[]', []],
    ['an object', JSON.stringify(animal(1)), animal(1)],
    ['nothing', 'null', null],
  ])('%s', async (_, text, meant) => {
    for (const bytes of [1, 2, 3, 7, 64, 10_000]) expect(await readJson(answer(text, bytes))).toEqual(meant);
  });

  test.each(['', '[{"id":1},\n', '[{"id":1},\n{"id":', '<html>'])('the truncated response %j is rejected', async (text) => {
    await expect(readJson(answer(text, 5))).rejects.toThrow(SyntaxError);
  });
});
