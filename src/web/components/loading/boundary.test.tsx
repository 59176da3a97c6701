import { press, render, screen } from '#test/show-pages.tsx';
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
  const failure = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
    <button onClick={() => void retry()}>{(error as Error).message}: try again</button>
  );
  const region = (
    <Boundary key="region" renderFailure={failure}>
      <Region />
    </Boundary>
  );
  render([<h1 key="title">Animals</h1>, region]);
  expect(screen.getByRole('heading', { name: 'Animals' })).toBeTruthy();
  await press('no data: try again');
  expect(screen.queryByText('The herd')).toBeNull();
  isBroken = false;
  await press('no data: try again');
  expect(await screen.findByText('The herd')).toBeTruthy();
});
