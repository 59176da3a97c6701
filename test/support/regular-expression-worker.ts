import { parentPort } from 'node:worker_threads';
import fc from 'fast-check';

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

interface Attempt {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

export interface Slowest {
  readonly ms: number;
  readonly attempt: Attempt | undefined;
}

const fullLength = 100_000;
/** An expression that is slow at full length is noticeably slow at this length, and most texts are not. */
const screeningLength = 5000;
const suspiciousMs = 0.5;

parentPort?.on('message', ({ source, flags }: Expression) => {
  const once = new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  const everywhere = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`);
  const run = (text: string): void => {
    once.exec(text);
    text.replace(everywhere, '');
  };
  let slowest: Slowest = { ms: 0, attempt: undefined };
  for (const attempt of attemptsAt({ source, flags })) {
    const short = textOf(attempt, screeningLength);
    // The first run may have compiled the expression or collected garbage.
    if (cpuMs(() => run(short)) < suspiciousMs || cpuMs(() => run(short)) < suspiciousMs) continue;
    const text = textOf(attempt, fullLength);
    const ms = Math.min(...Array.from({ length: 3 }, () => cpuMs(() => run(text))));
    if (ms > slowest.ms) slowest = { ms, attempt };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(slowest);
});

const textOf = ({ prefix, pump, suffix }: Attempt, length: number): string =>
  prefix + pump.repeat(Math.ceil((length - prefix.length - suffix.length) / pump.length)) + suffix;

/** Processor time of this thread, so that other load of the machine does not count. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Of one kind of character, or of alternating kinds. */
const runs = [
  '1', '0', 'a', 'Z', ' ', '\t', '\n', '\r\n', '\u00A0', '-', ',', '.', '_', '/', ':', ';', '@', '$', '%', '#', '&', '=', '+', '(',
  '"', "'", '’', '<', '>', '\\', '\0', '\u0301', 'é', '😀', '\uD800', '\u200B',
  '1 ', 'a1', 'a ', '1.', '1,', '1,1', '01', '- ', ' \n', 'a.', 'a-', 'a@', './', '<a', '<c ', '<a>', '1-1-', 'A1 ', '\r\n ', '.000', '"" ',
]; // prettier-ignore
const numberLike = ['1 ', 'a1', '1.', '.000', '1,1'];
const endings = ['', '!', '\0', 'x', '1', '\n'];

/** Besides long runs, texts that match the expression, with a run at each position and an end that does not match. */
function attemptsAt(expression: Expression): Attempt[] {
  const attempts = runs.flatMap((pump) => endings.map((suffix) => ({ prefix: '', pump, suffix })));
  for (const sample of samplesOf(expression)) {
    const points = Array.from(sample).slice(0, 24);
    for (const at of points.keys()) {
      const prefix = points.slice(0, at + 1).join('');
      const pumps = new Set([points[at] ?? '', points.slice(at, at + 2).join(''), ...runs.slice(0, 14), ...numberLike]);
      for (const pump of pumps) for (const suffix of ['!', '\0']) attempts.push({ prefix, pump, suffix });
    }
  }
  return attempts;
}

function samplesOf({ source, flags }: Expression): string[] {
  const expression = new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  // The generator does not support back references; with the group itself in their place some texts still match.
  const groups = source.match(/\((?!\?)[^()]*\)/g) ?? [];
  const known = source.replaceAll(/\\([1-9])/g, (_, number: string) => groups[Number(number) - 1] ?? '');
  const plain = new RegExp(withoutAssertions(known), flags.replaceAll(/[giy]/g, ''));
  const texts = fc.sample(fc.stringMatching(plain), { numRuns: 40, seed: 42 });
  const matching = texts.filter((text) => expression.test(text));
  return (matching.length > 0 ? matching : texts).slice(0, 4);
}

/** The generator does not support look-arounds and word boundaries, which only exclude texts. */
function withoutAssertions(source: string): string {
  const start = /\(\?<?[=!]/.exec(source);
  if (!start) return source.replaceAll(/(?<!\\)\\[bB]/g, '');
  let depth = 0;
  let end = start.index;
  for (let isInClass = false; end < source.length; end += 1) {
    const character = source[end];
    if (character === '\\') end += 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (!isInClass && character === '(') depth += 1;
    else if (!isInClass && character === ')' && (depth -= 1) === 0) break;
  }
  return withoutAssertions(source.slice(0, start.index) + source.slice(end + 1));
}
