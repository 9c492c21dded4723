import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, vi } from 'vitest';
import WhyNotDialog from '../../../src/screens/commissions/whyNot/WhyNotDialog.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { whyNot } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/whyNot.ts', () => ({
  createWhyNot: () => ({ ask: (text: string, range: object, userId: string) => jobs.current.start('askWhyNot', { text, range, userId }) }),
}));

const range = { start_date: '2026-10-01', end_date: '2026-10-31' };
let follow: (text: string) => void = () => {};
/** The page, which stores the question in its URL. */
function Host({ first }: { first: string }) {
  const [ask, setAsk] = useState(first);
  follow = setAsk;
  return <WhyNotDialog range={range} userId="7" ask={ask} onAsk={setAsk} onClose={() => {}} />;
}
const field = () => screen.getByLabelText('Invoice, customer, deal or event') as HTMLInputElement;

describeScreen({
  of: {
    ...whyNot,
    // A field reports only changes.
    cases: {
      ...whyNot.cases,
      'text.type': ({ context }) => ['20999', 'Nobody', ' '].filter((text) => text !== context.text).map((text) => ({ text })),
    },
  },
  mount: async ({ text: first }) => {
    jobs.current = createJobs();
    const observer = createObserver(whyNot.machine);
    const app = await createStage({ features: ['why-not', 'wake'], inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host first={first} />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'text.type': ({ text }) => void fireEvent.change(field(), { target: { value: text } }),
    'question.follow': ({ text }) => void act(() => follow(text)),
    'question.ask': () => void fireEvent.click(screen.getByRole('button', { name: 'Find out' })),
  },
  shows: (model) => {
    const { text, answer } = model.context;
    expect(field().value).toBe(text);
    expect((screen.getByRole('button', { name: /Find out|Looking…/ }) as HTMLButtonElement).disabled).toBe(
      !model.matches('typed') && !model.matches('failed'),
    );
    if (model.matches('asking')) expect(jobs.current.calls.at(-1)?.input).toEqual({ text: text.trim(), range, userId: '7' });
    expect(screen.queryByText('It is being moved.') !== null).toBe(model.matches('failed'));
    expect(screen.queryByText('Nothing that you can see is called “Nobody”.') !== null).toBe(answer?.asked === 'Nobody');
    const isFound = answer?.asked === '20999';
    expect(
      screen.queryByText(/It was booked on Nov 2, 2026, outside Oct 1, 2026 to Oct 31, 2026\. You: choose that month\./) !== null,
    ).toBe(isFound);
    if (isFound)
      expect(screen.getByRole('link', { name: 'Show it' }).getAttribute('href')).toBe(
        '/commissions?period=month&start=2026-11-01&end=2026-11-30&row=9',
      );
  },
});
