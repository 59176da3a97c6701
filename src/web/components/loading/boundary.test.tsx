import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Boundary } from './boundary.tsx';

// React reports what a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
test('a render error stays within its boundary, and a retry renders the boundary again', async () => {
  let isBroken = true;
  const Region = () => {
    if (isBroken) throw new Error('no data');
    return <p>The herd</p>;
  };
  render(
    <>
      <h1>Animals</h1>
      <Boundary
        renderFailure={({ error, retry }) => (
          <button type="button" onClick={() => void retry()}>
            {(error as Error).message}: try again
          </button>
        )}
      >
        <Region />
      </Boundary>
    </>,
  );
  expect(screen.getByRole('heading', { name: 'Animals' })).toBeTruthy();
  expect(screen.queryByText('The herd')).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'no data: try again' }));
  expect(screen.queryByText('The herd')).toBeNull();

  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'no data: try again' }));
  expect(await screen.findByText('The herd')).toBeTruthy();
});
