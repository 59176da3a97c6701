import { press, render, screen, userEvent, waitFor } from '#test/show-pages.tsx';
import { useForm } from 'react-hook-form';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/lib/server/api.ts';
import { findDraft } from '#web/lib/forms/drafts.ts';
import { bySchema, Form, FormFields, restartForm, SubmitButton, TextField } from './form.tsx';
import { useFormDraft } from './use-form-draft.ts';

const Goat = z.object({ tag: z.string().min(1, 'Tag is required'), name: z.string().trim().min(2, 'Name is too short') });

function GoatForm({ onSubmit, tag = '' }: { onSubmit: (goat: z.output<typeof Goat>) => unknown; tag?: string }) {
  const form = useForm({ resolver: bySchema(Goat), defaultValues: { tag, name: '' } });
  useFormDraft({ owner: 'ada', form: 'goat' }, form, (values) => (values.name === '' ? undefined : values));
  return (
    <Form form={form} onSubmit={onSubmit}>
      <FormFields>
        <TextField control={form.control} name="tag" label="Tag" hint="As on the ear" />
        <TextField control={form.control} name="name" label="Name" />
      </FormFields>
      <SubmitButton busyLabel="Saving...">Save</SubmitButton>
      <button type="button" onClick={() => restartForm(form, { tag: '', name: '' })}>
        Discard
      </button>
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const errorOf = (label: string) => {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
};
const save = () => press('Save');

describe('a form', () => {
  test('with invalid fields is not sent, shows an error at each until it is corrected and focuses the first', async () => {
    const onSubmit = vi.fn<(goat: unknown) => void>();
    render(<GoatForm onSubmit={onSubmit} />);
    await save();
    expect(errorOf('Tag')).toContain('Tag is required');
    expect(errorOf('Name')).toContain('Name is too short');
    expect(field('Tag').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Tag'));
    await userEvent.type(field('Tag'), '7');
    expect(errorOf('Tag')).toBe('As on the ear');
    expect(field('Tag').getAttribute('aria-invalid')).toBeNull();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('sends the parsed values once although it is submitted again, and is disabled until the answer arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const onSubmit = vi.fn<(goat: unknown) => Promise<unknown>>(() => promise);
    render(<GoatForm onSubmit={onSubmit} tag="7" />);
    await userEvent.type(field('Name'), ' Ada {Enter}');
    const form = field('Name').form!;
    form.requestSubmit();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Saving...' });
    expect([field('Name').matches('fieldset:disabled *, :disabled'), button.disabled]).toEqual([true, true]);
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ tag: '7', name: 'Ada' });
    resolve(undefined);
    await screen.findByRole('button', { name: 'Save' });
    form.requestSubmit();
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  });

  test('shows the server’s field error at its field, focuses it and keeps what was typed', async () => {
    const refusal = { message: 'Not saved', errors: [{ path: 'tag', message: 'There is a 7 already' }] };
    render(<GoatForm onSubmit={() => Promise.reject(new ApiError(422, JSON.stringify(refusal)))} tag="7" />);
    await userEvent.type(field('Name'), 'Ada{Enter}');
    await waitFor(() => expect(errorOf('Tag')).toContain('There is a 7 already'));
    await waitFor(() => expect(document.activeElement).toBe(field('Tag')));
    expect(field('Name').value).toBe('Ada');
  });

  test('stores its input as a draft, and removes the draft when it is reset', async () => {
    const draft = () => findDraft('ada', 'goat')?.typed;
    render(<GoatForm onSubmit={() => {}} tag="7" />);
    await userEvent.type(field('Name'), 'Ad');
    expect(draft()).toEqual({ tag: '7', name: 'Ad' });
    await press('Discard');
    expect([field('Name').value, draft()]).toEqual(['', undefined]);
    await userEvent.type(field('Name'), 'B');
    expect(draft()).toEqual({ tag: '', name: 'B' });
  });
});
