import { Bell, Cable, CircleHelp, Moon, Smartphone, Sprout, Store, type LucideIcon } from 'lucide-react';
import { type FarmRole, rightsOf } from '#domain/accounts/members.ts';

interface Topic {
  readonly title: string;
  /** What is there. */
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Whom it concerns; everybody if absent. */
  readonly isFor?: (role: FarmRole) => boolean;
}

/** What is set beyond the password, each on a page of its own; in this order. */
export const topics = {
  you: { title: 'You', hint: 'Theme, PIN', icon: Moon },
  farm: { title: 'Farm', hint: 'Animals, units, dates, people', icon: Sprout },
  reminders: { title: 'Reminders', hint: 'Email, notifications, calendar', icon: Bell },
  marketplace: {
    title: 'Marketplace',
    hint: 'What buyers see of your farm',
    icon: Store,
    isFor: (role) => rightsOf(role).has('manage'),
  },
  device: { title: 'This device', hint: 'Stored farm, sounds, readers', icon: Smartphone },
  programs: { title: 'Programs', hint: 'Keys and webhooks', icon: Cable, isFor: (role) => role === 'owner' },
  data: { title: 'Data and help', hint: 'History, download, support', icon: CircleHelp },
} as const satisfies Readonly<Record<string, Topic>>;

export type TopicName = keyof typeof topics;

export const isTopic = (name: string): name is TopicName => Object.hasOwn(topics, name);

export function topicsFor(role: FarmRole): readonly (Topic & { readonly name: TopicName })[] {
  return Object.entries<Topic>(topics).flatMap(([name, topic]) =>
    isTopic(name) && topic.isFor?.(role) !== false ? { ...topic, name } : [],
  );
}
