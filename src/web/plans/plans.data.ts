import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { PlanSelection } from '#contract/plans.ts';
import { ApiError, call, errorMessage } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { planChoice, somethingWentWrong } from './checkout.data.ts';
import type { Coupon } from './coupon.ts';

export const pricingPlansQuery = read('listPricingPlans', {});

export function useValidateCoupon(onValid: (coupon: Coupon) => void) {
  return useMutation({
    mutationFn: (code: string) => call('validateCoupon', { body: { code } }),
    onSuccess: ({ discountPercent }, code) => {
      onValid({ code, percent: discountPercent });
      toast({ title: 'Coupon applied!', description: `${discountPercent}% discount will be applied to your plan` });
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
    void call('validateCoupon', { body: { code: initialCode } }).then(
      ({ discountPercent }) => isUnmounted || answer.current({ code: initialCode, percent: discountPercent }),
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
