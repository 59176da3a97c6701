/** The files that the worker stores: those of exactly one build (scripts/precache.ts). */
export interface Build {
  /** Changes with the files and with the shell's content policy. */
  readonly version: string;
  /** Paths with the digest of their content in the format of subresource integrity. The shell comes last. */
  readonly files: readonly (readonly [path: string, integrity: string])[];
  /** Paths of the screens that the shell answers at once; `$name` is a placeholder for an id. */
  readonly farmScreens: readonly string[];
}

export const shellPath = '/shell.html';

/** The message by which a page lets the waiting worker take over. */
export const takeOver = 'take over';
