import { z } from 'zod';
import { maxBirthCheckLength, maxBirthChecks } from '#domain/records/birth-check-bounds.ts';
import { maxBreedingValue, maxBreedingValues, maxTraitLength } from '#domain/records/breeding-value-bounds.ts';
import { cullLimitBounds as bounds } from '#domain/performance/cull-limit-bounds.ts';
import { farmRoles } from '#domain/accounts/members.ts';
import { planTypes, tiers } from '#domain/accounts/plans.ts';
import { dateFormats, farmSpecies, weightUnits } from '#domain/values/units.ts';
import { isStorable } from '#domain/values/text.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { farmNumberFields } from '#domain/records/farm-numbers.ts';
import { field } from '#domain/records/fields.ts';
import { optionalLine, optionalPicture, optionalText, requiredLine, text } from '#domain/records/values.ts';
import { BaseVersion, Email, Message } from './common.ts';
import { route } from './route.ts';

const share = (least: number, most: number) => {
  const message = `Must be from ${least * 100} to ${most * 100} %`;
  return z.number(message).min(least, message).max(most, message);
};

const numberFrom = (least: number, most: number) => {
  const message = `Must be a number from ${least} to ${most}`;
  return z.number(message).min(least, message).max(most, message);
};

const wholeFrom = (least: number, most: number, unit: string) => {
  const message = `Must be from ${least} to ${most} ${unit}`;
  return z.int(message).min(least, message).max(most, message);
};

const factor = numberFrom(0.5, 2);

/** Adjustment factors for the weights of lambs: by litter as `born/reared`, and by the age of the dam: 1, 2, and 3 years or more. */
const SheepFactors = z.object({
  bySex: z.object({ male: factor, female: factor, wether: factor }),
  byLitter: z.object({ '1/1': factor, '2/1': factor, '2/2': factor, '3/1': factor, '3/2': factor, '3/3': factor }),
  byDamYears: z.object({ 1: factor, 2: factor, 3: factor }),
});

const cullWeight = numberFrom(0, 10);

/** The weight of each figure in the index by which the farm judges its females. */
const CullWeights = z.object({
  weaned: cullWeight,
  lived: cullWeight,
  growth: cullWeight,
  interval: cullWeight,
  famacha: cullWeight,
  dewormed: cullWeight,
});

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const limit = ({ least, most }: Bounds) => numberFrom(least, most).nullable();
const shareLimit = ({ least, most }: Bounds) => share(least, most).nullable();

/** Thresholds beyond which a figure is a reason to cull a female; null: no threshold. */
const CullLimits = z.object({
  lived: shareLimit(bounds.lived),
  growth: shareLimit(bounds.growth),
  interval: limit(bounds.interval),
  famacha: limit(bounds.famacha),
  dewormed: limit(bounds.dewormed),
  years: limit(bounds.years),
});

const breedingValue = numberFrom(-maxBreedingValue, maxBreedingValue);

/** The ranges in which breeding values must be; values with a lower accuracy are ignored. */
const BreedingValueLimits = z.object({
  leastAccuracy: numberFrom(0, 100).nullable(),
  traits: z
    .array(
      z.object({
        trait: requiredLine(maxTraitLength, 'Name the trait'),
        atLeast: breedingValue.nullable(),
        atMost: breedingValue.nullable(),
      }),
    )
    .max(maxBreedingValues)
    .readonly(),
});

/** The thresholds by which the farm judges matings and its stock, and what it checks in newborns; shares are from 0 to 1. Missing values have their defaults. */
export const BreedingRules = z
  .object({
    close: share(0, 1),
    tooClose: share(0, 1),
    leastMonths: wholeFrom(3, 36, 'months'),
    leastWeight: share(0.3, 1),
    weaningDays: wholeFrom(21, 270, 'days').nullable(),
    sheepFactors: SheepFactors.nullable(),
    cullWeights: CullWeights,
    cullLimits: CullLimits,
    breedingValueLimits: BreedingValueLimits,
    birthChecks: z.array(requiredLine(maxBirthCheckLength, 'Name it')).max(maxBirthChecks).readonly().nullable(),
  })
  .partial();

/** The person who is signed in, with the profile of the farm. */
export const CurrentUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /**
   * Whether the person has opened the confirmation link mailed to `email`. Until then only mails about the security of the
   * account are sent there.
   */
  emailConfirmed: z.boolean(),
  role: z.enum(tiers),
  /** The farm on which this session works. */
  farmId: z.string(),
  /** The person's role on that farm under its plan; `role` is the tier. */
  farmRole: z.enum(farmRoles),
  /** Whether the person is on several farms, which `POST /api/farms/:id/open` switches between. */
  hasOtherFarms: z.boolean(),
  /** Whether others work on this farm too. */
  hasOtherPeople: z.boolean(),
  /** Whether an administrator is viewing the farm with the owner's consent. Nothing of the farm may then be stored on the device. */
  isVisit: z.boolean(),
  /** Whether this session began with a PIN; it then exports nothing and makes nothing that lasts. */
  isByPin: z.boolean(),
  /** The end, possibly past, of the operators' permission to view the farm; null: no permission. */
  supportUntil: z.string().nullable(),
  farmName: z.string().nullable(),
  ownerName: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** The unit and date format of the farm's screens; calls use grams, pounds and ISO dates regardless. */
  weightUnit: z.enum(weightUnits),
  dateFormat: z.enum(dateFormats),
  /** The ISO 4217 code of the installation's currency, in which all prices are. */
  currency: z.string(),
  /** null until the person has answered. */
  keeps: z.enum(farmSpecies).nullable(),
  /** null: the defaults. */
  breedingRules: BreedingRules.nullable(),
  farmNumbers: z.object(farmNumberFields).nullable(),
  /** The picture beneath the outlines of the farm's places. */
  planPicture: z.string().nullable(),
  /** Changes with every change of the profile; send it back as `version` to detect concurrent changes. */
  profileVersion: z.string(),
  subscriptionPlan: z.enum(planTypes).nullable(),
  /** 'active', 'trial', 'past_due', 'paused' or 'expired'; null without a plan. */
  subscriptionStatus: z.string().nullable(),
  /** The number of active animals that the plan allows; 999999 means unlimited. */
  animalLimit: z.int(),
  hasTemporaryPassword: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

const username = (message: string) =>
  text(64)
    .refine((value) => codePointLength(value) >= 3, message)
    .refine((value) => !/\p{C}/u.test(value), message);
const password = (message: string) =>
  z
    .string(message)
    .refine((value) => codePointLength(value) >= 6, message)
    .refine((value) => codePointLength(value) <= 256, 'Use at most 256 characters')
    .refine(isStorable, 'Leave out characters that cannot be kept');

const linkToken = z.string().max(100);
/** From the setup link of the first start: signing in or registering with it makes the person an administrator (rule 19). */
const setupToken = linkToken.optional();

export const Login = z.object({
  username: username('Username must be at least 3 characters'),
  password: password('Password must be at least 6 characters'),
  setupToken,
});
export const Registration = Login.extend({
  email: Email,
  /** From the mail that invited this address: the person joins that farm instead of getting one of their own. */
  invitation: linkToken.optional(),
  /** From a mail of the operators, who may have closed registration for others. */
  link: linkToken.optional(),
});
export const PasswordReset = z.object({ loginId: username('Please enter a valid username').meta({ title: 'Username' }) });
const currentPassword = z.string('Enter your current password').min(1, 'Enter your current password').max(1024);
export const PasswordChange = z.object({
  currentPassword,
  newPassword: password('Password must be at least 6 characters long').meta({ title: 'Password' }),
});
export const farmName = optionalLine(100);
export const farmAddress = optionalText(500);
export const ProfileChange = z
  .object({
    farmName,
    ownerName: optionalLine(100),
    email: field(Email, { kind: 'text', label: 'Email address' }),
    phone: optionalLine(40),
    address: farmAddress,
    logoUrl: optionalPicture,
    weightUnit: z.enum(weightUnits, 'Choose lbs or kg'),
    dateFormat: z.enum(dateFormats, 'Choose mdy, dmy or ymd'),
    keeps: z.enum(farmSpecies, 'Choose goats, sheep or both'),
    breedingRules: BreedingRules.nullable(),
    farmNumbers: z.object(farmNumberFields).nullable(),
    planPicture: optionalText(2048),
    version: BaseVersion,
    /**
     * Required to change the email address in a session that began some time ago; without it the answer is
     * `accounts.password_needed`.
     */
    currentPassword,
  })
  .partial();
export type ProfileChange = z.infer<typeof ProfileChange>;

export const accountRoutes = {
  currentUser: route({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    summary: 'Read the person who is signed in',
    reply: CurrentUser,
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with a password or a temporary password',
    body: Login,
    reply: CurrentUser,
    errors: ['session.invalid_credentials', 'accounts.setup_link_used'],
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create an account with a farm of its own, or by an invitation on that farm, and sign in',
    body: Registration,
    reply: CurrentUser,
    status: 201,
    errors: [
      'accounts.registration_closed',
      'accounts.registration_link_used',
      'accounts.username_taken',
      'accounts.setup_link_used',
      'invitations.invalid',
      'invitations.other_address',
    ],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Mail a temporary password; the answer is the same for unknown usernames',
    body: PasswordReset,
    reply: Message,
  }),
  revertEmail: route({
    method: 'POST',
    path: '/auth/revert-email',
    access: 'public',
    summary: 'Revert a change of the email address with the link mailed to the old address',
    body: z.object({ token: linkToken }),
    reply: Message,
    errors: ['accounts.revert_link_used'],
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'public',
    summary: 'Confirm an email address with the link mailed to it; the link may be used again',
    body: z.object({ token: linkToken }),
    reply: Message,
    errors: ['accounts.confirm_link_invalid', 'accounts.confirm_link_expired', 'accounts.confirm_link_of_other'],
  }),
  resendConfirmation: route({
    method: 'POST',
    path: '/auth/resend-confirmation',
    access: 'user',
    summary: "Mail the link that confirms the person's email address again",
    reply: Message,
  }),
  checkSetupLink: route({
    method: 'POST',
    path: '/auth/setup-link',
    access: 'public',
    summary: 'Check whether a setup link is still valid',
    body: z.object({ token: linkToken }),
    reply: z.object({ isOpen: z.boolean() }),
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'End this session, if there is one',
    reply: Message,
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/change-password',
    access: 'user',
    summary: "Change the password and end the person's other sessions",
    body: PasswordChange,
    reply: Message,
    errors: ['accounts.wrong_password', 'accounts.same_password'],
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/users/profile',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Change the profile of the person and the farm; only the fields sent change',
    body: ProfileChange,
    reply: CurrentUser,
    errors: ['accounts.password_needed', 'accounts.wrong_password', 'record.stale'],
  }),
} as const;
