import { Link } from '@tanstack/react-router';
import { ChevronRight, KeyRound } from 'lucide-react';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';
import { topicsFor } from './topics.ts';

export function SettingsPage() {
  const topics = topicsFor(useFarmRole());
  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" />
      <Card className="mb-4 sm:mb-6">
        <CardHeader title="Privacy & Security" />
        <NeedsServer what="You can change your password">
          <SettingRow
            icon={KeyRound}
            title="Password"
            hint="Changing it signs out your other devices."
            control={<ChangePasswordDialog />}
          />
        </NeedsServer>
      </Card>
      <nav aria-label="More settings">
        <ul className="divide-y overflow-hidden rounded-xl border bg-card shadow-card">
          {topics.map(({ name, title, hint, icon: Icon }) => (
            <li key={name}>
              <Link
                to="/settings/$topic"
                params={{ topic: name }}
                className="flex min-h-14 items-center gap-4 px-4 py-1.5 hover:bg-secondary focus-visible:-outline-offset-4 sm:px-5"
              >
                <Icon aria-hidden className="size-5.5 shrink-0 text-muted-foreground" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-sm text-muted-foreground">{hint}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
