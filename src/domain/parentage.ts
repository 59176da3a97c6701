import { earliestBirth, latestBirth, type Aged, type Sex, type Species } from './animals.ts';

export const parentRoles = ['mother', 'father'] as const;
export type ParentRole = (typeof parentRoles)[number];

export const parentSex: Readonly<Record<ParentRole, Sex>> = { mother: 'female', father: 'male' };

const titles: Readonly<Record<ParentRole, string>> = { mother: 'Mother', father: 'Father' };

export interface Kin extends Aged {
  readonly sex: Sex;
  readonly species: Species;
}

export const ownAncestor = 'An animal cannot be its own ancestor';

export const youngerParent = 'A parent cannot be younger than its child';

export const unknownParent = (role: ParentRole): string => `${titles[role]} not found`;

export type ParentFault = 'sex' | 'species' | 'age';

/** What speaks against `parent` being the mother or the father of `child`; undefined where nothing does. */
export function parentFault(role: ParentRole, parent: Kin, child: Omit<Kin, 'sex'>): ParentFault | undefined {
  if (parent.sex !== parentSex[role]) return 'sex';
  if (parent.species !== child.species) return 'species';
  return isCertainlyYounger(parent, child) ? 'age' : undefined;
}

/** The fault as the child's side sees it. */
export function parentSentence(role: ParentRole, fault: ParentFault): string {
  if (fault === 'age') return youngerParent;
  return `${titles[role]} must be ${fault === 'sex' ? parentSex[role] : 'of the same species'}`;
}

/** Where only a year is known, the year leaves room: a doe of 2024 may have a kid of 2024. */
function isCertainlyYounger(parent: Aged, child: Aged): boolean {
  const [parentBorn, childBorn] = [earliestBirth(parent), latestBirth(child)];
  return parentBorn !== null && childBorn !== null && parentBorn > childBorn;
}
