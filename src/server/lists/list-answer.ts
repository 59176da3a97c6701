import type { FarmId } from '#server/db/farm-id.ts';
import type { Encoding } from '#server/http/encoding.ts';
import type { ListEnd } from './pages.ts';
import type { TemporaryFile } from './temporary-file.ts';

export interface ListName {
  readonly farmId: FarmId;
  readonly revision: number;
  /** The route with the parsed query, so that unknown parameters share one answer. */
  readonly address: string;
  readonly encoding: Encoding;
  readonly isCacheable: boolean;
}

export interface ListAnswer extends ListEnd {
  readonly body: Buffer | TemporaryFile;
}
