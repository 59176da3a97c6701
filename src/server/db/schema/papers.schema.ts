import type { Generated } from 'kysely';
import type { PaperKind } from '#contract/papers.ts';
import type { Cents } from '#domain/values/units.ts';

/** Receipts and movement documents as issued. Nothing is changed afterwards except that they are cancelled. */
export interface Papers {
  farm_id: string;
  id: string;
  kind: PaperKind;
  year: number;
  /** Consecutive for each kind and year of the farm; null if another farm has issued the paper, or if it was imported with a number that was taken. */
  number: number | null;
  label: string;
  is_received: boolean;
  day: string;
  party: string;
  animals: number;
  /** The tags of the first animals. */
  tags: string;
  total_cents: Cents | null;
  /** JSON: PaperContent of contract/papers.ts. */
  content: string;
  /** Lower-case text for searching. */
  words: string;
  replaces_id: string | null;
  issued_by: string | null;
  create_digest: string;
  created_at: string;
  cancelled_at: string | null;
  cancelled_by: string | null;
  cancel_reason: string | null;
}

/** A code with which the buyer of the animals on a movement document takes over their records. */
export interface Transfers {
  farm_id: string;
  id: string;
  token_hash: string;
  paper_id: string;
  with_notes: boolean;
  /** null if the account of its creator was deleted. */
  created_by: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: Generated<string | null>;
  accepted_at: Generated<string | null>;
  /** The id of the buyer's farm, which may have been deleted since. */
  accepted_in: Generated<string | null>;
  /** JSON: the buyer's reply, ArrivedAnimals of contract/transfers.ts. */
  arrival: Generated<string | null>;
}
