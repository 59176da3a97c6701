import { z } from 'zod';
import { farmRoles, invitableRoles } from '#domain/members.ts';
import { Id, requiredLine } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { Email, Message } from './common.ts';
import { route } from './route.ts';

/** Somebody with an account who is on the farm. */
export const Member = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(farmRoles),
  since: z.string(),
  /** Until when; null: without an end. */
  endsAt: z.string().nullable(),
  /** The last day on which a device of theirs asked for the farm; null: none is signed in. */
  lastSeen: z.string().nullable(),
  isYou: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** The owner's role is given by handing the farm over: whoever had it becomes a manager. */
export const MemberChange = z.object({ role: z.enum(farmRoles, 'Choose what the person may do') });

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(invitableRoles),
  /** For how many days; null: without an end. */
  days: z.int().nullable(),
  state: z.enum(['pending', 'accepted', 'expired']),
  invitedBy: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitation = z.object({
  email: Email,
  role: z.enum(invitableRoles, 'Choose what the person may do'),
  /** Ends the membership so many days after it began. */
  days: z.int('Enter whole days').min(1, 'Enter 1 to 365 days').max(365, 'Enter 1 to 365 days').nullable().optional(),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/** Out of the link of the mail. */
export const InvitationToken = z.string().max(100);

/** What whoever has the link is invited to. */
export const OpenInvitation = z.object({
  email: z.string(),
  role: z.enum(invitableRoles),
  days: z.int().nullable(),
  farmName: z.string().nullable(),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** A farm that the person is on. */
export const Farm = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** Of the person; `role` of other answers is the tier. */
  role: z.enum(farmRoles),
  /** Whether this session works in it. */
  isOpen: z.boolean(),
});
export type Farm = z.infer<typeof Farm>;

/** Somebody without an account, who can be responsible for a task. */
export const HelperPerson = z.object({ id: z.string(), name: z.string() });
export type HelperPerson = z.infer<typeof HelperPerson>;

const name = requiredLine(100, 'Enter a name');
export const NewHelperPerson = z.object({ id: Id.optional(), name });

export const memberRoutes = {
  listMembers: route({
    method: 'GET',
    path: '/members',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'List who is on the farm, the owner first',
    reply: z.array(Member),
  }),
  changeMember: route({
    method: 'PATCH',
    path: '/members/:userId',
    access: 'farm',
    needs: 'invite',
    summary: 'Change what a person may do; the role of the owner hands the farm over',
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
    summary: 'Leave the farm; this session ends',
    reply: Message,
    errors: ['members.last_owner'],
  }),
  listInvitations: route({
    method: 'GET',
    path: '/invitations',
    access: 'farm',
    needs: 'invite',
    summary: 'List the invitations of the last 30 days that were not taken back, newest first',
    reply: z.array(Invitation),
  }),
  invite: route({
    method: 'POST',
    path: '/invitations',
    access: 'farm',
    needs: 'invite',
    summary: 'Mail an invitation; one that was sent to the address before stops working',
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
    summary: 'Take an invitation back: its link stops working',
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
    summary: 'Add somebody without an account; with an `id`, sending the request again adds nobody',
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
    summary: 'Change the name of somebody without an account; tasks keep the name that they were given',
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
    summary: 'Take somebody without an account out of the list; tasks keep the name',
    params: z.object({ id: Id }),
    reply: Message,
    errors: ['people.not_found'],
  }),
} as const;

/** Of the person, on whichever farm. */
export const joiningRoutes = {
  openInvitation: route({
    method: 'POST',
    path: '/invitations/open',
    access: 'public',
    summary: 'What the link of an invitation invites to',
    body: z.object({ token: InvitationToken }),
    reply: OpenInvitation,
    errors: ['invitations.invalid'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/invitations/accept',
    access: 'user',
    summary: 'Join the farm of an invitation to the address of this account; this session works in it from now on',
    body: z.object({ token: InvitationToken }),
    reply: CurrentUser,
    errors: ['invitations.invalid', 'invitations.other_address'],
  }),
  listFarms: route({
    method: 'GET',
    path: '/farms',
    access: 'user',
    summary: 'List the farms that the person is on',
    reply: z.array(Farm),
  }),
  openFarm: route({
    method: 'POST',
    path: '/farms/:id/open',
    access: 'user',
    summary: 'Work in another farm of the person from now on, in this session',
    params: z.object({ id: Id }),
    reply: CurrentUser,
    errors: ['farms.not_found'],
  }),
} as const;
