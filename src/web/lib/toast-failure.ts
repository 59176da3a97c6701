import { errorMessage } from './api.ts';
import { toast } from './use-toast.ts';

/** After a call that failed: what the server said, or the sentence given. */
export const toastFailure = (error: unknown, fallback: string): void =>
  toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, fallback) });
