import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { ApiError, call, urlOf } from '#web/lib/server/api.ts';
import { loadPage } from '#web/lib/server/reachable.ts';
import { read, readPages } from '#web/lib/server/query.ts';
import { siteQuery } from '#web/lib/server/site.ts';
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

interface AdminMutation<Answer> {
  /** Titles of toasts. */
  readonly done: string;
  readonly failed: string;
  /** Stores the answer, so that a switch which is pressed again at once sends the opposite and not the same value. */
  readonly store?: (client: QueryClient, answer: Answer) => void;
}

function useAdminMutation<Input, Answer>(
  mutationFn: (input: Input) => Promise<Answer>,
  { done, failed, store }: AdminMutation<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer) => {
      toast({ title: done });
      store?.(client, answer);
      const shown = [auditQuery.queryKey, [urlOf('listUsers', { query: {} })], currentUserQuery.queryKey, siteQuery.queryKey];
      for (const queryKey of shown) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // The dialog shows this error itself and asks for the name of the farm.
      if (isFarmShared(error)) return;
      toastFailure(error, failed);
    },
  });
}

const replaced = <T extends { readonly id: string }>(all: readonly T[], changed: T): T[] =>
  all.map((each) => (each.id === changed.id ? changed : each));

export const useChangeSite = () =>
  useAdminMutation((body: Call<Api['changeSite']>['body']) => call('changeSite', { body }), {
    done: 'Saved',
    failed: 'Could not save this',
    store: (client, site) => client.setQueryData(siteQuery.queryKey, site),
  });

/** The page is loaded again to show that farm. */
export const useVisitFarm = () =>
  useMutation({
    mutationFn: (id: string) => call('visitFarm', { params: { id } }),
    onSuccess: () => loadPage('/'),
    onError: (error) => toastFailure(error, 'Could not open the farm'),
  });

export const linksQuery = { ...read('listRegistrationLinks', {}), staleTime: 0 };

export const useSendLinks = () =>
  useAdminMutation((addresses: string[]) => call('sendRegistrationLinks', { body: { addresses } }), {
    done: 'Done',
    failed: 'Could not send the links',
  });

export const useDeleteLink = () =>
  useAdminMutation((id: string) => call('deleteRegistrationLink', { params: { id } }), {
    done: 'The link no longer works',
    failed: 'Could not cancel the link',
  });

export type PlanChange = { id: string } & Call<Api['changePricingPlan']>['body'];

export const useChangePlan = () =>
  useAdminMutation(({ id, ...body }: PlanChange) => call('changePricingPlan', { params: { id }, body }), {
    done: 'Pricing plan updated',
    failed: 'Failed to update pricing plan',
    store: (client, plan) => client.setQueryData(plansQuery.queryKey, (plans) => plans && replaced(plans, plan)),
  });

export const useAddCoupon = () =>
  useAdminMutation((body: Call<Api['addCoupon']>['body']) => call('addCoupon', { body }), {
    done: 'Coupon created',
    failed: 'Failed to create coupon',
  });

export const useSwitchCoupon = () =>
  useAdminMutation(
    ({ id, isActive }: { id: string; isActive: boolean }) => call('switchCoupon', { params: { id }, body: { isActive } }),
    {
      done: 'Coupon updated',
      failed: 'Failed to update coupon',
      store: (client, coupon) => client.setQueryData(couponsQuery.queryKey, (coupons) => coupons && replaced(coupons, coupon)),
    },
  );

export const useDeleteCoupon = () =>
  useAdminMutation((id: string) => call('deleteCoupon', { params: { id } }), {
    done: 'Coupon deleted',
    failed: 'Failed to delete coupon',
  });

export const useResetUserPassword = () =>
  useAdminMutation((id: string) => call('resetUserPassword', { params: { id } }), {
    done: 'Password reset email sent',
    failed: 'Failed to send password reset email',
  });

export const useChangeUserRole = () =>
  useAdminMutation(
    ({ id, role }: { id: string; role: AdminUser['role'] }) => call('changeUserRole', { params: { id }, body: { role } }),
    { done: 'User role updated', failed: 'Failed to update user role' },
  );

/** True if other people work on the farm, so that its name has to be typed. */
export const isFarmShared = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'admin.farm_has_members';

export const useDeleteUser = () =>
  useAdminMutation(
    ({ id, farmName }: { readonly id: string; readonly farmName: string | undefined }) =>
      call('deleteUser', { params: { id }, query: { farmName } }),
    { done: 'User account deleted', failed: 'Failed to delete user account' },
  );
