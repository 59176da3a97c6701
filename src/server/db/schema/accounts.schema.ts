import type { Generated } from 'kysely';
import type { FarmRole, InvitableRole } from '#domain/accounts/members.ts';

export interface Users {
  id: string;
  username: string;
  /** The normalized username (NFKC, lower case), for comparison. */
  username_key: string;
  email: string;
  email_confirmed_at: string | null;
  /** Hash of the session in which the address was typed; null after the address was restored. */
  email_typed_in: string | null;
  owner_name: string | null;
  phone: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  created_at: string;
}

/** Current and past memberships of people on farms. */
export interface Memberships {
  farm_id: string;
  user_id: string;
  role: FarmRole;
  /** null for the founder of the farm, or if the account of the person who added them was deleted. */
  added_by: Generated<string | null>;
  created_at: string;
  /** null while the person is a member. */
  ended_at: Generated<string | null>;
  /** When the membership ends by itself; null: never. */
  ends_at: Generated<string | null>;
  /** A visit by an operator with the owner's consent; a constraint requires the viewer role and an end. */
  by_support: Generated<boolean>;
  /** When a session last switched to the farm; signing in opens the one that was opened last. */
  opened_at: Generated<string | null>;
}

/** Invitations to a farm that were mailed. */
export interface Invitations {
  farm_id: string;
  id: string;
  token_hash: string;
  email: string;
  /** The lower-case address, with at most one pending invitation on a farm. */
  email_key: string;
  role: InvitableRole;
  /** The duration of the membership in days; null: no end. */
  days: number | null;
  /** null if the account of the person who invited was deleted. */
  invited_by: string | null;
  created_at: string;
  expires_at: string;
  accepted_at: Generated<string | null>;
  revoked_at: Generated<string | null>;
}

/** People of a farm without an account. */
export interface People {
  farm_id: string;
  id: string;
  name: string;
}

export interface Sessions {
  token_hash: string;
  user_id: string;
  /** The farm that this device works in. */
  farm_id: string;
  created_at: string;
  expires_at: string;
  has_temporary_password: Generated<boolean>;
  /** Opened with a PIN instead of the password. */
  is_by_pin: Generated<boolean>;
}

/** PINs with which people of a farm switch sessions on a shared device. */
export interface DevicePins {
  farm_id: string;
  /** The hash of the token in the device's cookie. */
  device_hash: string;
  user_id: string;
  /** The hash of the PIN and the device's token, without which the few possible PINs cannot be tried. */
  pin_hash: string;
  wrong_tries: Generated<number>;
  created_at: string;
  /** Extended with each use. */
  expires_at: string;
}

export interface TemporaryPasswords {
  user_id: string;
  password_hash: string;
  /** First letters of the password; empty in rows older than this column. */
  beginning: string;
  expires_at: string;
}

export interface SetupLinks {
  token_hash: string;
  created_at: string;
}

/** Permissions of owners for the operators to view their farm. */
export interface SupportAccess {
  farm_id: string;
  allowed_at: string;
  ends_at: string;
}

/** Links for registering while registration is closed. A used link is deleted. */
export interface RegistrationLinks {
  token_hash: string;
  id: string;
  email: string;
  /** The normalized address, for comparison. */
  email_key: string;
  created_at: string;
  expires_at: string;
}

/** Replaced email addresses, for as long as their owners can restore them. */
export interface EmailChanges {
  token_hash: string;
  user_id: string;
  old_email: string;
  old_confirmed_at: string | null;
  position: number;
  changed_at: string;
}

export interface EmailConfirmations {
  token_hash: string;
  user_id: string;
  email: string;
  created_at: string;
}
