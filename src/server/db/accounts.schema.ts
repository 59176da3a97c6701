import type { Generated } from 'kysely';

export interface Users {
  id: string;
  farm_id: string;
  username: string;
  /** The username as it is compared: NFKC, lower case. */
  username_key: string;
  email: string;
  /** null: nobody has used the link that was mailed there. */
  email_confirmed_at: string | null;
  /** Hash of the session in which the address was typed; null after it was put back. */
  email_typed_in: string | null;
  owner_name: string | null;
  phone: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  created_at: string;
}

export interface Sessions {
  /** SHA-256 of the cookie's token. */
  token_hash: string;
  user_id: string;
  created_at: string;
  expires_at: string;
  /** Begun with a temporary password that has not been changed since. */
  has_temporary_password: Generated<boolean>;
}

export interface TemporaryPasswords {
  user_id: string;
  password_hash: string;
  /** Its first letters; empty for one from before they were kept. */
  beginning: string;
  expires_at: string;
}

/** The one-time link that makes the first administrator. */
export interface SetupLinks {
  token_hash: string;
  created_at: string;
}

/** E-mail addresses that were replaced, as long as their owners can put them back. */
export interface EmailChanges {
  token_hash: string;
  user_id: string;
  old_email: string;
  /** When the old address was confirmed; null where it never was. */
  old_confirmed_at: string | null;
  /** Counts the person's changes. */
  position: number;
  changed_at: string;
}

/** A link that was mailed to an address to confirm it. */
export interface EmailConfirmations {
  token_hash: string;
  user_id: string;
  email: string;
  created_at: string;
}
