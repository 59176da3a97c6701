import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ShareButton } from './share-button.tsx';

const link = { title: 'Titan, Boer Buck', url: `${location.origin}/for-sale/a-1` };
const writeText = vi.fn<Clipboard['writeText']>(async () => {});

async function press(abilities: Partial<Navigator>): Promise<void> {
  const parts = { ...abilities, clipboard: { writeText } };
  vi.stubGlobal('navigator', Object.create(navigator, Object.getOwnPropertyDescriptors(parts)));
  render(<ShareButton title="Titan, Boer Buck" path="/for-sale/a-1" />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
}

test('opens the choice of the device, and closing it without choosing copies nothing', async () => {
  const share = vi.fn<Navigator['share']>(async () => Promise.reject(new DOMException('', 'AbortError')));
  await press({ canShare: () => true, share });
  expect(share).toHaveBeenCalledWith(link);
  expect(writeText).not.toHaveBeenCalled();
});

test('copies the link where the browser cannot share', async () => {
  await press({});
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(link.url));
});
