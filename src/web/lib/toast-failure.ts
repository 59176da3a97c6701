import { ApiError, errorMessage } from './server/api.ts';
import { toast } from './use-toast.ts';

export const toPlans = { label: 'Upgrade Plan', to: '/choose-plan' } as const;

export const needsRoom = (error: unknown): boolean => error instanceof ApiError && error.code === 'plan.limit_reached';

export const somethingWentWrong = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  variant: 'destructive',
} as const;

/** Shows the server's message for a failed call or, without one, the given sentence. */
export const toastFailure = (error: unknown, fallback: string): void =>
  toast({
    variant: 'destructive',
    title: 'Error',
    description: errorMessage(error, fallback),
    ...(needsRoom(error) && { action: toPlans }),
  });
