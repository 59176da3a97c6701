import { z } from 'zod';
import { farmRoles, invitableRoles, maxMemberDays } from '#domain/accounts/members.ts';
import { Id, NewId, requiredLine } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { Email, Message } from './common.ts';
import { route } from './route.ts';

/** A person with an account who is a member of the farm. */
export const Member = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(farmRoles),
  since: z.string(),
  /** The end of the membership; null: no end. */
  endsAt: z.string().nullable(),
  /** The last day of a request from one of their devices; null if none is signed in. */
  lastSeen: z.string().nullable(),
  isYou: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** Assigning the role `owner` hands the farm over: the previous owner becomes a manager. */
export const MemberChange = z.object({ role: z.enum(farmRoles, 'Choose what the person may do') });

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(invitableRoles),
  /** The duration of the membership in days; null: no end. */
  days: z.int().nullable(),
  state: z.enum(['pending', 'accepted', 'expired']),
  invitedBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

const daysRule = `Enter 1 to ${maxMemberDays} days`;

export const NewInvitation = z.object({
  email: Email,
  role: z.enum(invitableRoles, 'Choose what the person may do'),
  /** The duration of the membership in days. */
  days: z.int('Enter whole days').min(1, daysRule).max(maxMemberDays, daysRule).nullable().optional(),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/** The token in the link of the mail. */
export const InvitationToken = z.string().max(100);

/** The invitation behind a link. */
export const OpenInvitation = z.object({
  email: z.string(),
  role: z.enum(invitableRoles),
  days: z.int().nullable(),
  farmName: z.string().nullable(),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** A farm of which the person is a member. */
export const Farm = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** The person's role on the farm; in other replies `role` is the tier. */
  role: z.enum(farmRoles),
  /** Whether this session works in it. */
  isOpen: z.boolean(),
});
export type Farm = z.infer<typeof Farm>;

export const maxHelpers = 200;

/** A person without an account, who can be responsible for a task. */
export const HelperPerson = z.object({ id: z.string(), name: z.string() });
export type HelperPerson = z.infer<typeof HelperPerson>;

const name = requiredLine(100, 'Enter a name');
export const NewHelperPerson = z.object({ id: NewId.optional(), name });

export const memberRoutes = {
  listMembers: route({
    method: 'GET',
    path: '/members',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'List the members of the farm, the owner first',
    reply: z.array(Member),
  }),
  changeMember: route({
    method: 'PATCH',
    path: '/members/:userId',
    access: 'farm',
    needs: 'invite',
    summary: 'Change the role of a member; assigning the role of the owner hands the farm over',
    params: z.object({ userId: Id }),
    body: MemberChange,
    reply: Member,
    errors: ['members.not_found', 'members.last_owner', 'plan.lacks_people'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/members/:userId',
    access: 'farm',
    needs: 'invite',
    summary: 'Remove a person from the farm; their sessions in it and their calendar link end',
    params: z.object({ userId: Id }),
    reply: Message,
    errors: ['members.not_found', 'members.last_owner'],
  }),
  leaveFarm: route({
    method: 'POST',
    path: '/members/leave',
    access: 'farm',
    needs: 'see',
    personal: true,
    byPassword: true,
    summary: 'Leave the farm; this session goes on in another farm of the person, or ends',
    /** With the farm, a request that is sent again leaves no other one. */
    body: z.object({ farmId: Id.optional() }),
    reply: Message.extend({ isOtherOpen: z.boolean() }),
    errors: ['members.last_owner', 'farms.other_open'],
  }),
  listInvitations: route({
    method: 'GET',
    path: '/invitations',
    access: 'farm',
    needs: 'invite',
    summary: 'List the invitations of the last 30 days that were not revoked, newest first',
    reply: z.array(Invitation),
  }),
  invite: route({
    method: 'POST',
    path: '/invitations',
    access: 'farm',
    needs: 'invite',
    summary: 'Mail an invitation; an earlier one to the same address stops working',
    body: NewInvitation,
    reply: Invitation,
    status: 201,
    errors: ['plan.lacks_people', 'members.already', 'mail.unconfirmed', 'request.too_many'],
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/invitations/:id',
    access: 'farm',
    needs: 'invite',
    summary: 'Revoke an invitation; its link stops working',
    params: z.object({ id: Id }),
    reply: Message,
    errors: ['invitations.not_found'],
  }),
  listPeople: route({
    method: 'GET',
    path: '/people',
    access: 'farm',
    needs: 'see',
    summary: 'List the people without an account, by name',
    reply: z.array(HelperPerson),
  }),
  addPerson: route({
    method: 'POST',
    path: '/people',
    access: 'farm',
    needs: 'invite',
    summary: 'Add a person without an account; with an `id`, sending the request again adds nobody',
    body: NewHelperPerson,
    reply: HelperPerson,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changePerson: route({
    method: 'PATCH',
    path: '/people/:id',
    access: 'farm',
    needs: 'invite',
    summary: 'Change the name of a person without an account; existing tasks keep the old name',
    params: z.object({ id: Id }),
    body: z.object({ name }),
    reply: HelperPerson,
    errors: ['people.not_found'],
  }),
  deletePerson: route({
    method: 'DELETE',
    path: '/people/:id',
    access: 'farm',
    needs: 'invite',
    summary: 'Remove a person without an account from the list; tasks keep the name',
    params: z.object({ id: Id }),
    reply: Message,
    errors: ['people.not_found'],
  }),
} as const;

/** Routes of the person, independent of the open farm. */
export const joiningRoutes = {
  openInvitation: route({
    method: 'POST',
    path: '/invitations/open',
    access: 'public',
    summary: 'Read the invitation behind a link',
    body: z.object({ token: InvitationToken }),
    reply: OpenInvitation,
    errors: ['invitations.invalid'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/invitations/accept',
    access: 'user',
    summary: 'Accept an invitation to the address of this account; this session works in the farm from now on',
    body: z.object({ token: InvitationToken }),
    reply: CurrentUser,
    errors: ['invitations.invalid', 'invitations.other_address'],
  }),
  listFarms: route({
    method: 'GET',
    path: '/farms',
    access: 'user',
    summary: 'List the farms of which the person is a member',
    reply: z.array(Farm),
  }),
  openFarm: route({
    method: 'POST',
    path: '/farms/:id/open',
    access: 'user',
    summary: 'Switch this session to another farm of the person',
    params: z.object({ id: Id }),
    reply: CurrentUser,
    errors: ['farms.not_found'],
  }),
} as const;
