import { createMemoryHistory, createRootRoute, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { act, press, render, screen, userEvent, waitFor } from '#test/show-pages.tsx';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { TextField } from '#web/components/forms/form.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog, DialogBody, DialogCancel, useDialogDismissed } from './dialog.tsx';

/** A page with a button that opens the dialog; every dialog is an entry of the history. */
async function openPage(renderDialog: (isOpen: boolean, close: () => void) => ReactNode) {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {renderDialog(isOpen, () => setOpen(false))}
      </>
    );
  }
  const history = createMemoryHistory({ initialEntries: ['/animals'] });
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page, staticData: { access: 'anyone' } });
  render(<RouterProvider router={createRouter({ routeTree, history }) as never} />);
  const opener = await screen.findByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  await waitFor(() => expect(history.location.state.dialogs).toHaveLength(1));
  return { history, opener };
}

let dismissals = 0;

function Content() {
  useDialogDismissed(() => {
    dismissals += 1;
  });
  return (
    <DialogBody>
      <input aria-label="Name" />
      <DialogCancel />
    </DialogBody>
  );
}

const openDialog = (content: ReactNode = <Content />) => {
  dismissals = 0;
  return openPage((isOpen, close) => (
    <Dialog isOpen={isOpen} onClose={close} title="Edit" description="Of this animal">
      {content}
    </Dialog>
  ));
};

function FormContent({ onSubmit }: { onSubmit: () => Promise<void> }) {
  useDialogDismissed(() => {
    dismissals += 1;
  });
  const form = useForm({ defaultValues: { name: '' } });
  return (
    <DialogForm form={form} onSubmit={onSubmit} submitLabel="Save" busyLabel="Saving...">
      <TextField control={form.control} name="name" label="Name" />
    </DialogForm>
  );
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

const waysOut = {
  Escape: () => userEvent.keyboard('{Escape}'),
  Cancel: () => press('Cancel'),
  Close: () => press('Close'),
};

const clickBeside = () => userEvent.click(document.querySelector('.page-cover') ?? expect.fail());

async function expectOpen(history: RouterHistory, ways = Object.values(waysOut)): Promise<void> {
  for (const leave of [...ways, clickBeside]) await leave();
  const isInHistory = () => expect(history.location.state.dialogs).toHaveLength(1);
  await waitFor(isInHistory);
  if (ways.length > 0) act(() => history.back());
  await waitFor(isInHistory);
  expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy();
  expect(dismissals).toBe(0);
}

describe('a dialog', () => {
  test.each(Object.entries(waysOut))(
    'is dismissed by %s, which leaves no entry in the history and returns the focus to what opened it',
    async (_, leave) => {
      const { history, opener } = await openDialog();
      await leave();
      await gone();
      expect(dismissals).toBe(1);
      await waitFor(() => expect(document.activeElement).toBe(opener));
      await waitFor(() => expect(history.location.state.dialogs).toBeUndefined());
      expect(history.canGoBack()).toBe(false);
    },
  );

  test('is described, stays open when the page beside it is clicked, and is closed by Back without being dismissed', async () => {
    const { history } = await openDialog();
    const id = screen.getByRole('dialog', { name: 'Edit' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('Of this animal');
    await expectOpen(history, []);
    act(() => history.back());
    await gone();
    expect(dismissals).toBe(0);
  });

  test('with a form cannot be closed while that is being saved, and can be after it', async () => {
    const saved = Promise.withResolvers<void>();
    const { history } = await openDialog(<FormContent onSubmit={() => saved.promise} />);
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada{Enter}');
    await screen.findByRole('button', { name: 'Saving...' });
    await expectOpen(history);
    saved.resolve();
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false));
    await waysOut.Cancel();
    await gone();
  });
});

test.each([false, true])('an alert dialog is closed by Escape, but not while the confirmed action runs: %s', async (isBusy) => {
  const about = { title: 'Delete Ada?', description: 'This cannot be undone.', confirm: null, isBusy };
  await openPage((isOpen, close) => <AlertDialog isOpen={isOpen} onClose={close} {...about} />);
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Ada?' });
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('This cannot be undone.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(isBusy);
  await waysOut.Escape();
  await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(isBusy ? 1 : 0));
});
