import type { Generated } from 'kysely';
import type { PaperKind } from '#contract/papers.ts';

/** Receipts and movement documents, as they were issued. Triggers refuse every change but cancelling. */
export interface Papers {
  farm_id: string;
  id: string;
  kind: PaperKind;
  year: number;
  /** Counted for each kind and year of the farm; null: another farm has issued the paper, or it came in with a number that was taken. */
  number: number | null;
  label: string;
  is_received: boolean;
  day: string;
  party: string;
  animals: number;
  /** The tags of the first animals. */
  tags: string;
  total_cents: number | null;
  /** JSON: PaperContent of contract/papers.ts. */
  content: string;
  /** In small letters, to be searched. */
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
  /** null: the account of whoever made it was deleted. */
  created_by: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: Generated<string | null>;
  accepted_at: Generated<string | null>;
  /** The id of the buyer's farm, which may be deleted by now. */
  accepted_in: Generated<string | null>;
  /** JSON: ArrivedAnimals of contract/transfers.ts, as the buyer was answered. */
  arrival: Generated<string | null>;
}
