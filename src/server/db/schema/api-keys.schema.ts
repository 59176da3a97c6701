import type { Generated } from 'kysely';

/** Credentials of programs. Rows of revoked keys stay, because the history refers to them. */
export interface ApiKeys {
  farm_id: string;
  id: string;
  name: string;
  /** SHA-256 of the secret, which has 256 random bits. */
  secret_hash: string;
  last_four: string;
  /** JSON: the names of its scopes. */
  scopes: string;
  /** The person in whose name it acts; it never has more than their current rights. */
  created_by: string;
  created_at: string;
  /** null: never. */
  expires_at: string | null;
  /** The day of the last request. */
  used_on: Generated<string | null>;
  revoked_at: Generated<string | null>;
}
