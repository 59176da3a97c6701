/** What the worker stores: the files of exactly one build (scripts/precache.ts). */
export interface Build {
  /** Another one for other files, and for another content policy of the shell. */
  readonly version: string;
  /** Paths with the digest of their content as subresource integrity names it. The shell comes last. */
  readonly files: readonly (readonly [path: string, integrity: string])[];
  /** Paths of the screens of a farm; `$name` stands for an id. */
  readonly farmScreens: readonly string[];
}

export const shellPath = '/shell.html';

/** The message by which a page lets the waiting worker take over. */
export const takeOver = 'take over';
