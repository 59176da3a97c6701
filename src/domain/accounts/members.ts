import type { PlanType } from './plans.ts';
import type { EventKind } from '../records/events.ts';

export const farmRoles = ['owner', 'manager', 'worker', 'vet', 'viewer'] as const;
/** On the specified wire the word `role` stands for the pricing tier instead. */
export type FarmRole = (typeof farmRoles)[number];

/** A farm is handed over to a member, so nobody is invited as its owner. */
export const invitableRoles = ['worker', 'manager', 'vet', 'viewer'] as const satisfies readonly FarmRole[];
export type InvitableRole = (typeof invitableRoles)[number];

/** A membership can be given an end, which is at most so many days away. */
export const maxMemberDays = 365;

const rolesByRight = {
  see: ['owner', 'manager', 'worker', 'vet', 'viewer'],
  record: ['owner', 'manager', 'worker', 'vet'],
  keep: ['owner', 'manager', 'worker'],
  manage: ['owner', 'manager'],
  invite: ['owner', 'manager'],
  hooks: ['owner'],
  own: ['owner'],
} as const satisfies Record<string, readonly FarmRole[]>;

export type Right = keyof typeof rolesByRight;
const rights = Object.keys(rolesByRight) as readonly Right[];

export const rolesWith = (right: Right): readonly FarmRole[] => rolesByRight[right];

const rightsWith = (role: FarmRole): ReadonlySet<Right> => new Set(rights.filter((right) => rolesWith(right).includes(role)));

const rightsByRole: Readonly<Record<FarmRole, ReadonlySet<Right>>> = {
  owner: rightsWith('owner'),
  manager: rightsWith('manager'),
  worker: rightsWith('worker'),
  vet: rightsWith('vet'),
  viewer: rightsWith('viewer'),
};

export const rightsOf = (role: FarmRole): ReadonlySet<Right> => rightsByRole[role];

/** The scopes of API keys. Members, keys and the plan can only be managed by a person. */
export const scopes = ['see', 'record', 'keep', 'manage', 'hooks'] as const satisfies readonly Right[];
export type Scope = (typeof scopes)[number];

/** The rights of a key now: its scopes, limited to the current rights of the member who created it. */
export const rightsOfKey = (granted: readonly string[], role: FarmRole): ReadonlySet<Right> =>
  new Set(scopes.filter((scope) => granted.includes(scope) && rightsOf(role).has(scope)));

/** A vet records examinations, treatments and notes; sales, slaughter, loans and returns need the right to manage the farm. */
const vetKinds: ReadonlySet<EventKind> = new Set(['checkup', 'treatment', 'vaccination', 'scores', 'pregnancyCheck', 'note']);
const managerKinds: ReadonlySet<EventKind> = new Set(['sale', 'slaughter', 'loan', 'return']);

export const rightToRecord = (kind: EventKind): Right => (managerKinds.has(kind) ? 'manage' : 'record');

/** `held` are fewer rights than the role's if an API key acts for its creator. */
export function mayRecord(role: FarmRole, kind: EventKind, held = rightsOf(role)): boolean {
  if (role === 'vet' && !vetKinds.has(kind)) return false;
  return held.has(rightToRecord(kind));
}

const rolesOfManager: ReadonlySet<FarmRole> = new Set(['worker', 'vet', 'viewer']);

/** Whether a member with `role` may invite, change and remove members with the role `other`, or assign it. */
export const mayManage = (role: FarmRole, other: FarmRole): boolean =>
  role === 'owner' || (role === 'manager' && rolesOfManager.has(other));

/** Workers and managers need a plan for several people; vets and viewers can be invited on every plan. */
export const needsSeveralPeople = (role: FarmRole): boolean => role === 'manager' || role === 'worker';

export const hasSeveralPeople = (plan: PlanType | null, status: string | null): boolean =>
  plan === 'enterprise' && status !== 'expired';

/** The effective role of a member: without the plan that their role needs they are a viewer. */
export const roleOnPlan = (role: FarmRole, plan: PlanType | null, status: string | null): FarmRole =>
  needsSeveralPeople(role) && !hasSeveralPeople(plan, status) ? 'viewer' : role;
