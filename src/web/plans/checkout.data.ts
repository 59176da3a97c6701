import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import type { Api } from '#contract/index.ts';
import type { PlanSelection } from '#contract/plans.ts';
import type { Reply } from '#contract/route.ts';
import type { PaidPlanType } from '#domain/accounts/plans.ts';
import { ApiError, call } from '#web/lib/server/api.ts';
import { isPaymentUrl, goToPayment } from '#web/lib/server/payment-page.ts';
import { read } from '#web/lib/server/query.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { somethingWentWrong, toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

type Selection = z.input<typeof PlanSelection> & { planType: PaidPlanType };

/** All mutations that choose a plan share this key, so that one runs at a time. */
export const planChoice = ['plan choice'] as const;

const couldNotCreate = 'Could not create checkout session';

/** The same choice reuses the same checkout, so that nothing is bought twice. */
export function useCheckout() {
  const [ids] = useState(() => new RetryIds());
  const idOf = ({ planType, billingCycle, couponCode }: Selection): string =>
    ids.of(JSON.stringify([planType, billingCycle, couponCode]));
  return useMutation({
    mutationKey: planChoice,
    mutationFn: (selection: Selection) => call('createCheckoutSession', { body: { ...selection, id: idOf(selection) } }),
    onSuccess: async (answer: Partial<Reply<Api['createCheckoutSession']>> | null) => {
      if (isPaymentUrl(answer?.url, location.origin)) await goToPayment(answer.url);
      else toast({ title: 'Error', description: answer?.message || couldNotCreate, variant: 'destructive' });
    },
    onError: (error) => {
      // The provider repeats its answer to an idempotency key for a day, including failures, so a retry needs a new key.
      if (error instanceof ApiError) {
        ids.clear();
        toastFailure(error, couldNotCreate);
      } else toast(somethingWentWrong);
    },
  });
}

export const polledCheckoutQuery = (id: string) => ({
  ...read('readCheckout', { params: { id } }),
  staleTime: 0,
  refetchOnWindowFocus: 'always' as const,
  refetchInterval: ({ state }: { state: CheckoutQueryState }) => {
    const isDecided = (state.data !== undefined && state.data.state !== 'open') || isCheckoutMissing(state.error);
    return isDecided ? (false as const) : pollDelayMs(state.dataUpdateCount + state.errorUpdateCount);
  },
});

/** The checkout belongs to another farm or does not exist; any other failure may be temporary. */
export const isCheckoutMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

interface CheckoutQueryState {
  readonly data: { readonly state: string } | undefined;
  readonly error: unknown;
  readonly dataUpdateCount: number;
  readonly errorUpdateCount: number;
}

export const checkoutQuery = (id: string) => ({ ...read('readCheckout', { params: { id } }), staleTime: 0 });

export function usePayTestCheckout(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (outcome: 'paid' | 'declined') => call('payTestCheckout', { params: { id }, body: { outcome } }),
    onSuccess: async (checkout, outcome) => {
      client.setQueryData(checkoutQuery(id).queryKey, checkout);
      if (outcome === 'paid') await navigate({ to: '/choose-plan', search: { checkout: id }, replace: true });
    },
    onError: (error) => toastFailure(error, somethingWentWrong.description),
  });
}

/** Milliseconds; longer after each poll, to spare the server. */
export const pollDelayMs = (polls: number): number => Math.min(500 * 2 ** Math.max(0, polls - 1), 15_000);
