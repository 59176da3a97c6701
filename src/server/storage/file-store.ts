import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly bytes: number;
  /** To be read to its end or destroyed; fails when the store falls silent half way. */
  readonly content: Readable;
}

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Where whole files are kept under names that the server makes: letters, digits, `_`, `.`, `-`, with `/` between folders. */
export interface FileStore {
  /** Resolves when the file would survive a power cut; what had the name before is replaced, and never half of it. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** The same with a file of this machine, for what does not fit into memory. */
  putFile(name: string, path: string): Promise<void>;
  get(name: string): Promise<StoredFile | undefined>;
  has(name: string): Promise<boolean>;
  /** All files whose names begin so, in no particular order. */
  list(prefix?: string): AsyncIterable<ListedFile>;
  /** A file that is not there is no fault. */
  remove(name: string): Promise<void>;
  /** Clears what writes that were cut off before `moment` have left. */
  removeUnfinished(moment: Date): Promise<void>;
}

const fileName = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;

/** A name that could lead out of the store is a mistake of this program. */
export function checkName(name: string): string {
  if (!fileName.test(name)) throw new Error(`Not a name for a file in the store: ${JSON.stringify(name)}`);
  return name;
}
