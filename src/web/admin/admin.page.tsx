import { useNavigate, useSearch } from '@tanstack/react-router';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { type AdminTab, plainAdmin } from './admin-filter.ts';
import { CouponsTab } from './coupons-tab.tsx';
import { PlansTab } from './plans-tab.tsx';
import { UsersTab } from './users-tab.tsx';

export function AdminPage() {
  const { tab } = useSearch({ from: '/shell/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const open = (next: string) => void navigate({ search: { ...plainAdmin, tab: next as AdminTab }, resetScroll: false });
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        subtitle="Plans, coupons and users"
        actions={
          <LinkButton to="/admin/site" variant="outline">
            Site<span className="max-sm:sr-only"> and registration</span>
          </LinkButton>
        }
      />
      <NeedsServer what="You can change plans, coupons and users">
        <Tabs value={tab} onValueChange={open}>
          <TabsList aria-label="Administration" className="mb-5 max-w-xl">
            <TabsTrigger value="plans" className="max-sm:px-1">
              Pricing Plans
            </TabsTrigger>
            <TabsTrigger value="coupons" className="max-sm:px-1">
              Coupon Codes
            </TabsTrigger>
            <TabsTrigger value="users" className="max-sm:px-1">
              Users
            </TabsTrigger>
          </TabsList>
          <TabsContent value="plans">
            <PlansTab />
          </TabsContent>
          <TabsContent value="coupons">
            <CouponsTab />
          </TabsContent>
          <TabsContent value="users">
            <UsersTab />
          </TabsContent>
        </Tabs>
      </NeedsServer>
    </>
  );
}
