import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { UnconfirmedPerson } from '../../../contract/entities/periodReview.ts';
import UnconfirmedPayouts from '../../../src/shared/statements/Unconfirmed.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { reminded, reminders, unconfirmed } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/statements.ts', () => ({
  createStatements: () => ({ unconfirmed: () => jobs.current.start('load'), remind: () => jobs.current.start('save') }),
}));

const button = (): HTMLElement | null => screen.queryByRole('button', { name: /^Remind \d+ (person|people)$/ });

describeScreen({
  of: reminders,
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(reminders.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <UnconfirmedPayouts />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'step.submit': () => void fireEvent.click(button() ?? document.body),
    'desk.reload': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    'error.dismiss': () => void fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })),
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(error === null ? null : expect.stringContaining(error));
    const people: readonly UnconfirmedPerson[] = content ?? [];
    expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent?.split(' September')[0])).toEqual(
      people.map(({ user_name }) => user_name),
    );
    // decisions 8.05: the empty message requires a response without people; a failed load doesn't show it.
    expect(screen.queryAllByText('No statement waits to be confirmed.')).toHaveLength(content?.length === 0 ? 1 : 0);
    if (people.length > 0) {
      expect(screen.getByText(`${people.length} people have not confirmed:`)).toBeTruthy();
      // Readers cannot remind themselves, so there may be nobody to remind.
      const canRemind = people.some(({ can_remind }) => can_remind);
      expect(button() !== null).toBe(canRemind);
      if (canRemind) expect(button()).toHaveProperty('disabled', !model.matches('shown'));
    }
  },
});

it('shows how many people the server reminded', async () => {
  jobs.current = createJobs();
  const app = await createStage();
  await act(async () => {
    render(
      <Stage app={app}>
        <UnconfirmedPayouts />
      </Stage>,
    );
  });
  await act(async () => void (await jobs.current.settle({ type: 'xstate.done.actor.load', output: unconfirmed } as never)));
  fireEvent.click(button() as HTMLElement);
  // Somebody else has reminded Kim in the meantime.
  await act(
    async () => void (await jobs.current.settle({ type: 'xstate.done.actor.save', output: { data: reminded, reminded: 0 } } as never)),
  );
  expect(app.toasts.getSnapshot().context.items.map(({ text }) => text)).toEqual(['0 people were reminded.']);
});
