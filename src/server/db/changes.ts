import type { FarmId } from './farm-id.ts';

/** Who writes: a person who is signed in, or a job of the server, which is named. */
export type Author = { readonly user: string } | { readonly job: string };

/** A write of a farm. `call` is the name of its entry in the contract. The context of every route of a farm is one. */
export interface Act {
  readonly farmId: FarmId;
  readonly by: Author;
  readonly call: string;
}
