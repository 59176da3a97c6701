import { useForm } from 'react-hook-form';
import { byRules } from './form.tsx';

/** The reason for selling or offering an animal in withdrawal (rule 52). */
export const useReasonForm = () =>
  useForm({
    defaultValues: { reason: '' },
    resolver: byRules<{ reason: string }>(({ reason }) => (reason.trim() === '' ? { reason: 'Say why' } : {})),
  });
