import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { Hillside } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

// Screens that are being built; each line goes when its feature brings its page.
export const AnimalSellsPage = () => (
  <ComingPage title="Animal Sells" subtitle="Manage sales information for multiple animals" what="The sales table" />
);
export const AdminPage = () => <ComingPage title="Admin Dashboard" what="Plans, coupons and users" />;

function ComingPage({ title, subtitle, what }: { title: string; subtitle?: string; what: string }) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <EmptyState
        drawing={<Hillside />}
        title="This screen is on its way"
        action={
          <Button asChild variant="outline">
            <Link to="/">Back to the farm</Link>
          </Button>
        }
      >
        {what} will be here in one of the next versions.
      </EmptyState>
    </>
  );
}
