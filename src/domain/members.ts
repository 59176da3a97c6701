import type { PlanType } from './plans.ts';
import type { EventKind } from './records/events.ts';

export const farmRoles = ['owner', 'manager', 'worker', 'vet', 'viewer'] as const;
/** On the specified wire the word `role` stands for the pricing tier instead. */
export type FarmRole = (typeof farmRoles)[number];

/** A farm is handed over to a member, so nobody is invited as its owner. */
export const invitableRoles = ['worker', 'manager', 'vet', 'viewer'] as const satisfies readonly FarmRole[];
export type InvitableRole = (typeof invitableRoles)[number];

const roles = {
  see: ['owner', 'manager', 'worker', 'vet', 'viewer'],
  record: ['owner', 'manager', 'worker', 'vet'],
  keep: ['owner', 'manager', 'worker'],
  manage: ['owner', 'manager'],
  invite: ['owner', 'manager'],
  own: ['owner'],
} as const satisfies Record<string, readonly FarmRole[]>;

export type Right = keyof typeof roles;
const rights = Object.keys(roles) as readonly Right[];

export const rolesWith = (right: Right): readonly FarmRole[] => roles[right];

const rightsWith = (role: FarmRole): ReadonlySet<Right> => new Set(rights.filter((right) => rolesWith(right).includes(role)));

const rightsByRole: Readonly<Record<FarmRole, ReadonlySet<Right>>> = {
  owner: rightsWith('owner'),
  manager: rightsWith('manager'),
  worker: rightsWith('worker'),
  vet: rightsWith('vet'),
  viewer: rightsWith('viewer'),
};

export const rightsOf = (role: FarmRole): ReadonlySet<Right> => rightsByRole[role];

/** What an API key can be given. People, keys, hooks and the plan are managed by people alone. */
export const scopes = ['see', 'record', 'keep', 'manage'] as const satisfies readonly Right[];
export type Scope = (typeof scopes)[number];

/** What a key may do now: its scopes, as far as whoever made it has these rights themself. */
export const rightsOfKey = (granted: readonly string[], role: FarmRole): ReadonlySet<Right> =>
  new Set(scopes.filter((scope) => granted.includes(scope) && rightsOf(role).has(scope)));

/** A vet examines, treats and notes; selling is for those who may manage the farm. */
const vetKinds: ReadonlySet<EventKind> = new Set(['checkup', 'treatment', 'vaccination', 'scores', 'pregnancyCheck', 'note']);
const managerKinds: ReadonlySet<EventKind> = new Set(['sale', 'slaughter', 'loan']);

/** `held` are fewer rights than those of the role where an API key acts for its maker. */
export function mayRecord(role: FarmRole, kind: EventKind, held = rightsOf(role)): boolean {
  if (role === 'vet' && !vetKinds.has(kind)) return false;
  return held.has(managerKinds.has(kind) ? 'manage' : 'record');
}

const rolesOfManager: ReadonlySet<FarmRole> = new Set(['worker', 'vet', 'viewer']);

/** Whether whoever has one role may invite, change and remove whoever has the other, or gets it. */
export const mayManage = (role: FarmRole, other: FarmRole): boolean =>
  role === 'owner' || (role === 'manager' && rolesOfManager.has(other));

/** A plan with several people has workers and managers; a vet or somebody who only looks on is welcome on each. */
export const needsSeveralPeople = (role: FarmRole): boolean => role === 'manager' || role === 'worker';

export const hasSeveralPeople = (plan: PlanType | null, status: string | null): boolean =>
  plan === 'enterprise' && status !== 'expired';

/** What a member is at present: without the plan that their role needs they stay and may see. */
export const roleOnPlan = (role: FarmRole, plan: PlanType | null, status: string | null): FarmRole =>
  needsSeveralPeople(role) && !hasSeveralPeople(plan, status) ? 'viewer' : role;
