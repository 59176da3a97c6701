import { fakeApi, press, refusal, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { AnimalForm } from './animal-form.tsx';

test('a taken id of the EID adds no second animal, and the reason why the EID is refused is shown', async () => {
  const message = 'E-1 has this number.';
  const refused = refusal(400, 'request.invalid', message, { errors: [{ path: 'number', message }] });
  const answers: unknown[] = [refusal(409, 'create.conflict'), refused, {}];
  const sent = fakeApi({}, (request) => (request === 'POST /api/animals' ? buildAnimal({ tagNumber: 'D-7' }) : answers.shift()));
  const onSaved = vi.fn<() => void>();
  const proposed = { tagNumber: 'D-7', eid: '840003123456789' };
  const page = () => (
    <Dialog isOpen onClose={() => {}} title="Add">
      <AnimalForm animal={undefined} proposed={proposed} onSaved={onSaved} />
    </Dialog>
  );
  showPart(page, { id: 'ada', farmRole: 'owner', keeps: 'goats' });
  await press('Add Animal');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  await press('Add Animal');
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  const idsOf = (path: string) => sent.flatMap(([call, body]) => (call === `POST ${path}` ? [(body as { id: string }).id] : []));
  expect(new Set(idsOf('/api/animals')).size).toBe(1);
  const [first, second, third] = idsOf('/api/animal-tags');
  expect([second === first, third === second]).toEqual([false, true]);
});
