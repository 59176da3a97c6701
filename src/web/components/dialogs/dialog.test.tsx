import { createMemoryHistory, createRootRoute, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { TextField } from '#web/components/forms/form.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog, DialogBody, DialogCancel, useDialogBusy, useDialogDismissed } from './dialog.tsx';

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
  const router = createRouter({
    routeTree: createRootRoute({ component: Page, notFoundComponent: Page, staticData: { access: 'anyone' } }),
    history,
  });
  render(<RouterProvider router={router as never} />);
  const opener = await screen.findByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  return { history, opener };
}

let dismissals = 0;

function Content({ isBusy }: { isBusy: boolean }) {
  useDialogBusy(isBusy);
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

const openDialog = (isBusy = false) => {
  dismissals = 0;
  return openPage((isOpen, close) => (
    <Dialog isOpen={isOpen} onClose={close} title="Edit">
      <Content isBusy={isBusy} />
    </Dialog>
  ));
};

function FormContent({ onSubmit }: { onSubmit: () => Promise<void> }) {
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
  Cancel: () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })),
  Close: () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
};

const clickBeside = () => userEvent.click(document.querySelector('.page-cover') ?? expect.fail());

async function expectOpen(history: RouterHistory): Promise<void> {
  for (const leave of [...Object.values(waysOut), clickBeside]) await leave();
  await waitFor(() => expect(history.location.state.dialogs).toHaveLength(1));
  act(() => history.back());
  await waitFor(() => expect(history.location.state.dialogs).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy();
}

describe('a dialog', () => {
  test.each(Object.entries(waysOut))(
    'is dismissed by %s, which leaves no entry in the history and returns the focus to what opened it',
    async (_, leave) => {
      const { history, opener } = await openDialog();
      await screen.findByRole('dialog', { name: 'Edit' });
      await leave();
      await gone();
      expect(dismissals).toBe(1);
      await waitFor(() => expect(document.activeElement).toBe(opener));
      await waitFor(() => expect(history.location.state.dialogs).toBeUndefined());
      expect(history.canGoBack()).toBe(false);
    },
  );

  test('is closed by Back without being dismissed', async () => {
    const { history } = await openDialog();
    await screen.findByRole('dialog', { name: 'Edit' });
    await waitFor(() => expect(history.location.state.dialogs).toHaveLength(1));
    act(() => history.back());
    await gone();
    expect(dismissals).toBe(0);
  });

  test.each([undefined, 'Of this animal'])('is described by its description, or by nothing: %s', async (description) => {
    await openPage((isOpen, close) => <Dialog isOpen={isOpen} onClose={close} title="Edit" description={description} />);
    const id = (await screen.findByRole('dialog', { name: 'Edit' })).getAttribute('aria-describedby');
    expect(id === null ? null : document.getElementById(id)?.textContent).toBe(description ?? null);
  });

  test('stays open when the page beside it is clicked', async () => {
    await openDialog();
    await screen.findByRole('dialog', { name: 'Edit' });
    await clickBeside();
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy();
    expect(dismissals).toBe(0);
  });

  test('cannot be closed while it is busy', async () => {
    const { history } = await openDialog(true);
    await screen.findByRole('dialog', { name: 'Edit' });
    await expectOpen(history);
    expect(dismissals).toBe(0);
  });

  test('with a form cannot be closed while that is being saved, and can be after it', async () => {
    const saved = Promise.withResolvers<void>();
    const { history } = await openPage((isOpen, close) => (
      <Dialog isOpen={isOpen} onClose={close} title="Edit">
        <FormContent onSubmit={() => saved.promise} />
      </Dialog>
    ));
    await userEvent.type(await screen.findByLabelText('Name'), 'Ada{Enter}');
    await screen.findByRole('button', { name: 'Saving...' });
    await expectOpen(history);
    saved.resolve();
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(false));
    await waysOut.Cancel();
    await gone();
  });
});

describe('an alert dialog', () => {
  const openAlert = (isBusy: boolean) =>
    openPage((isOpen, close) => (
      <AlertDialog
        isOpen={isOpen}
        isBusy={isBusy}
        onClose={close}
        title="Delete Ada?"
        description="This cannot be undone."
        confirm={null}
      />
    ));

  test('has its title and description as its accessible name, and is closed by Escape', async () => {
    await openAlert(false);
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Ada?' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('This cannot be undone.');
    await waysOut.Escape();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('cannot be closed while the confirmed action runs', async () => {
    await openAlert(true);
    await screen.findByRole('alertdialog', { name: 'Delete Ada?' });
    await waysOut.Escape();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    expect(screen.getByRole('alertdialog', { name: 'Delete Ada?' })).toBeTruthy();
  });
});
