import type { Group } from '#contract/groups.ts';
import { isRule } from '#domain/health/herd-rules.ts';
import { inUse } from './lists.data.ts';

/** The groups in use into which animals can be moved, by name. The animals of a rule follow from the records instead. */
export const groupsToJoin = (groups: readonly Group[]): readonly Group[] => inUse(groups).filter((group) => !isRule(group));
