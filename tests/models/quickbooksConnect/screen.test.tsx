import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import QuickBooksTab from '../../../src/screens/systemSettings/connections/QuickBooksTab.tsx';
import { integration } from '../integrations/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { quickbooksConnect } from './cases.ts';

type PopupEvents = { succeeded: () => void; denied: (message: string | null) => void; blocked: () => void };
const stub = vi.hoisted(() => ({
  jobs: undefined as unknown as { start: <Answer>(id: string) => Promise<Answer> },
  heard: undefined as unknown as PopupEvents,
  open: 0,
}));
// Reconnect is offered after a refused sign-in and doesn't ask for a suffix again.
const expired = integration({ status: 'expired', connection_status: 'error', invoice_suffix: 'ABC' });
vi.mock('../../../src/services/integrations.ts', () => ({
  createIntegrations: () => ({
    // The screen's list request can be aborted, the poll about the window can't.
    list: async (signal?: AbortSignal) =>
      signal ? [expired] : (await stub.jobs.start<boolean>('isListed')) ? [integration({ invoice_suffix: 'ABC' })] : [],
    signIn: () => stub.jobs.start<string>('requestUrl'),
  }),
}));
vi.mock('../../../src/services/popup.ts', () => ({
  createPopup: () => ({
    open: () => {
      stub.open += 1;
    },
    close: () => {
      stub.open = 0;
    },
    isClosed: () => stub.jobs.start('isPopupClosed'),
    watch: (_url: string, listener: PopupEvents) => {
      stub.heard = listener;
      return () => {};
    },
  }),
}));

const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string): void => void fireEvent.click(button(name) as HTMLElement);
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 3; turns += 1) await act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
};
const text = () => document.body.textContent ?? '';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
});

const waits: readonly (readonly [string, number])[] = [
  ['after.poll', limits.connections.popupPollMs],
  ['after.unseenPoll', limits.connections.unseenPollMs],
  ['after.giveUp', limits.connections.popupMs],
];

describeScreen({
  of: {
    ...quickbooksConnect,
    cases: {
      ...quickbooksConnect.cases,
      'xstate.error.actor.watchPopup': [],
    },
  },
  mount: async () => {
    // The dialog is loaded when first needed.
    await import('../../../src/screens/systemSettings/connections/SignInDialog.tsx');
    const jobs = createJobs();
    Object.assign(stub, { jobs, open: 0 });
    const observer = createObserver(quickbooksConnect.machine);
    const app = await createStage({ features: ['integrations-reconnect'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <QuickBooksTab />
        </Stage>,
      );
    });
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        const wait = waits.find(([name]) => event.type.includes(name));
        if (wait) await vi.advanceTimersByTimeAsync(wait[1]);
        else if (event.type === 'popup.succeeded') stub.heard.succeeded();
        else if (event.type === 'popup.denied') stub.heard.denied(event.message);
        else if (event.type === 'popup.blocked') {
          // No window was opened.
          stub.open = 0;
          stub.heard.blocked();
        } else await jobs.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'connect.open': async () => {
      press('Add QuickBooks Integration');
      await settle();
    },
    'connect.submit': async ({ connectionName }) => {
      if (button('Connect')) {
        // spec 5.05: forced upper case.
        fireEvent.change(screen.getByLabelText('Invoice suffix'), { target: { value: String(connectionName).toLowerCase() } });
        press('Connect');
      } else press('Reconnect');
      // Validation is loaded first, so the machine receives the event a moment later.
      await settle();
    },
    'connect.reopen': () => press(button('Try again') ? 'Try again' : 'Open QuickBooks'),
    'connect.cancel': () => press('Cancel'),
  },
  shows: (model) => {
    const isShown = model.hasTag('shown');
    expect(screen.queryByRole('dialog') !== null).toBe(isShown);
    expect(button('Connect') !== null).toBe(model.matches('editing'));
    expect(button('Opening QuickBooks…') !== null).toBe(model.matches('asking'));
    const isUnseen = model.matches({ opened: 'unseen' });
    expect(text().includes('Finish signing in to QuickBooks in the window that opened.')).toBe(model.matches('opened') && !isUnseen);
    expect(button('Try again') !== null).toBe(isUnseen);
    expect(button('Open QuickBooks') !== null).toBe(model.matches('blocked'));
    if (model.matches('editing') && model.context.error !== null) expect(text()).toContain(model.context.error);
    // No window is left behind: one is open only while the machine waits for it.
    if (model.matches('closed') || model.matches('editing')) expect(stub.open).toBe(0);
    if (model.matches('asking')) expect(stub.open).toBeGreaterThan(0);
  },
  unreachable: {
    'quickbooksConnect.opened --xstate.error.actor.watchPopup[0]--> quickbooksConnect.editing':
      'a window that cannot be watched throws as it is opened; the walk of the actor has it',
  },
});
