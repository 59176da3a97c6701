import type { Generated } from 'kysely';
import type { FarmRole, InvitableRole } from '#domain/members.ts';

export interface Users {
  id: string;
  username: string;
  /** The username in the form in which it is compared: NFKC, lower case. */
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

/** Who works on which farm, now or in the past. */
export interface Memberships {
  farm_id: string;
  user_id: string;
  role: FarmRole;
  /** null: the founder of the farm, or the account of whoever added them was deleted. */
  added_by: Generated<string | null>;
  created_at: string;
  /** null: the person is a member. */
  ended_at: Generated<string | null>;
  /** Until when the person is a member; null: until somebody ends it. */
  ends_at: Generated<string | null>;
  /** When a session last began to work in the farm: signing in opens the farm that was opened last. */
  /** Of the people who run the product, by consent: a constraint keeps them viewers with an end. */
  by_support: Generated<boolean>;
  opened_at: Generated<string | null>;
}

/** Links that were mailed to whom a farm wants to have. */
export interface Invitations {
  farm_id: string;
  id: string;
  token_hash: string;
  email: string;
  /** In lower case; one invitation is pending for it on a farm. */
  email_key: string;
  role: InvitableRole;
  /** For how many days the person is to be a member; null: without an end. */
  days: number | null;
  /** null: the account of whoever invited was deleted. */
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
  /** Opened by a PIN instead of the password. */
  is_by_pin: Generated<boolean>;
}

/** With which people of a farm change places at a device that they share. */
export interface DevicePins {
  farm_id: string;
  /** Of the token in the device's cookie. */
  device_hash: string;
  user_id: string;
  /** Of the PIN together with the token of the device, without which the few PINs cannot be tried. */
  pin_hash: string;
  wrong_tries: Generated<number>;
  created_at: string;
  /** Later with each use. */
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

/** Until when the people who run the product may visit a farm. */
export interface SupportAccess {
  farm_id: string;
  allowed_at: string;
  ends_at: string;
}

/** For registering a farm while registration is closed. A link that is used is deleted. */
export interface RegistrationLinks {
  token_hash: string;
  id: string;
  email: string;
  /** In the form in which it is compared. */
  email_key: string;
  created_at: string;
  expires_at: string;
}

/** Replaced e-mail addresses, for as long as their owners can restore them. */
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
