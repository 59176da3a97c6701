import { type UseFormReturn, useForm } from 'react-hook-form';
import { byRules, FormFields, TextField } from './form.tsx';

interface Reason {
  readonly reason: string;
}

type ReasonForm = UseFormReturn<Reason, unknown, Reason>;

/** The reason for selling or offering an animal in withdrawal (rule 52), or for cancelling a paper. */
export const useReasonForm = (): ReasonForm =>
  useForm({
    defaultValues: { reason: '' },
    resolver: byRules<Reason>(({ reason }) => (reason.trim() === '' ? { reason: 'Say why' } : {})),
  });

interface ReasonFieldProps {
  readonly form: ReasonForm;
  /** Where the reason is kept, and who reads it. */
  readonly hint: string;
  readonly isSaving?: boolean;
}

export const ReasonField = ({ form: { control }, hint, ...saving }: ReasonFieldProps) => (
  <FormFields {...saving}>
    <TextField control={control} name="reason" label="Reason" hint={hint} maxLength={500} />
  </FormFields>
);
