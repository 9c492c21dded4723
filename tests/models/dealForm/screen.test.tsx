import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Deal } from '../../../contract/entities/deal.ts';
import { DealForm } from '../../../src/screens/deals/parts/DealDialog.tsx';
import type { Deals } from '../../../src/screens/deals/useDeals.ts';
import { deal } from '../dealsBoard/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { creating, dealForm, newest, refused, stale } from './cases.ts';

const answer = vi.hoisted(() => ({ yes: false }));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), confirmWithUser: () => answer.yes }));

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const type = (name: string, value: string): void => void fireEvent.change(field(name), { target: { value } });
const press = async (name: string): Promise<void> => {
  fireEvent.click(button(name) as HTMLElement);
  // Validation is loaded first, so the machine receives the event a moment later.
  await settle();
  await settle();
};
const asksBeforeClosing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let jobs = createJobs();
let outcomes: string[] = [];
/** The deal the form started with. */
let first: Deal | null = null;
let hasTyped = false;

const typeDeal = (name: string): void => {
  hasTyped = true;
  type('Name', name);
  type('Customer', 'Flagstaff Library');
};
const typeFirst = (): void => {
  type('Name', first?.name ?? '');
  type('Customer', first?.customer_name ?? '');
};

describeScreen({
  of: {
    ...dealForm,
    cases: {
      ...dealForm.cases,
      // A new deal can't have been changed by someone else.
      'xstate.error.actor.saveForm': ({ context }) => [{ error: refused }, ...(context.edited ? [{ error: stale }] : []), { error: {} }],
    },
  },
  mount: async (input) => {
    jobs = createJobs();
    outcomes = [];
    hasTyped = false;
    first = (input ?? creating).edited ? deal : null;
    const observer = createObserver(dealForm.machine);
    const app = await createStage({ inspect: observer.inspect });
    const deals = {
      service: {
        create: (...args: unknown[]) => jobs.start('saveForm', args),
        edit: (...args: unknown[]) => jobs.start('saveForm', args),
        choices: async () => [],
      },
      act: { close: () => void outcomes.push('closed'), open: () => {}, reload: () => void outcomes.push('saved') },
    } as unknown as Deals;
    return mountScreen(
      observer,
      {
        settle: (event) => {
          hasTyped = false;
          return jobs.settle(event);
        },
      },
      <Stage app={app}>
        <DealForm deals={deals} deal={first} pane={first ? 'edit' : 'create'} />
      </Stage>,
    );
  },
  gestures: {
    'form.submit': async () => {
      typeDeal('Robotics day');
      await press('Save');
    },
    'close.ask': async ({ dirty }) => {
      if (dirty) typeDeal('Something else');
      else typeFirst();
      await settle();
      answer.yes = false;
      await press('Cancel');
    },
    'close.confirmed': async () => {
      typeDeal('Something else');
      await settle();
      answer.yes = true;
      await press('Cancel');
    },
    'newest.take': async () => {
      await press('Use the saved version');
      first = newest;
    },
  },
  shows: (model) => {
    const { error, fields, edited } = model.context;
    const isOpen = model.matches('open');
    expect(button('Saving…') !== null).toBe(model.matches('saving'));
    expect(field('Name').disabled).toBe(model.matches('saving'));
    expect(button('Use the saved version') !== null).toBe(model.matches({ open: 'conflicted' }));
    const pageText = document.body.textContent ?? '';
    // A field's error is shown below it until its text changes.
    if (isOpen && error !== null && !(hasTyped && fields.name)) expect(pageText).toContain(fields.name ?? error);
    if (model.matches('saving')) {
      const [about, body] = (jobs.calls.at(-1)?.input ?? []) as unknown[];
      const values = { name: 'Robotics day', customer_name: 'Flagstaff Library' };
      // One idempotency key per form: submitting twice creates one deal. An edit sends the version that was seen.
      if (edited) expect([about, body]).toMatchObject([edited, values]);
      else expect([about, body]).toMatchObject([{ ...values, owner_id: '7', stage: 'Prospecting', amount: '' }, expect.any(String)]);
    }
    const differs = field('Name').value !== (first?.name ?? '') || field('Customer').value !== (first?.customer_name ?? '');
    expect(asksBeforeClosing()).toBe(differs && (isOpen || model.matches('saving')));
    expect(outcomes).toEqual(model.matches('saved') ? ['saved', 'closed'] : model.matches('closed') ? ['closed'] : []);
  },
});
