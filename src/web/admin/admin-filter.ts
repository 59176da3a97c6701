import type { UserSort } from '#contract/admin.ts';
import { truncateText } from '#domain/values/text-length.ts';

export const adminTabs = ['plans', 'coupons', 'users'] as const;
export type AdminTab = (typeof adminTabs)[number];

const maxSearch = 100;

export const sortLabels: Readonly<Record<UserSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By username',
};

export interface AdminFilter {
  readonly tab: AdminTab;
  readonly search: string;
  readonly sort: UserSort;
}

export const plainAdmin: AdminFilter = { tab: 'plans', search: '', sort: 'newest' };

export function readAdminFilter(address: Readonly<Record<string, unknown>>): AdminFilter {
  return {
    tab: adminTabs.find((tab) => tab === address['tab']) ?? plainAdmin.tab,
    search: typeof address['search'] === 'string' ? truncateText(address['search'], maxSearch) : plainAdmin.search,
    sort: isSort(address['sort']) ? address['sort'] : plainAdmin.sort,
  };
}

const isSort = (value: unknown): value is UserSort => typeof value === 'string' && Object.hasOwn(sortLabels, value);
