/** The version of a record without a counter, as the server computes it (`server/http/content-version.ts`). The browser's own digests are asynchronous. */
export function contentVersion(content: readonly unknown[]): string {
  const digest = sha256(new TextEncoder().encode(JSON.stringify(content)));
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22);
}

const firstPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
};

const fractionBits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const rotate = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

/** SHA-256 (FIPS 180-4). */
export function sha256(message: Uint8Array): Uint8Array {
  const primes = firstPrimes(64);
  const constants = primes.map((prime) => fractionBits(Math.cbrt(prime)));
  const hash = Int32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length * 8));
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 64; n += 1) words[n] = n < 16 ? view.getInt32(block + n * 4) : nextWord(words, n);
    hash.set(compress(hash, words, constants).map((value, n) => value + at(hash, n)));
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [n, value] of hash.entries()) digest.setInt32(n * 4, value);
  return new Uint8Array(digest.buffer);
}

const at = (words: ArrayLike<number>, n: number): number => words[n] ?? 0;

function nextWord(words: Int32Array, n: number): number {
  const [near, far] = [at(words, n - 2), at(words, n - 15)];
  const first = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
  const second = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
  return at(words, n - 16) + first + at(words, n - 7) + second;
}

function compress(hash: Int32Array, words: Int32Array, constants: readonly number[]): Int32Array {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + at(constants, n) + at(words, n);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return Int32Array.of(a, b, c, d, e, f, g, h);
}
