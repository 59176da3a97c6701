import { createRoute } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { parseTokenSearch } from '#web/accounts/token-search.ts';
import { lazily } from '#web/components/lazily.ts';
import { FailedScreen } from './failed.tsx';
import { root, shell } from './root.tsx';

export const joinScreen = createRoute({
  getParentRoute: () => root,
  path: '/join',
  staticData: { title: 'Invitation', access: 'user' },
  validateSearch: parseTokenSearch,
  component: lazily(async () => (await import('#web/accounts/join.page.tsx')).JoinPage),
  errorComponent: FailedScreen,
});

export const peopleScreen = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  staticData: {
    title: 'People',
    access: 'plan',
    menu: { group: 'Account', label: 'People', icon: Users, isFor: ({ hasOtherPeople }) => hasOtherPeople },
    section: { of: '/settings', icon: Users },
  },
  component: lazily(async () => (await import('#web/people/people.page.tsx')).PeoplePage),
});
