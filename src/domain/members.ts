import type { EventKind } from './records/events.ts';

export const farmRoles = ['owner', 'manager', 'worker', 'vet', 'viewer'] as const;
/** On the specified wire the word `role` stands for the pricing tier instead. */
export type FarmRole = (typeof farmRoles)[number];

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

/** A vet examines, treats and notes; selling is for those who may manage the farm. */
const vetKinds: ReadonlySet<EventKind> = new Set(['checkup', 'treatment', 'vaccination', 'scores', 'pregnancyCheck', 'note']);
const managerKinds: ReadonlySet<EventKind> = new Set(['sale', 'slaughter', 'loan']);

export function mayRecord(role: FarmRole, kind: EventKind): boolean {
  if (role === 'vet' && !vetKinds.has(kind)) return false;
  return rightsOf(role).has(managerKinds.has(kind) ? 'manage' : 'record');
}
