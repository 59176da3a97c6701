import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentVersion, sha256 } from './content-version.ts';

test('a digest is that of SHA-256', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(hash('sha256', bytes));
    }),
  );
});

test('a version is the one that the server computes', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme' }))), (content) => {
      expect(contentVersion(content)).toBe(hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22));
    }),
  );
});
