import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MailCheck, MailQuestion } from 'lucide-react';
import { SupportLine } from '#web/components/support-line.tsx';
import { siteQuery } from '#web/lib/server/site.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Says before the form is filled in that registration is closed. */
export function RegistrationNotice() {
  const { link, setup, invitation } = useSearch({ from: '/login' });
  const { data: site } = useQuery(siteQuery);
  if (link !== undefined) {
    return (
      <Alert className="mb-6" icon={<MailCheck />} title="You are invited">
        Create your account and your farm here.
      </Alert>
    );
  }
  if (site?.registration !== 'links' || setup !== undefined || invitation !== undefined) return null;
  return (
    <Alert className="mb-6" icon={<MailQuestion />} title="New accounts are by invitation only">
      Open the link in your invitation email. If you have none, ask the people who run this site.
      <SupportLine />
    </Alert>
  );
}
