import type { Sex, Species } from './animals.ts';
import { earliestBirth, latestBirth, type HasBirth } from './births.ts';

export const parentRoles = ['mother', 'father'] as const;
export type ParentRole = (typeof parentRoles)[number];

export const parentSex: Readonly<Record<ParentRole, Sex>> = { mother: 'female', father: 'male' };

const parentLabels: Readonly<Record<ParentRole, string>> = { mother: 'Mother', father: 'Father' };

export interface PedigreeAnimal extends HasBirth {
  readonly sex: Sex;
  readonly species: Species;
}

export const ownAncestorMessage = 'An animal cannot be its own ancestor';

export const youngerParentMessage = 'A parent cannot be younger than its child';

export const unknownParentMessage = (role: ParentRole): string => `${parentLabels[role]} not found`;

export type ParentViolation = 'sex' | 'species' | 'age';

export function validateParent(
  role: ParentRole,
  parent: PedigreeAnimal,
  child: Omit<PedigreeAnimal, 'sex'>,
): ParentViolation | undefined {
  if (parent.sex !== parentSex[role]) return 'sex';
  if (parent.species !== child.species) return 'species';
  return isCertainlyYounger(parent, child) ? 'age' : undefined;
}

export function parentViolationMessage(role: ParentRole, violation: ParentViolation): string {
  if (violation === 'age') return youngerParentMessage;
  return `${parentLabels[role]} must be ${violation === 'sex' ? parentSex[role] : 'of the same species'}`;
}

/** If only years are known they are compared leniently: a doe of 2024 may have a kid of 2024. */
function isCertainlyYounger(parent: HasBirth, child: HasBirth): boolean {
  const [parentBorn, childBorn] = [earliestBirth(parent), latestBirth(child)];
  return parentBorn !== null && childBorn !== null && parentBorn > childBorn;
}
