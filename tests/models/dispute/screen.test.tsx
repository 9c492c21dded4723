import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import DisputeTab from '../../../src/screens/commissions/disputes/DisputeTab.tsx';
import { useDisputeDrafts } from '../../../src/screens/commissions/disputes/useDisputeDrafts.ts';
import { commissionRow as row } from '../support/commissionRow.ts';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { disputes, words } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/disputes.ts', () => {
  const save = (kind: string) => (id: string, text?: string, amount?: string) => jobs.current.start('save', { kind, id, text, amount });
  return {
    createDisputes: () => ({
      of: () => jobs.current.start('load'),
      open: save('open'),
      reply: save('reply'),
      take: save('take'),
      resolve: save('resolve'),
      withdraw: save('withdraw'),
    }),
  };
});

function Host() {
  return <DisputeTab row={row} isOwn drafts={useDisputeDrafts(row.id)} onSaved={() => {}} />;
}

const names = { open: 'Question this amount', reply: 'Reply', take: 'Take it on', resolve: 'Resolve', withdraw: 'Withdraw' } as const;
const labels: Readonly<Record<string, string>> = {
  open: 'Your question',
  reply: 'How it was resolved',
  resolve: 'How it was resolved',
};

/** The step that was sent last. */
let sentKind = '';

describeScreen({
  of: {
    ...disputes,
    cases: {
      ...disputes.cases,
      'step.submit': ({ context }) => {
        const hasQuestions = (context.content ?? []).length > 0;
        // No second question is offered while the first one is open.
        return hasQuestions
          ? [
              { step: { kind: 'reply', id: '41', text: words } },
              { step: { kind: 'take', id: '41' } },
              { step: { kind: 'resolve', id: '41', text: words, amount: '-12.50' } },
              { step: { kind: 'withdraw', id: '41' } },
            ]
          : [{ step: { kind: 'open', text: words } }];
      },
    },
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(disputes.machine);
    const app = await createStage({ features: ['disputes'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'step.submit': async ({ step }) => {
      sentKind = step.kind;
      const label = labels[step.kind];
      await act(async () => {
        if (label) fireEvent.change(screen.getByLabelText(label), { target: { value: ` ${step.text} ` } });
        if (step.amount) fireEvent.change(screen.getByLabelText('Adjustment, if one is due'), { target: { value: '-$12.505' } });
        fireEvent.click(screen.getByRole('button', { name: names[step.kind as keyof typeof names] }));
        await new Promise((resolve) => setTimeout(resolve));
      });
      // The text is sent as written, without surrounding spaces.
      const id = step.kind === 'open' ? '9' : '41';
      expect(jobs.current.calls.at(-1)?.input).toEqual({ kind: step.kind, id, text: step.text, amount: step.amount });
    },
    'desk.reload': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    const { context } = model;
    const questions = context.content ?? [];
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(
      context.error === null ? null : expect.stringContaining(context.error),
    );
    const [question] = questions;
    expect(screen.queryAllByRole('article')).toHaveLength(questions.length);
    // decisions 2.13: only the server's actions are offered.
    for (const [action, name] of Object.entries(names)) {
      // Someone else's question came first: the text already written is preserved.
      const written = (screen.queryByLabelText('Your question') as HTMLTextAreaElement | null)?.value;
      const offered =
        action === 'open' ? (!question || !!written) && !model.matches('failed') : (question?.actions.includes(action) ?? false);
      const button = screen.queryByRole('button', { name });
      expect(button !== null).toBe(offered);
      if (button) expect(button).toHaveProperty('disabled', !model.matches('shown'));
    }
    if (question) expect(screen.getByText(/I expected more\./)).toBeTruthy();
    // The text stays after a failed save.
    const textField = screen.queryByLabelText('Your question') as HTMLTextAreaElement | null;
    if (model.matches('shown') && context.error !== null && textField && !question && sentKind === 'open')
      expect(textField.value.trim()).toBe(words);
  },
});
