import { KeyRound } from 'lucide-react';
import { ArchiveCard } from '#web/archive/archive-card.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { NeedsServer } from '#web/components/needs-server.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { ReadersCard } from '#web/readers/readers-card.tsx';
import { IntegrationsSection } from './integrations-section.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { RegionalCard } from './regional-card.tsx';
import { RemindersCard } from './reminders-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { StorefrontSection } from './storefront-section.tsx';
import { SupportCard } from './support-card.tsx';
import { OwnPin } from './own-pin.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SettingRow } from './setting-row.tsx';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" subtitle="Your password, devices and preferences" />
      <NeedsServer what="You can change your account">
        <Card className="mb-6 max-w-3xl">
          <CardHeader title="Privacy & Security" />
          <SettingRow
            icon={KeyRound}
            title="Password"
            hint="Changing it signs out your other devices."
            control={<ChangePasswordDialog />}
          />
          <OwnPin />
        </Card>
        <AppearanceCard />
        <RegionalCard />
        <RemindersCard />
        <StorefrontSection />
        <IntegrationsSection />
        <DeviceCard />
        <ReadersCard />
        <SupportCard />
        <ArchiveCard />
      </NeedsServer>
    </>
  );
}
