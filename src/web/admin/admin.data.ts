import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { ApiError, type CallName, urlOf } from '#web/lib/server/api.ts';
import { read, readPages } from '#web/lib/server/query.ts';
import { siteQuery } from '#web/lib/server/site.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import type { AdminFilter } from './admin-filter.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

export const plansQuery = read('listAdminPricingPlans', {});
export const couponsQuery = read('listCoupons', {});

export const usersQuery = ({ search, sort }: Pick<AdminFilter, 'search' | 'sort'>) => {
  const query = { ...(search.trim() !== '' && { search: search.trim() }), sort };
  // Users register at any time, so the list is soon stale.
  return { ...readPages('listUsers', { query }), staleTime: 10_000 };
};

export const auditQuery = { ...readPages('listAudit', { query: {} }), staleTime: 0 };

interface AdminCall<Answer> {
  /** Titles of toasts. */
  readonly done: string;
  readonly failed: string;
  /** Stores the answer, so that a switch which is pressed again at once sends the opposite and not the same value. */
  readonly store?: (client: QueryClient, answer: Answer) => void;
}

/** A call after which the audit log, the users and the session are read again too. */
export function useAdminCall<K extends CallName>(name: K, { done, failed, store }: AdminCall<Reply<Api[K]>>) {
  const client = useQueryClient();
  return useCall(name, {
    onSuccess: (answer) => {
      toast({ title: done });
      store?.(client, answer);
      const shown = [auditQuery.queryKey, [urlOf('listUsers', { query: {} })], currentUserQuery.queryKey];
      for (const queryKey of shown) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // The dialog shows this error itself and asks for the name of the farm.
      if (!isFarmShared(error)) toastFailure(error, failed);
    },
  });
}

export const replaced = <T extends { readonly id: string }>(all: readonly T[] | undefined, changed: T): T[] | undefined =>
  all?.map((each) => (each.id === changed.id ? changed : each));

export const useChangeSite = () =>
  useAdminCall('changeSite', {
    done: 'Saved',
    failed: 'Could not save this',
    store: (client, site) => client.setQueryData(siteQuery.queryKey, site),
  });

export const useChangeUserRole = () =>
  useAdminCall('changeUserRole', { done: 'User role updated', failed: 'Failed to update user role' });

/** True if other people work on the farm, so that its name has to be typed. */
export const isFarmShared = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'admin.farm_has_members';
