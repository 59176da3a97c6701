import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { ApiError } from '#web/lib/server/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { showFieldErrors } from './form.tsx';

interface RefusedBeforeProps<V extends FieldValues, Out> {
  readonly error: ApiError;
  readonly form: UseFormReturn<V, unknown, Out>;
  readonly fieldOf?: (path: string) => Path<V> | undefined;
}

/** Shown above a form that corrects a refused entry: the server's sentence, with its messages at the fields. */
export function RefusedBefore<V extends FieldValues, Out>({ error, form, fieldOf }: RefusedBeforeProps<V, Out>) {
  const mark = useEffectEvent(() => showFieldErrors(error, form, fieldOf));
  useEffect(() => mark(), []);
  return (
    <Alert variant="destructive" title={error.userMessage ?? 'This could not be saved'} className="mb-5">
      What you typed is below. Correct it and save again.
    </Alert>
  );
}
