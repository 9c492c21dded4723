import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FailedMail } from '../../../contract/entities/mail.ts';
import FailedMails from '../../../src/screens/systemSettings/mail/FailedMails.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

afterEach(cleanup);

const mail: FailedMail = {
  id: '7',
  recipient: 'sam@example.test',
  subject: 'October is closed',
  error: 'The mail server refused it: no such mailbox',
  attempts: 12,
  created_at: '2026-11-20T09:00:00Z',
  failed_at: '2026-11-21T09:00:00Z',
};
type Answers = Readonly<{ sends?: boolean; waiting?: number; fails?: boolean; refused?: object }>;

const open = async (mails: readonly FailedMail[], { sends = true, waiting = 0, fails = false, refused }: Answers = {}, address = '') => {
  window.history.replaceState(null, '', `/admin/settings${address}`);
  const app = await createStage({ features: ['mail-failures'] });
  const calls: string[] = [];
  let remaining = [...mails];
  const http = async (path: string, { method = 'GET' }: { method?: string } = {}) => {
    calls.push(`${method} ${path}`);
    if (fails) throw Object.assign(new Error('down'), { status: 500 });
    if (method === 'GET') return { sends, waiting, data: remaining };
    if (refused) throw refused;
    remaining = remaining.filter(({ id }) => !path.includes(`/${id}/`));
    return undefined;
  };
  await act(async () => {
    render(
      <Stage app={{ ...app, http: http as typeof app.http }}>
        <FailedMails />
      </Stage>,
    );
  });
  return calls;
};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const retry = 'Try again: October is closed to sam@example.test';

describe('decisions 5.03: failed mail for the admin', () => {
  it('shows recipient, reason and time, and each can be retried', async () => {
    const calls = await open([mail], { waiting: 1 });
    const row = screen.getAllByRole('row')[1] as HTMLElement;
    for (const words of ['sam@example.test', 'October is closed', 'The mail server refused it: no such mailbox', '12'])
      expect(within(row).getByText(words)).toBeTruthy();
    expect(screen.getByText(/One email is still to be sent/)).toBeTruthy();
    await press(retry);
    expect(calls).toEqual(['GET /api/v1/mail-failures', 'POST /api/v1/mail-failures/7/retry', 'GET /api/v1/mail-failures']);
    expect(screen.getByText('No email has failed.')).toBeTruthy();
  });

  it('a link opens one failure beside the list', async () => {
    await open([mail], {}, '?mail=7');
    const panel = await screen.findByRole('dialog', { name: 'October is closed to sam@example.test' });
    expect(within(panel).getByText('The mail server refused it: no such mailbox')).toBeTruthy();
  });

  it('shows a refusal, and the list stays', async () => {
    await open([mail], { refused: { status: 409, data: { message: 'Only a failed email can be sent again.' } } });
    await press(retry);
    expect(screen.getByRole('alert').textContent).toContain('Only a failed email can be sent again.');
    expect(screen.getByRole('button', { name: retry })).toBeTruthy();
  });

  it('a server that sends no mail says how to set it up', async () => {
    await open([], { sends: false });
    expect(screen.getByText('This server sends no emails.')).toBeTruthy();
    expect(screen.getByText(/Set SMTP_URL and MAIL_FROM/)).toBeTruthy();
  });

  it('a failed list says so and can be requested again', async () => {
    const calls = await open([], { fails: true });
    await press('Try again');
    expect(calls).toHaveLength(2);
  });
});
