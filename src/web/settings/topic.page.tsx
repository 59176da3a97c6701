import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ArchiveCard } from '#web/archive/archive-card.tsx';
import { NeedsServer } from '#web/components/needs-server.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { ReadersCard } from '#web/readers/readers-card.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { DeviceCard } from './device-card.tsx';
import { IntegrationsSection } from './integrations-section.tsx';
import { OwnPin } from './own-pin.tsx';
import { RegionalCard } from './regional-card.tsx';
import { RemindersCard } from './reminders-card.tsx';
import { StorefrontSection } from './storefront-section.tsx';
import { SupportCard } from './support-card.tsx';
import { isTopic, type TopicName, topics } from './topics.ts';

export function TopicPage() {
  const { topic } = useParams({ from: '/shell/settings/$topic' });
  const name = isTopic(topic) ? topic : 'you';
  const { title } = topics[name];
  const Cards = cards[name];
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} back={{ to: '/settings', label: 'Settings' }} />
      <NeedsServer what="You can change these settings">
        <Cards />
      </NeedsServer>
    </>
  );
}

const cards: Readonly<Record<TopicName, ComponentType>> = {
  you: () => (
    <>
      <AppearanceCard />
      <Card className="mb-6 max-w-3xl">
        <CardHeader title="On a shared device" />
        <OwnPin />
      </Card>
    </>
  ),
  farm: () => (
    <>
      <RegionalCard />
      <PageLink to="/people" />
    </>
  ),
  reminders: RemindersCard,
  marketplace: StorefrontSection,
  device: () => (
    <>
      <DeviceCard />
      <ReadersCard />
    </>
  ),
  programs: IntegrationsSection,
  data: () => (
    <>
      <PageLink to="/history" />
      <ArchiveCard />
      <SupportCard />
    </>
  ),
};

const linked = {
  '/people': ['People', 'Invite others to this farm and choose what they may do.'],
  '/history': ['History', 'Who changed what, and undo.'],
} as const;

function PageLink({ to }: { readonly to: keyof typeof linked }) {
  const [title, hint] = linked[to];
  return (
    <Link to={to} className="mb-6 block max-w-3xl rounded-xl border bg-card px-5 py-4 shadow-card hover:bg-secondary">
      <span className="block font-semibold">{title}</span>
      <span className="block text-muted-foreground">{hint}</span>
    </Link>
  );
}
