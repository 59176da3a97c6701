import type { Progress } from '#domain/worklists.ts';

/** `14 of 62, 3 missing, 1 unexpected`. Until it is finished, missing animals are called still to go. */
export function progressText(
  { expected, done, missing, unexpected }: Pick<Progress<never>, 'expected' | 'done' | 'missing' | 'unexpected'>,
  isFinished: boolean,
): string {
  if (expected === 0) return `${unexpected.length} done`;
  return [
    `${done} of ${expected}`,
    ...(missing.length > 0 ? [`${missing.length} ${isFinished ? 'missing' : 'to go'}`] : []),
    ...(unexpected.length > 0 ? [`${unexpected.length} unexpected`] : []),
  ].join(', ');
}
