import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, useState, Suspense } from 'react';
import { ArchiveCard } from '#web/archive/archive-card.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { ReadersCard } from '#web/readers/readers-card.tsx';
import { Card, CardHeader, CardContent } from '#web/ui/card.tsx';
import { DeviceCard } from './device-card.tsx';
import { FarmNumbersCard } from './farm-numbers-card.tsx';
import { OwnPin } from './own-pin.tsx';
import { RemindersCard } from './reminders-card.tsx';
import { SupportCard } from './support-card.tsx';
import { isTopic, type TopicName, topics } from './topics.ts';
import { ChevronRight, Lamp, Monitor, Moon, Sun } from 'lucide-react';
import { Choice } from '#web/ui/choice.tsx';
import { type Appearance, chooseAppearance, chosenAppearance } from './night.ts';
import { lazily } from '#web/components/loading/lazily.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { RegionalChoices } from '#web/components/regional-choices.tsx';
import { useSaveRegional } from '#web/components/use-save-regional.ts';
import { regional } from '#web/lib/text/regional.ts';

const StorefrontCard = lazily(async () => (await import('./storefront-card.tsx')).StorefrontCard);

/** Only for people who may sell. */
function StorefrontSection() {
  if (!useRights().has('manage')) return null;
  return (
    <Suspense fallback={<Skeleton className="mb-6 h-40 max-w-3xl" />}>
      <StorefrontCard />
    </Suspense>
  );
}

const ApiKeysCard = lazily(async () => (await import('#web/integrations/api-keys-card.tsx')).ApiKeysCard);
const HooksCard = lazily(async () => (await import('#web/integrations/hooks-card.tsx')).HooksCard);

/** Only for owners: nobody else may see or create keys and webhooks. */
function IntegrationsSection() {
  const user = useCurrentUser().data;
  const isOwner = useRights().has('own');
  if (!user || !isOwner) return null;
  const hasPlan = user.subscriptionPlan === 'enterprise';
  return (
    <Suspense fallback={<Skeleton className="mb-6 h-40 max-w-3xl" />}>
      <ApiKeysCard hasPlan={hasPlan} />
      <HooksCard hasPlan={hasPlan} />
    </Suspense>
  );
}

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
      <NumbersSection />
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
    <Link
      to={to}
      className="mb-6 flex max-w-3xl items-center gap-4 rounded-xl border bg-card px-5 py-4 shadow-card hover:bg-secondary"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-muted-foreground">{hint}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
    </Link>
  );
}

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'night', label: 'Night', icon: <Lamp aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

function AppearanceCard() {
  const [appearance, setAppearance] = useState(chosenAppearance);
  const choose = (next: Appearance) => {
    chooseAppearance(next);
    setAppearance(next);
  };
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Appearance" />
      <CardContent className="flex flex-col gap-3">
        <Choice
          aria-label="Theme"
          options={options}
          value={appearance}
          onChange={choose}
          layout="own"
          className="max-w-sm grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]"
        />
        <p className="text-muted-foreground">
          Night is red on black, so it does not dazzle in a dark barn. When it is selected, the header button switches between it
          and the light theme.
        </p>
      </CardContent>
    </Card>
  );
}

function NumbersSection() {
  const { data: user } = useCurrentUser();
  return user ? <FarmNumbersCard user={user} /> : null;
}

function RegionalCard() {
  const { data: user } = useCurrentUser();
  const { mutate, isPending } = useSaveRegional();
  const mayChange = useRights().has('manage');
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Regional Settings" />
      <CardContent className="flex flex-col gap-4">
        <RegionalChoices
          values={{ ...regional(), keeps: user?.keeps ?? null }}
          onChange={(change) => mutate(change)}
          disabled={isPending || !mayChange}
        />
        <p className="text-muted-foreground">
          {mayChange
            ? 'For everyone on this farm. Stored values stay as they are; exported files use these units and dates such as 2026-11-25.'
            : 'The farm’s managers choose these.'}
        </p>
      </CardContent>
    </Card>
  );
}
