import { useForm } from 'react-hook-form';
import { byRules } from './form.tsx';

/** Why an animal in withdrawal is sold or offered (rule 52). */
export const useReasonForm = () =>
  useForm({
    defaultValues: { reason: '' },
    resolver: byRules<{ reason: string }>(({ reason }) => (reason.trim() === '' ? { reason: 'Say why' } : {})),
  });
