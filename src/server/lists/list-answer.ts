import type { FarmId } from '#server/db/farm-id.ts';
import type { Encoding } from '#server/http/encoding.ts';
import type { ListEnd } from './pages.ts';
import type { Spool } from './spool.ts';

/** What an answer depends on. */
export interface ListName {
  readonly farmId: FarmId;
  readonly revision: number;
  /** The route with what it understood of the query: what it does not know makes no answer of its own. */
  readonly address: string;
  readonly encoding: Encoding;
  /** Pages are short and many. */
  readonly isCacheable: boolean;
}

/** A list as it is sent: in memory, or on the disk where it is long. */
export interface ListAnswer extends ListEnd {
  readonly body: Buffer | Spool;
}
