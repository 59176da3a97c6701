import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import type { PlanSelection } from '#contract/plans.ts';
import { ApiError, call, errorMessage } from '#web/lib/server/api.ts';
import { read } from '#web/lib/server/query.ts';
import { refreshCurrentUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { somethingWentWrong } from '#web/lib/toast-failure.ts';
import { planChoice } from './checkout.data.ts';
import type { Coupon } from './coupon.ts';

export const pricingPlansQuery = read('listPricingPlans', {});

/** Rejects with the server's message if it names no discount. */
async function percentOf(code: string): Promise<number> {
  const answer: Partial<Reply<Api['validateCoupon']>> | null = await call('validateCoupon', { body: { code } });
  if (typeof answer?.discountPercent !== 'number') throw new ApiError(200, JSON.stringify(answer));
  return answer.discountPercent;
}

export function useValidateCoupon(onValid: (coupon: Coupon) => void) {
  return useMutation({
    mutationFn: percentOf,
    onSuccess: (percent, code) => {
      onValid({ code, percent });
      toast({ title: 'Coupon applied!', description: `${percent}% discount will be applied to your plan` });
    },
    onError: (error) =>
      error instanceof ApiError
        ? toast({
            title: 'Invalid coupon',
            description: errorMessage(error, 'This coupon code is not valid'),
            variant: 'destructive',
          })
        : toast({ title: 'Error', description: 'Could not validate coupon code', variant: 'destructive' }),
  });
}

/** Validates a coupon again after a reload; null means that it is no longer valid. */
export function useAppliedCoupon(code: string | undefined, onAnswer: (coupon: Coupon | null) => void): void {
  const [initialCode] = useState(code);
  const answer = useRef(onAnswer);
  useEffect(() => {
    answer.current = onAnswer;
  });
  useEffect(() => {
    if (initialCode === undefined) return undefined;
    let isUnmounted = false;
    void percentOf(initialCode).then(
      (percent) => isUnmounted || answer.current({ code: initialCode, percent }),
      () => isUnmounted || answer.current(null),
    );
    return () => {
      isUnmounted = true;
    };
  }, [initialCode]);
}

type Selection = z.input<typeof PlanSelection>;

export function useSelectPlan() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: planChoice,
    mutationFn: (body: Selection) => call('selectPlan', { body }),
    onSuccess: async (_, { planType }) => {
      await refreshCurrentUser(client);
      toast(
        planType === 'guest'
          ? { title: 'Welcome!', description: "You're using the free Guest plan" }
          : { title: 'Plan activated!' },
      );
      await navigate({ to: '/' });
    },
    // A rejected selection shows no message, as specified.
    onError: (error) => void (error instanceof ApiError || toast(somethingWentWrong)),
  });
}
