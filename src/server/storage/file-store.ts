import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly bytes: number;
  /** To be read to its end or destroyed; fails if the store stops sending. */
  readonly content: Readable;
}

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Names are made by the server: letters, digits, `_`, `.`, `-`, with `/` between folders. */
export interface FileStore {
  /** Replaces atomically; resolves when the file would survive a power cut. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** The same from a local file, for what does not fit into memory. */
  putFile(name: string, path: string): Promise<void>;
  get(name: string): Promise<StoredFile | undefined>;
  has(name: string): Promise<boolean>;
  list(prefix?: string): AsyncIterable<ListedFile>;
  remove(name: string): Promise<void>;
  /** Removes the remains of writes that were interrupted before `moment`. */
  removeUnfinished(moment: Date): Promise<void>;
}

const fileName = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;

/** A name that could lead out of the store is a bug. */
export function checkName(name: string): string {
  if (!fileName.test(name)) throw new Error(`Not a name for a file in the store: ${JSON.stringify(name)}`);
  return name;
}
