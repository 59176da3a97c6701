/** The files that the worker stores: those of exactly one build (scripts/precache.ts). */
export interface Build {
  /** Changes with the files and with the shell's content policy. */
  readonly version: string;
  /** Paths with the digest of their content in the format of subresource integrity. The shell comes last. */
  readonly files: readonly (readonly [path: string, integrity: string])[];
  readonly farmScreens: readonly FarmScreen[];
}

/** What the shell is given for one of the farm's screens: its frame until its scripts have run, and all of its scripts at once. */
export interface FarmScreen {
  /** `$name` is a placeholder for an id. */
  readonly path: string;
  readonly scripts: readonly string[];
  /** HTML for the inside of `main`. */
  readonly loading: string;
}

export function shellOf(shell: string, { scripts, loading }: FarmScreen): string {
  const preloads = scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`);
  return shell.replace('</head>', () => `${preloads.join('')}</head>`).replace('</main>', () => `${loading}</main>`);
}

export const shellPath = '/shell.html';

/** The message by which a page lets the waiting worker take over. */
export const takeOver = 'take over';
