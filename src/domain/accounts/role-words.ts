import type { FarmRole } from './members.ts';

/** The label of each role and a one-line description. */
export const roleWords: Readonly<
  Record<FarmRole, { readonly label: string; readonly withArticle: string; readonly may: string }>
> = {
  owner: { label: 'Owner', withArticle: 'the owner', may: 'May do everything, including choosing the plan.' },
  manager: {
    label: 'Manager',
    withArticle: 'a manager',
    may: 'May do everything except choose the plan, invite managers, set up keys and webhooks, or let support look on.',
  },
  worker: {
    label: 'Worker',
    withArticle: 'a worker',
    may: 'May add animals and record what is done with them, but may not delete, sell, import, export or invite.',
  },
  vet: {
    label: 'Vet',
    withArticle: 'a vet',
    may: 'May see the herd and record treatments, vaccinations, checkups, scores, pregnancy checks, notes, matings and tasks.',
  },
  viewer: { label: 'Viewer', withArticle: 'a viewer', may: 'May see the herd but not change anything.' },
};
