import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import type { InvoiceSplit } from '../../../contract/entities/split.ts';
import { messages } from '../../../contract/messages.ts';
import SplitDialog from '../../../src/shared/splits/SplitDialog.tsx';
import { user } from '../session/cases.ts';
import { isDisabled } from '../support/disabled.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { byPlan, splitCases, values } from './cases.ts';

const t = messages.splits;
const stub = vi.hoisted(() => ({ start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/splits.ts', () => ({
  createSplits: () => ({
    read: async () => ((await stub.start('load')) as { split: InvoiceSplit }).split,
    save: (id: string, body: object) => stub.start('save', { id, ...body }),
    remove: (id: string, version: number) => stub.start('save', { id, version }),
  }),
}));
vi.mock('../../../src/services/users.ts', async () => {
  const { user: someone } = await import('../session/cases.ts');
  const createUser = (id: string, first_name: string, last_name: string) => ({ ...someone, id, first_name, last_name });
  const data = [createUser('1', 'Sam', 'Seller'), createUser('2', 'Kim', 'Other')];
  return { createUsers: () => ({ page: async () => ({ data, pagination: { cursor: null, limit: 2, total: 2 } }) }) };
});

let jobs: ReturnType<typeof createJobs>;
const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const write = (label: string, value: string) => act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }));

function Host() {
  const [isOpen, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return isOpen ? <SplitDialog invoice={{ id: byPlan.invoice_id, number: byPlan.invoice_number }} onClose={close} onSaved={close} /> : null;
}

/** The version of the split shown when it was submitted or reset. */
let submittedVersion = 0;

describeScreen({
  of: splitCases,
  mount: async () => {
    jobs = createJobs();
    stub.start = jobs.start;
    const observer = createObserver(splitCases.machine);
    const app = await createStage({ features: ['splits'], inspect: observer.inspect, user: { ...user, role: 'vp_sales' } });
    render(
      <Stage app={app}>
        <Host />
      </Stage>,
    );
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => void (await jobs.settle(event)),
    };
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'step.submit': async ({ step: { kind } }) => {
      if (kind === 'remove') {
        await press(t.takeBack);
        return expect(jobs.calls.at(-1)).toEqual({ id: 'save', input: { id: '7', version: submittedVersion } });
      }
      for (const [index, { user_id, share }] of values.shares.entries()) {
        if (!screen.queryByLabelText(`Person ${index + 1}`)) await press(t.add);
        await write(`Person ${index + 1}`, user_id);
        await write(`Share ${index + 1}, %`, String(share * 100));
      }
      await write(t.reason, values.reason);
      await press(t.save);
      expect(jobs.calls.at(-1)).toEqual({ id: 'save', input: { id: '7', ...values, version: submittedVersion } });
    },
  },
  shows: (model) => {
    const { content, saved, step, error } = model.context;
    const split = content?.split ?? null;
    submittedVersion = split?.version ?? 0;
    expect(screen.queryByRole('dialog') !== null).toBe(saved === 0);
    expect(button('Try again') !== null).toBe(model.matches('failed'));
    if (saved > 0) return;
    const busy = model.hasTag('busy');
    expect(button(t.save) !== null).toBe(split !== null);
    if (!split) return;
    expect(isDisabled(button(t.save))).toBe(busy);
    // Only a manual split can be reset to the plan's.
    expect(button(t.takeBack) !== null).toBe(split.by_hand);
    if (split.by_hand) expect(isDisabled(button(t.takeBack))).toBe(busy);
    expect(screen.queryByText(t.byPlan) !== null).toBe(!split.by_hand);
    if (error !== null) expect(screen.getByRole('alert').textContent).toContain(error);
    // The typed values stay unless someone else saved.
    if (step?.kind === 'share') expect((screen.getByLabelText('Share 2, %') as HTMLInputElement).value).toBe('40');
  },
});
