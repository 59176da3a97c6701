import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api.ts';

/** Puts what the server said about single fields beside them. */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<V>,
  fields: readonly Path<V>[],
): void {
  if (!(error instanceof ApiError)) return;
  for (const { path, message } of error.fields) {
    const field = fields.find((name) => name === path);
    if (field) setError(field, { message }, { shouldFocus: true });
  }
}
