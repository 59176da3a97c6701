import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { savedSearchesQuery } from './saved-search-list.tsx';

/** Unsubscribes from the daily mail, also without a session. Opening the link changes nothing, because programs that scan mails open links too. */
export function EndSearchMails({ token }: { token: string }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: async () => {
      const answer = await fetch(`/api/search-mail-stops/${encodeURIComponent(token)}`, { method: 'POST' });
      if (!answer.ok) throw new Error(`${answer.status}`);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey }),
  });
  return (
    <section aria-label="Daily mail" className="mb-8 flex flex-wrap items-center gap-3 rounded-xl border bg-card p-4">
      <p aria-live="polite" className="min-w-0 grow">
        {end.isSuccess
          ? 'You get no more daily emails about your saved searches. The searches are still there.'
          : end.isError
            ? 'The emails were not stopped. Try again in a moment.'
            : 'Do you want to stop the daily email about your saved searches?'}
      </p>
      {!end.isSuccess && (
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          Stop the emails
        </Button>
      )}
    </section>
  );
}
