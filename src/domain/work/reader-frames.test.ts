import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEid } from '../records/eid.ts';
import { receive } from './reader-frames.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function inParts(parts: readonly Iterable<number>[]) {
  let rest = '';
  const frames: string[] = [];
  for (const part of parts) {
    const received = receive(rest, part);
    frames.push(...received.frames);
    ({ rest } = received);
  }
  return { frames, rest };
}

/** Captured output of readers, with terminators. */
const captured = [
  ['\u00021000000826071339300045261123021455\r\n', '826071339300045'],
  ['1000000036000012345678\r', '036000012345678'],
  ['A0000000982000196588496\r\n', '982000196588496'],
  ['826071339300045\n', '826071339300045'],
  ['\u0002840003123456789\u0003', '840003123456789'],
  ['942 000002422333\r\n', '942000002422333'],
  ['0826071339300045\r\n', '826071339300045'],
  ['00000 0 982 000196588496\r', '982000196588496'],
  ['8000F58000000001\r\n', '982000000000001'],
] as const;

test('the output of a reader gives the same EID for any number of frames in a row, however they are split', () => {
  const readings = fc.array(fc.constantFrom(...captured), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(readings, fc.array(fc.nat(), { maxLength: 12 }), (sent, places) => {
      const bytes = bytesOf(sent.map(([text]) => text).join(''));
      const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      const parts = at.slice(1).map((end, index) => bytes.slice(at[index], end));
      expect(inParts(parts).frames.map(parseEid)).toEqual(sent.map(([, eid]) => eid));
    }),
  );
});

test('a frame without its end is kept until the end arrives', () => {
  expect(inParts([bytesOf('8260713393')])).toEqual({ frames: [], rest: '8260713393' });
});

test('noise without a terminator does not accumulate', () => {
  expect(receive('', new Uint8Array(1_000_000).fill(0xff)).rest.length).toBeLessThan(200);
});
