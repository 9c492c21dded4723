import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import FormDialog from '../../src/ui/dialog/FormDialog.tsx';
import { LazyDialog } from '../../src/ui/dialog/index.ts';
import type { DialogProps } from '../../src/ui/dialog/types.ts';
import { Field } from '../../src/ui/form/Field.tsx';
import { Widgets } from '../../src/ui/Widgets.tsx';

function Host({ onClose, ...rest }: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose?.();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <LazyDialog title="Details" onClose={close} {...rest}>
          <input aria-label="Note" />
        </LazyDialog>
      )}
    </>
  );
}

const openOne = async (props: Partial<DialogProps> = {}) => {
  render(
    <StrictMode>
      <Widgets>
        <Host {...props} />
      </Widgets>
    </StrictMode>,
  );
  screen.getByText('Open').focus();
  fireEvent.click(screen.getByText('Open'));
  return await screen.findByRole('dialog', { name: 'Details' });
};
const complaints = vi.fn();

// Its chunk takes more than a second to load on a busy machine.
beforeAll(() => import('../../src/ui/dialog/Dialog.tsx'));
beforeEach(() => {
  complaints.mockClear();
  vi.spyOn(console, 'error').mockImplementation(complaints);
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.nonce = 'n-1';
  document.head.append(meta);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.head.querySelector('meta[property="csp-nonce"]')?.remove();
});

test('decisions 2.04: opening a dialog writes no style on the body, which would recompute all others', async () => {
  const written: MutationRecord[] = [];
  const observer = new MutationObserver((records) => written.push(...records));
  observer.observe(document.body, { attributes: true });
  await openOne();
  written.push(...observer.takeRecords());
  observer.disconnect();
  expect(written.map(({ attributeName }) => attributeName)).not.toContain('style');
});

test('a dialog is modal, is named by its title, takes the focus, and causes no React warning', async () => {
  const dialog = await openOne();
  expect(dialog.getAttribute('aria-modal')).toBe('true');
  expect(dialog.hasAttribute('aria-describedby')).toBe(false);
  expect(screen.getByRole('heading', { name: 'Details' })).toBeTruthy();
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  expect(complaints).not.toHaveBeenCalled();
});

test('Escape closes it and returns the focus to its opener', async () => {
  const onClose = vi.fn();
  const dialog = await openOne({ onClose });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document, { key: 'Escape', code: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByText('Open'));
});

test('the close button closes it', async () => {
  const onClose = vi.fn();
  await openOne({ onClose });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a dialog that cannot be dismissed has no close button and ignores Escape', async () => {
  const onClose = vi.fn();
  const dialog = await openOne({ onClose, dismissible: false });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent.keyDown(document, { key: 'Escape', code: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('every style it adds carries the nonce of the page', async () => {
  await openOne();
  const added = [...document.querySelectorAll('style')];
  expect(added.length).toBeGreaterThan(0);
  expect(added.map((style) => style.nonce || style.getAttribute('nonce'))).toEqual(added.map(() => 'n-1'));
});

function Step() {
  const [done, setDone] = useState(false);
  return (
    <Widgets>
      <LazyDialog
        title="Deal"
        footer={
          done ? (
            <button type="button">Reopen</button>
          ) : (
            <button type="button" key="won" onClick={() => setDone(true)}>
              Won
            </button>
          )
        }
      >
        <p>{done ? 'Won' : 'Open'}</p>
      </LazyDialog>
    </Widgets>
  );
}

test('decisions 8.02: the focus stays in a dialog whose focused button disappears after its action', async () => {
  render(<Step />);
  const won = await screen.findByRole('button', { name: 'Won' });
  won.focus();
  fireEvent.click(won);
  await screen.findByRole('button', { name: 'Reopen' });
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Deal' }).contains(document.activeElement)).toBe(true));
});

function LateForm() {
  const [drawn, setDrawn] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setDrawn(true)}>
        Arrive
      </button>
      {drawn && (
        <form>
          <input aria-label="Amount" />
        </form>
      )}
    </>
  );
}

test('decisions 8.02: a form that arrives later gets the focus, unless the user has acted', async () => {
  for (const acts of [false, true]) {
    render(
      <Widgets>
        <LazyDialog title="Late" onClose={() => {}}>
          <LateForm />
        </LazyDialog>
      </Widgets>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Late' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    (document.activeElement as HTMLElement).blur();
    screen.getByRole('button', { name: 'Close' }).focus();
    if (acts) fireEvent.keyDown(document.body, { key: 'Tab' });
    fireEvent.click(screen.getByText('Arrive'));
    const field = await screen.findByLabelText('Amount');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement === field).toBe(!acts);
    cleanup();
  }
});

function RefusedForm() {
  const [error, setError] = useState<string | null>(null);
  return (
    <FormDialog title="Reject" onClose={() => {}} busy={false} save="Reject" onSubmit={() => setError('A reason is required')}>
      <Field label="Reason" error={error}>
        {(controlProps) => <input {...controlProps} />}
      </Field>
    </FormDialog>
  );
}

test('decisions 8.02: a refused form moves the focus to its first refused field', async () => {
  render(
    <Widgets>
      <RefusedForm />
    </Widgets>,
  );
  const save = await screen.findByRole('button', { name: 'Reject' });
  save.focus();
  fireEvent.click(save);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Reason')));
});
