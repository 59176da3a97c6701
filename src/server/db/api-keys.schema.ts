import type { Generated } from 'kysely';

/** What a program shows instead of a session. Rows of revoked keys stay, because the history names them. */
export interface ApiKeys {
  farm_id: string;
  id: string;
  name: string;
  /** SHA-256 of the secret, which has 256 random bits. */
  secret_hash: string;
  last_four: string;
  /** JSON: the names of the rights that it was given. */
  scopes: string;
  /** The person in whose name it acts: it can do nothing that they cannot do now. */
  created_by: string;
  created_at: string;
  /** null: it does not expire. */
  expires_at: string | null;
  /** The day of the last request. */
  used_on: Generated<string | null>;
  revoked_at: Generated<string | null>;
}
