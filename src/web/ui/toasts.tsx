import { Suspense } from 'react';
import { lazily } from './lazily.ts';
import { useToasts } from './use-toast.ts';

const Toaster = lazily(async () => (await import('./toast.tsx')).Toaster);

/** Where toasts appear, from the first one on. */
export function Toasts() {
  const hasAny = useToasts().length > 0;
  return <Suspense>{hasAny && <Toaster />}</Suspense>;
}
