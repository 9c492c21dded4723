import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { BankDetail } from '../../../contract/entities/bank.ts';
import { toDeskProposal } from '../../../src/machines/bank/bankDesk.machine.ts';
import BankPanel from '../../../src/screens/payments/bank/BankPanel.tsx';
import type { Bank } from '../../../src/screens/payments/bank/useBank.ts';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { bankDesk, ignoring } from './cases.ts';

const button = (name: string) => screen.queryByRole('button', { name }) as HTMLButtonElement | null;
const key = (keyName: string): void => void fireEvent.keyDown(document.body, { key: keyName });
const titles = { ignore: 'Ignore MESA LIBRARY', split: 'Split $1,000.00', receipt: 'Record $1,000.00 as a customer payment' } as const;
const keys = { ignore: 'i', split: 's', receipt: 'r' } as const;
const now = {
  proposed: 'Proposed Invoice 1042-A · Mesa Library, 85% match',
  waiting: 'Waiting Nothing fits well enough to propose.',
  matched: 'Matched Invoice 1042-A · Mesa Library',
} as const;
const saves = { ignore: 'Ignore', split: 'Match', receipt: 'Record Payment' } as const;

let listVersion = 1;
let show: (version: number) => void = () => {};
let opened: string[] = [];

describeScreen({
  of: {
    ...bankDesk,
    cases: {
      ...bankDesk.cases,
      // A form's error disappears with its fields.
      'error.dismiss': ({ context: { form, error } }) => (form === null && error !== null ? [{}] : []),
      'desk.reload': ({ context: { form } }) => (form === null ? [{}] : []),
      // Without a candidate there is nothing to add.
      'step.submit': ({ context: { form, content } }) => {
        if (form) return form === 'split' && content?.candidates.length === 0 ? [] : [{ step: ignoring }];
        return [
          ...(content?.proposal ? [{ step: toDeskProposal(content) }] : []),
          ...(content?.state === 'matched' ? [{ step: { kind: 'undo' as const } }] : []),
        ];
      },
    },
  },
  mount: async () => {
    const jobs = createJobs();
    const observer = createObserver(bankDesk.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['bank-matches'] });
    const service = {
      one: () => jobs.start('load'),
      decide: (...args: unknown[]) => jobs.start('save', args),
      targets: async () => [],
      customers: async () => [{ kind: 'customer', id: '5', label: 'Mesa Library', customer_id: '5' }],
    };
    opened = [];
    const bank = {
      service,
      act: { reload: () => {}, close: () => {}, open: (id: string) => void opened.push(id) },
    } as unknown as Bank;
    const row = (version: number) =>
      ({ version, counterparty: 'MESA LIBRARY', amount: 1000, direction: 'in', date: '2026-11-10' }) as BankDetail;
    const panel = (version: number) => (
      <Stage app={app}>
        <BankPanel bank={bank} opened={{ id: '7', row: row(version), previous: null, next: '8' }} />
      </Stage>
    );
    listVersion = 1;
    let rerender = (_: ReturnType<typeof panel>): void => {};
    await act(async () => {
      rerender = render(panel(listVersion)).rerender;
    });
    show = (version) => rerender(panel(version));
    // The dialog is loaded lazily.
    for (let tries = 0; tries < 50 && !screen.queryByRole('dialog'); tries += 1) await settle();
    await settle();
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        // The transaction shown is never older than the list.
        const { output } = event as { output?: BankDetail };
        await jobs.settle(output ? { ...event, output: { ...output, version: Math.max(output.version, listVersion) } } : event);
        await settle();
      },
    };
  },
  gestures: {
    'desk.reload': async (_, { snapshot }) => {
      if (snapshot().matches('failed')) return void fireEvent.click(button('Try again') as HTMLElement);
      listVersion = (snapshot().context.content?.version ?? 0) + 1;
      await act(async () => show(listVersion));
    },
    'form.open': async ({ form }) => {
      key(keys[form as 'ignore']);
      await settle();
    },
    'step.submit': async ({ step }, { snapshot }) => {
      if (snapshot().context.form === null) return key(step.kind === 'undo' ? 'u' : 'Enter');
      const form = snapshot().context.form as keyof typeof saves;
      if (form === 'ignore') fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Bank fee' } });
      if (form === 'receipt') {
        fireEvent.change(screen.getByLabelText('Customer'), { target: { value: 'mesa' } });
        await settle();
        fireEvent.click(button('Mesa Library') as HTMLElement);
      }
      const add = button('Add 1042-A');
      if (form === 'split' && add) fireEvent.click(add);
      const buttons = screen.getAllByRole('button', { name: saves[form] });
      fireEvent.click(buttons.at(-1) as HTMLElement);
    },
    'form.close': () => void fireEvent.click(button('Cancel') as HTMLElement),
    'error.dismiss': () => void fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement),
  },
  shows: (model) => {
    const { content: transaction, form, error } = model.context;
    for (const [name, title] of Object.entries(titles))
      expect(screen.queryByRole('dialog', { name: title }) !== null, name).toBe(form === name && !model.matches('shown'));
    const dialog = form === null ? null : screen.getByRole('dialog', { name: titles[form as keyof typeof titles] });
    if (dialog && model.matches('asking')) {
      // The form shows the current state, and the typed text stays.
      expect(dialog.textContent).toContain(now[transaction?.state as keyof typeof now]);
      if (form === 'ignore' && error !== null) expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Bank fee');
      const save = within(dialog).getByRole('button', { name: saves[form as 'split'] });
      if (form === 'ignore' || transaction?.state === 'matched') expect(save).toHaveProperty('disabled', transaction?.state === 'matched');
    }
    if (transaction && model.matches('shown')) {
      // decisions 2.15: exactly the server's actions are offered.
      expect(button('Accept') !== null).toBe(transaction.proposal !== null);
      expect(button('Undo') !== null).toBe(transaction.actions.includes('undo'));
      expect(button('Split') !== null).toBe(transaction.actions.includes('match'));
      if (transaction.proposal) expect(screen.getAllByText('85% match').length).toBe(1);
    }
    if (model.matches('failed')) expect(screen.getByText(error ?? '')).toBeTruthy();
    if (error !== null && (model.matches('shown') || model.matches('asking'))) expect(screen.getAllByText(error).length).toBeGreaterThan(0);
  },
  unreachable: {
    'bankDesk.asking --desk.reload[0]--> bankDesk.rereading': 'a newer version in the list does not disturb an open form',
  },
});
