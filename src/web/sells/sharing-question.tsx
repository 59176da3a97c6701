import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Storefront } from '#contract/storefront.ts';
import { CheckField } from '#web/components/forms/form-fields.tsx';
import { Form, FormFields, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { call } from '#web/lib/server/api.ts';
import { storefrontQuery } from '#web/lib/session/storefront.ts';
import { toast } from '#web/lib/use-toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';

const answered = 'sharing answered';
const answeredBy = (): string[] => (localStorage.getItem(answered) ?? '').split(' ');

/** What buyers see, read while it is not known whether this farm has been asked. */
const useUnanswered = (farmId: string | undefined) =>
  useQuery({ ...storefrontQuery, enabled: farmId !== undefined && !answeredBy().includes(farmId) });

/** Whether the question may still appear: what stands below it waits, so that it moves nothing. */
export const useMayBeAsked = (farmId: string | undefined): boolean => useUnanswered(farmId).isLoading;

interface QuestionProps {
  readonly farmId: string;
  /** What buyers see anyway: above the questions, or alone once they are answered. */
  readonly children: ReactNode;
}

/** Asked once, when the farm offers its first animal: whether buyers see its age and where it is. */
export function SharingQuestion({ farmId, children }: QuestionProps) {
  const [isAnswered, setAnswered] = useState(() => answeredBy().includes(farmId));
  const { data: stored } = useUnanswered(farmId);
  const answer = () => {
    localStorage.setItem(answered, [...answeredBy(), farmId].join(' ').trim());
    setAnswered(true);
  };
  if (isAnswered || !stored || stored.placeName !== null || stored.shared.length > 0) return children;
  return (
    <Question stored={stored} onAnswered={answer}>
      {children}
    </Question>
  );
}

const proposed = { showsAge: true, placeName: '' };

interface StoredProps extends Pick<QuestionProps, 'children'> {
  readonly stored: Storefront;
  readonly onAnswered: () => void;
}

function Question({ stored, onAnswered, children }: StoredProps) {
  const client = useQueryClient();
  const form = useForm({ defaultValues: proposed });
  const { control } = form;
  const given = useWatch({ control });
  const save = useMutation({
    mutationFn: ({ showsAge, placeName }: typeof proposed) => {
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
    <div className="min-w-0 grow">
      {children}
      {/* One line until it is opened, so that the animals stay in sight. */}
      <details className="mt-2 rounded-xl border bg-card px-4 sm:px-5 print:hidden">
        <summary className="min-h-12 cursor-pointer py-3 font-semibold">What may buyers see?</summary>
        <Form form={form} onSubmit={(answer) => save.mutateAsync(answer)} className="py-4">
          <FormFields className="flex flex-col gap-3">
            <CheckField control={control} name="showsAge">
              Their age
            </CheckField>
            <TextField
              control={control}
              name="placeName"
              label="Where they are"
              hint="In your words, such as: near Olathe, Kansas"
              maxLength={80}
              optional
            />
            <div className="flex flex-wrap items-center gap-2">
              <SubmitButton busyLabel="Saving..." disabled={!given.showsAge && given.placeName?.trim() === ''}>
                Show this
              </SubmitButton>
              <Button variant="outline" onClick={onAnswered}>
                Show nothing
              </Button>
            </div>
          </FormFields>
        </Form>
      </details>
    </div>
  );
}
