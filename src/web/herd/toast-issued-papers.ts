import { newestPapers } from '#domain/work/papers-due.ts';
import { call } from '#web/lib/server/api.ts';
import { toast } from '#web/lib/use-toast.ts';

/** Names the papers that stay issued after sales of this day were undone. */
export function toastIssuedPapers(day: string): void {
  // Without an answer, the list of papers still shows it.
  void call('listPapers', { query: { day, limit: newestPapers } }).then(
    (papers) => {
      const issued = papers.filter(({ unsoldTags }) => unsoldTags.length > 0);
      if (issued.length === 0) return;
      const labels = issued.map(({ label }) => label).join(', ');
      toast({
        variant: 'neutral',
        title: `Undone, but ${labels} ${issued.length === 1 ? 'stays' : 'stay'} issued`,
        description: 'Replace or cancel it, so that no paper of this sale is in force.',
        isWhole: true,
        action: { label: 'Receipts', to: '/receipts' },
      });
    },
    () => {},
  );
}
