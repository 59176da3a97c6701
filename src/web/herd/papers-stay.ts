import { newestPapers } from '#domain/work/papers-due.ts';
import { call } from '#web/lib/server/api.ts';
import { toast } from '#web/lib/use-toast.ts';

export const isSale = (kind: string): boolean => kind === 'sale' || kind === 'slaughter';

/** After sales of this day were undone: a paper that was issued of them stays until it is replaced or cancelled. */
export function sayPapersStay(day: string): void {
  // Without an answer the list of the papers says it.
  void call('listPapers', { query: { day, limit: newestPapers } }).then(
    (papers) => {
      const of = papers.filter(({ unsoldTags }) => unsoldTags.length > 0);
      if (of.length === 0) return;
      const labels = of.map(({ label }) => label).join(', ');
      toast({
        variant: 'neutral',
        title: `Undone, but ${labels} ${of.length === 1 ? 'stays' : 'stay'} issued`,
        description: 'Replace or cancel it, so that no paper of this sale is in force.',
        isWhole: true,
        action: { label: 'Receipts', to: '/receipts' },
      });
    },
    () => {},
  );
}
