import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Storefront } from '#contract/storefront.ts';
import { call } from '#web/lib/api.ts';
import { storefrontQuery } from '#web/lib/storefront.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

const answered = 'sharing answered';
const answeredBy = (): string[] => (localStorage.getItem(answered) ?? '').split(' ');

/** Asked once, when the farm offers its first animal: whether buyers see its age and where it is. */
export function SharingQuestion({ farmId }: { readonly farmId: string }) {
  const [isAnswered, setAnswered] = useState(() => answeredBy().includes(farmId));
  const { data: stored } = useQuery({ ...storefrontQuery, enabled: !isAnswered });
  const answer = () => {
    localStorage.setItem(answered, [...answeredBy(), farmId].join(' ').trim());
    setAnswered(true);
  };
  if (isAnswered || !stored || stored.placeName !== null || stored.shared.length > 0) return null;
  return <Question stored={stored} onAnswered={answer} />;
}

function Question({ stored, onAnswered }: { readonly stored: Storefront; readonly onAnswered: () => void }) {
  const client = useQueryClient();
  const [showsAge, setShowsAge] = useState(true);
  const [placeName, setPlaceName] = useState('');
  const save = useMutation({
    mutationFn: () => {
      const { latitude, longitude, precision, version } = stored;
      const coordinates = latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;
      const shared = showsAge ? (['birth'] as const) : [];
      return call('changeStorefront', {
        body: { placeName, coordinates, precision: precision ?? 'km10', shared: [...shared], version },
      });
    },
    onSuccess: (saved) => {
      client.setQueryData(storefrontQuery.queryKey, saved);
      onAnswered();
      toast({ title: 'Saved', description: 'The marketplace now shows it.' });
    },
    onError: (error) => toastFailure(error, 'Could not save what the marketplace shows'),
  });
  return (
    // One line until it is opened, so that the animals stay in sight.
    <details className="mb-4 max-w-3xl rounded-xl border bg-card px-4 sm:px-5 print:hidden">
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">What may buyers see?</summary>
      <form
        className="flex flex-col gap-3 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <CheckboxLine isTight checked={showsAge} onCheckedChange={(checked) => setShowsAge(checked === true)}>
          Their age
        </CheckboxLine>
        <Field label="Where they are" hint="In your words, such as: near Olathe, Kansas" optional>
          {(control) => (
            <Input {...control} value={placeName} maxLength={80} onChange={(event) => setPlaceName(event.target.value)} />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" busy={save.isPending} disabled={!showsAge && placeName.trim() === ''}>
            Show this
          </Button>
          <Button variant="outline" disabled={save.isPending} onClick={onAnswered}>
            Show nothing
          </Button>
        </div>
      </form>
    </details>
  );
}
