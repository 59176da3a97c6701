import { screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { hasDrafts } from '#web/lib/forms/drafts.ts';
import { RecordPanel } from './record-panel.tsx';

test('what is typed in the panel is kept while one goes from animal to animal, and removed when it is closed', async () => {
  const herd = [buildAnimal({ tagNumber: 'A-1' }), buildAnimal({ tagNumber: 'A-2' })];
  const ids = herd.map(({ id }) => id);
  vi.stubGlobal('fetch', async (url: string) => Response.json(url === '/api/animals' ? herd : []));
  const Panel = () => {
    const [isOpen, setOpen] = useState(true);
    return <RecordPanel isOpen={isOpen} animalIds={ids} onClose={() => setOpen(false)} />;
  };
  showPart(Panel, { id: 'ada', farmRole: 'owner' });
  await userEvent.type(await screen.findByLabelText('Weight (lbs)'), '41');
  await userEvent.click(screen.getByRole('button', { name: 'Next animal' }));
  await screen.findByText('2 of 2');
  await userEvent.click(screen.getByRole('button', { name: 'Previous animal' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Weight (lbs)')).value).toBe('41');
  expect(hasDrafts('ada')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hasDrafts('ada')).toBe(false);
});
