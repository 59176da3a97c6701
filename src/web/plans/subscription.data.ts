import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '#contract/payments.ts';
import { call } from '#web/lib/server/api.ts';
import { isPaymentUrl, goToPayment } from '#web/lib/server/payment-page.ts';
import { read } from '#web/lib/server/query.ts';
import { refreshCurrentUser } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

/** Stale at once, because renewals change it without the user. */
export const subscriptionQuery = queryOptions({ ...read('readSubscription', {}), staleTime: 0 });

const failed = (error: unknown) => toastFailure(error, 'Something went wrong. Please try again.');

export function useSetRenewal(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (renews: boolean): Promise<Subscription> =>
      renews ? call('resumeSubscription', {}) : call('cancelSubscription', {}),
    onSuccess: async (subscription, renews) => {
      client.setQueryData(subscriptionQuery.queryKey, subscription);
      toast({ title: renews ? 'The plan renews again' : 'Renewal cancelled' });
      onDone?.();
      await refreshCurrentUser(client);
    },
    onError: failed,
  });
}

export function useBillingPortal() {
  return useMutation({
    mutationFn: () => call('openBillingPortal', {}),
    onSuccess: async (answer: { readonly url?: unknown } | null) => {
      if (isPaymentUrl(answer?.url, location.origin)) await goToPayment(answer.url);
      else failed(undefined);
    },
    onError: failed,
  });
}
