import { errorMessage } from './api.ts';
import { toast } from './use-toast.ts';

/** Shows the server's message for a failed call or, without one, the given sentence. */
export const toastFailure = (error: unknown, fallback: string): void =>
  toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, fallback) });
