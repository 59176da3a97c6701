import { useMutation } from '@tanstack/react-query';
import type { FullPaper, NewPaper, PaperKind } from '#contract/papers.ts';
import { newestPapers } from '#domain/work/papers-due.ts';
import { call } from '#web/lib/server/api.ts';
import { read, readPages } from '#web/lib/server/query.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

export const kindLabels: Readonly<Record<PaperKind, string>> = { receipt: 'Receipt', movement: 'Movement document' };

const perPage = 50;

export const papersQuery = (search: string) => {
  const query = { ...(search !== '' && { search }), limit: perPage };
  // Papers are read again after one is issued or cancelled.
  return { ...readPages('listPapers', { query }), meta: { call: 'listPapers' } };
};

export const paperQuery = (id: string) => read('readPaper', { params: { id } });

export const papersOfDayQuery = (day: string) => read('listPapers', { query: { day, limit: newestPapers } });

/** The last paper for this buyer, or else for anybody. Its entries about both parties are proposed for the next one. */
export async function findLastPaper(buyer: string): Promise<FullPaper | undefined> {
  for (const query of [{ search: buyer, limit: 1 }, { limit: 1 }]) {
    const [last] = await call('listPapers', { query });
    if (last && !last.isReceived) return call('readPaper', { params: { id: last.id } });
  }
  return undefined;
}

export const useIssuePapers = () =>
  useMutation({
    mutationFn: async (papers: readonly (NewPaper & { readonly id: string })[]) => {
      const issued: FullPaper[] = [];
      // Issues papers one after the other. If an answer was lost, a retry returns the paper that was issued.
      for (const body of papers) issued.push(await call('issuePaper', { body }));
      return issued;
    },
    onSuccess: (issued) => toast({ title: issued.map(({ label }) => label).join(' and '), description: 'Issued and stored' }),
    onError: (error) => toastFailure(error, 'Could not issue this. What you typed is still here: try again.'),
  });

export const useCancelPaper = () =>
  useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      call('cancelPaper', { params: { id }, body: { reason } }),
    onSuccess: ({ label }) => toast({ title: `${label} is cancelled` }),
    onError: (error) => toastFailure(error, 'Could not cancel this'),
  });
