import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Story } from '../../../contract/entities/story.ts';
import { ItemStory } from '../../../src/shared/story/ItemStory.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { answer } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/story.ts', () => ({
  createStory: () => ({ of: (kind: string, id: string) => jobs.current.start('loadAnswer', { kind, id }) }),
}));

const item = { state: null, day: null, amount: null, link: null };
const story: Story = {
  steps: [
    {
      kind: 'deal',
      state: 'missing',
      items: [],
      others: 0,
      gap: { sentence: 'No deal belongs to it.', who: 'Its owner can link it.', act: { label: 'Find the deal', link: '/deals?state=all' } },
    },
    {
      kind: 'invoice',
      state: 'done',
      items: [{ title: '10234-ABC', state: 'Sent', day: '2026-11-10', amount: 1080, link: '/invoices?invoice=7' }],
      others: 0,
      gap: null,
    },
    {
      kind: 'receipt',
      state: 'done',
      items: [
        { ...item, title: 'ACH', link: '/payments?payment=cp-3' },
        { ...item, title: 'Check' },
      ],
      others: 3,
      gap: null,
    },
    { kind: 'payout', state: 'open', items: [], others: 0, gap: { sentence: 'Nothing is due yet.', who: null, act: null } },
  ],
};
/** The surrounding page with a changing row. */
let change: (version: string) => void;
function Page() {
  const [version, setVersion] = useState('');
  change = setVersion;
  return <ItemStory kind="invoice" id="7" version={version} />;
}

describeScreen({
  of: {
    ...answer,
    inputs: [{ question: { version: '' }, fallback: 'The line from deal to payout could not be loaded.' }],
    cases: {
      ...answer.cases,
      'question.ask': [],
      'question.changed': [{ question: { version: '2' } }, { question: { version: '' } }],
      'xstate.done.actor.loadAnswer': [{ output: story }],
    },
    project: ({ question, answered, answer: held, error }) => [question.version, answered?.version, held !== null, error],
  },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(answer.machine);
    const app = await createStage({ features: ['story'], inspect: observer.inspect });
    await act(
      async () =>
        void render(
          <Stage app={app}>
            <Page />
          </Stage>,
        ),
    );
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'question.changed': (event) => change(event.question.version),
    'answer.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    expect(screen.queryByRole('alert')?.textContent?.includes('Being counted.') ?? false).toBe(model.matches('failed'));
    expect(screen.queryByText('That day is to come.') !== null).toBe(model.matches('refused'));
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(model.matches('failed'));
    if (model.matches('loading')) expect(jobs.current.calls.at(-1)?.input).toEqual({ kind: 'invoice', id: '7' });
    const line = screen.queryByRole('list', { name: 'From deal to payout' });
    expect(line !== null).toBe(model.context.answer !== null);
    if (!line) return;
    expect(line.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe(String(model.matches('loading')));
    const steps = within(line).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'DealMissing No deal belongs to it. Its owner can link it. Find the deal',
      'Invoice10234-ABC$1,080.00SentNov 10, 2026',
      'ReceiptACHCheckand 3 more',
      'Payout Nothing is due yet.',
    ]);
    // The invoice is the current step; the other steps link to their records.
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null]);
    expect(
      within(line)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Find the deal', '/deals?state=all'],
      ['ACH', '/payments?payment=cp-3'],
    ]);
  },
  unreachable: { 'answer --question.ask[0]--> answer.loading (reenter)': 'It is read again when the page says that its row changed.' },
});

describe('decisions 2.17: a deal that the user may not open', () => {
  it('lists two equal payments of a day without links separately', async () => {
    jobs.current = createJobs();
    const consoleError = vi.spyOn(console, 'error');
    const app = await createStage({ features: ['story'] });
    render(
      <Stage app={app}>
        <ItemStory kind="invoice" id="7" version="" />
      </Stage>,
    );
    const check = { ...item, title: 'Check', day: '2026-11-10' };
    const output: Story = { steps: [{ kind: 'receipt', state: 'done', items: [check, check], others: 0, gap: null }] };
    await act(async () => void (await jobs.current.settle({ type: 'xstate.done.actor.loadAnswer', output })));
    expect(screen.getAllByText('Check')).toHaveLength(2);
    expect(consoleError).not.toHaveBeenCalled();
    consoleError.mockRestore();
  });
});

describe('the story in one row', () => {
  beforeEach(cleanup);

  it('has each missing step above it, once, with the button that resolves it (look.md: a need with its action)', async () => {
    jobs.current = createJobs();
    const app = await createStage({ features: ['story'] });
    render(
      <Stage app={app}>
        <ItemStory kind="invoice" id="7" version="" listsNeeds />
      </Stage>,
    );
    await act(async () => void (await jobs.current.settle({ type: 'xstate.done.actor.loadAnswer', output: story })));
    const needs = within(screen.getByRole('list', { name: 'What is missing' })).getAllByRole('listitem');
    expect(needs.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'DealNo deal belongs to it. Its owner can link it.Find the deal',
    ]);
    expect(screen.getByRole('link', { name: 'Find the deal' }).className).toContain('p-button');
    expect(screen.getAllByText(/No deal belongs to it/)).toHaveLength(1);
    expect(needs[0]?.compareDocumentPosition(document.querySelector('details') as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('has a dot per step with its state, and opens the full line', async () => {
    jobs.current = createJobs();
    const app = await createStage({ features: ['story'] });
    render(
      <Stage app={app}>
        <ItemStory kind="record" id="7" version="" />
      </Stage>,
    );
    const step = (kind: Story['steps'][number]['kind'], state: Story['steps'][number]['state']): Story['steps'][number] => ({
      ...{ kind, state, items: [], others: 0 },
      gap: state === 'done' ? null : { sentence: `About the ${kind}.`, who: null, act: null },
    });
    const output: Story = { steps: [step('deal', 'open'), step('invoice', 'done'), step('receipt', 'missing'), step('payout', 'open')] };
    await act(async () => void (await jobs.current.settle({ type: 'xstate.done.actor.loadAnswer', output })));
    const dots = [...document.querySelectorAll('.story-dot')].map(({ textContent }) => textContent);
    expect(dots).toEqual(['Deal: not yet', 'Invoice: done', 'Receipt: missing', 'Payout: not yet']);
    expect(screen.getAllByText('Missing')).toHaveLength(1);
    const fold = document.querySelector('details');
    expect(fold?.open).toBe(false);
    fireEvent.click(document.querySelector('summary') as HTMLElement);
    expect(fold?.open).toBe(true);
  });
});

describe('decisions 1.03: a server that does not announce the story', () => {
  it('receives no request for it', async () => {
    jobs.current = createJobs();
    const app = await createStage();
    const { container } = render(
      <Stage app={app}>
        <ItemStory kind="deal" id="1" version="" />
      </Stage>,
    );
    expect(container.textContent).toBe('');
    expect(jobs.current.calls).toEqual([]);
  });
});
