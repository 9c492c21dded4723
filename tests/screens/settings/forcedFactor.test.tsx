import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ForcedFactor from '../../../src/shared/secondFactor/ForcedFactor.tsx';
import SecondFactorCard from '../../../src/shared/secondFactor/SecondFactorCard.tsx';
import { begun, codes, off, on } from '../../models/secondFactor/cases.ts';
import { settle } from '../../models/support/mountScreen.tsx';
import { createStage, Stage } from '../../models/support/stage.tsx';

const server = vi.hoisted(() => ({ state: null as object | null }));
vi.mock('../../../src/services/secondFactor.ts', () => ({
  createSecondFactor: () => ({
    state: async () => {
      if (server.state === null) throw Object.assign(new Error('down'), { status: 503 });
      return server.state;
    },
    begin: async () => begun,
    enable: async () => ({ recovery_codes: codes }),
    disable: async () => {
      server.state = off;
    },
  }),
}));
beforeEach(() => {
  server.state = off;
});
afterEach(cleanup);

const open = async (part: ReactNode) => {
  const app = await createStage({ features: ['second-factor'] });
  const send = vi.spyOn(app.session, 'send');
  await act(async () => void render(<Stage app={app}>{part}</Stage>));
  await settle();
  return { app, sent: () => send.mock.calls.map(([{ type }]) => type), toasts: () => JSON.stringify(app.toasts.getSnapshot().context) };
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
  await settle();
};
const type = (label: string, value: string): boolean => fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe('a second factor required by the company (decisions 4.16)', () => {
  it('is set up in a dialog that closes only after the recovery codes are saved', async () => {
    const { sent } = await open(<ForcedFactor />);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    type('Current password', 'a good sentence');
    await press('Continue');
    type('Code', '123456');
    await press('Turn on');
    expect(screen.getByText(codes[1] ?? '')).toBeTruthy();
    // The app stays hidden until the codes are saved.
    expect(sent()).toEqual(['factor.enabled']);
    await press('I saved them');
    expect(sent()).toEqual(['factor.enabled', 'factor.changed']);
  });

  it.each([
    ['asked for their password', async () => {}],
    [
      'asked for a code',
      async () => {
        type('Current password', 'a good sentence');
        await press('Continue');
      },
    ],
  ])('lets people sign out while %s', async (_step, go) => {
    const { sent } = await open(<ForcedFactor />);
    await go();
    await press('Sign Out');
    expect(sent()).toEqual(['logout.submit']);
  });

  it('lets people retry or sign out if it fails to load', async () => {
    server.state = null;
    const { sent } = await open(<ForcedFactor />);
    expect(screen.getByRole('alert').textContent).toContain("Couldn't load your second factor");
    server.state = off;
    await press('Try again');
    expect(screen.getByLabelText('Current password')).toBeTruthy();
    server.state = null;
    cleanup();
    const again = await open(<ForcedFactor />);
    await press('Sign Out');
    expect([sent(), again.sent()]).toEqual([[], ['logout.submit']]);
  });

  it('lets people in whose second factor is already on, and tells them where to get recovery codes', async () => {
    server.state = on;
    const { sent, toasts } = await open(<ForcedFactor />);
    expect(sent()).toEqual(['factor.changed']);
    expect(toasts()).toContain('Your second factor is on. If you have no recovery codes, create new ones in Settings');
  });
});

it('decisions 4.16: turning the second factor off asks the session whether it must be set up again', async () => {
  server.state = on;
  const { app, sent, toasts } = await open(<SecondFactorCard />);
  await press('Turn off');
  expect(sent()).toEqual([]);
  act(() => app.confirmation.send({ type: 'question.accept', reason: '' }));
  await settle();
  await settle();
  expect(sent()).toEqual(['factor.changed']);
  expect(toasts()).toContain('Second factor turned off.');
});
