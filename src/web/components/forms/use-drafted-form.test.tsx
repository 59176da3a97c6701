import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDraft } from '#web/lib/forms/drafts.ts';
import { NetworkError } from '#web/lib/server/api.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { byRules, Form, SubmitButton, TextField } from './form.tsx';
import { useDraftedForm } from './use-drafted-form.ts';

interface Values {
  readonly product: string;
}

function TreatForm({ save }: { readonly save: () => Promise<void> }) {
  const { form, send, discard } = useDraftedForm<Values, Values>(
    'treat',
    () => ({ product: '' }),
    byRules(() => ({})),
  );
  return (
    <Form form={form} onSubmit={() => send(save)}>
      <TextField control={form.control} name="product" label="Product" />
      <SubmitButton busyLabel="Saving...">Save</SubmitButton>
      {discard && (
        <button type="button" onClick={discard}>
          Discard
        </button>
      )}
    </Form>
  );
}

function open(save: () => Promise<void>, farmId = 'oak'): void {
  cleanup();
  const client = createQueryClient(() => {});
  client.setQueryData(currentUserQuery.queryKey, { id: 'ada', farmId } as never);
  render(
    <QueryClientProvider client={client}>
      <TreatForm save={save} />
    </QueryClientProvider>,
  );
}

const draft = () => findDraft<Values>('ada oak', 'treat')?.typed;
const product = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Product' });

test('what is typed is there again on the same farm, and on no other, until it is discarded', async () => {
  open(async () => {});
  await userEvent.type(product(), 'Covexin');
  open(async () => {}, 'elm');
  expect(product().value).toBe('');
  open(async () => {});
  expect(product().value).toBe('Covexin');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([product().value, draft()]).toEqual(['', undefined]);
});

test('nothing is kept of what may have arrived, until the attempt has failed', async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  open(() => promise);
  await userEvent.type(product(), 'Covexin');
  expect(draft()).toEqual({ product: 'Covexin' });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(draft()).toBeUndefined();
  reject(new NetworkError('offline'));
  await expect.poll(draft).toEqual({ product: 'Covexin' });
});
