import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { showPart } from '#test/show-pages.tsx';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { AnimalForm } from './animal-form.tsx';

interface Sent {
  readonly url: string;
  readonly id: string;
}

/** Answers each new number with the next of these. */
function show(...numbers: { status: number; body: object }[]) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json([]);
    const { id } = JSON.parse(body as string) as Sent;
    sent.push({ url, id });
    if (url === '/api/animals') return Response.json(buildAnimal({ id, tagNumber: 'D-7' }), { status: 201 });
    const { status, body: answer } = numbers.shift()!;
    return Response.json(answer, { status });
  });
  const onSaved = vi.fn<() => void>();
  const proposed = { tagNumber: 'D-7', eid: '840003123456789' };
  showPart(
    () => (
      <Dialog isOpen onClose={() => {}} title="Add">
        <AnimalForm animal={undefined} proposed={proposed} onSaved={onSaved} />
      </Dialog>
    ),
    { id: 'ada', farmRole: 'owner', keeps: 'goats' },
  );
  const idsSentTo = (part: string) => sent.flatMap(({ url, id }) => (url === part ? [id] : []));
  return { onSaved, idsSentTo };
}

const taken = { status: 409, body: { code: 'create.conflict', message: 'An earlier attempt was already saved.' } };
const refused = {
  status: 400,
  body: {
    code: 'request.invalid',
    message: 'E-1 has this number.',
    errors: [{ path: 'number', message: 'E-1 has this number.' }],
  },
};
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Add Animal' }));

test('a taken id of the EID adds no second animal, and the reason why the EID is refused is shown', async () => {
  const { onSaved, idsSentTo } = show(taken, refused, { status: 201, body: {} });
  await save();
  await screen.findByRole('alert');
  expect(screen.getByRole('alert').textContent).toContain('E-1 has this number.');
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(new Set(idsSentTo('/api/animals')).size).toBe(1);
  const [first, second, third] = idsSentTo('/api/animal-tags');
  expect(second).not.toBe(first);
  expect(third).toBe(second);
});
