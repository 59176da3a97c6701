import type { Progress } from '#domain/work/worklists.ts';
import { count } from '#web/lib/text/format.ts';

/** `14 of 62, 3 missing, 1 unexpected`. Until it is finished, missing animals are called still to go. */
export function progressText(
  {
    expected,
    done,
    missing,
    unexpected,
    entries,
  }: Pick<Progress<never>, 'expected' | 'done' | 'missing' | 'unexpected'> & { readonly entries: { readonly size: number } },
  isFinished: boolean,
): string {
  if (expected === 0) return `${count(entries.size)} done`;
  return [
    `${count(done)} of ${count(expected)}`,
    ...(missing.length > 0 ? [`${count(missing.length)} ${isFinished ? 'missing' : 'to go'}`] : []),
    ...(unexpected.length > 0 ? [`${count(unexpected.length)} unexpected`] : []),
  ].join(', ');
}
