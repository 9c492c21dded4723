import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { Event } from '../../../contract/entities/event.ts';
import { EventWeek } from '../../../src/screens/individual/parts/EventWeek.tsx';
import type { createJobs as Jobs } from '../support/jobs.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { eventWeek, open } from './cases.ts';

const jobs = vi.hoisted(() => ({ current: undefined as unknown as ReturnType<typeof Jobs> }));
vi.mock('../../../src/services/events.ts', () => ({
  createEvents: () => ({ all: () => jobs.current.start('load'), patch: () => jobs.current.start('save') }),
}));

describeScreen({
  // An event that left the week has no button.
  of: { ...eventWeek, cases: { ...eventWeek.cases, 'step.submit': [{ step: { event: open, field: 'reviewed' } }] } },
  mount: async () => {
    jobs.current = createJobs();
    const observer = createObserver(eventWeek.machine);
    const app = await createStage({ inspect: observer.inspect });
    await act(async () => {
      render(
        <Stage app={app}>
          <EventWeek today="2026-11-21" onSaved={() => {}} />
        </Stage>,
      );
    });
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async (event) => void (await jobs.current.settle(event)) };
  },
  gestures: {
    'step.submit': () => void fireEvent.click(screen.getByRole('button', { name: 'Mark reviewed: Reviewed, Acme School' })),
    'desk.reload': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(error === null ? null : expect.stringContaining(error));
    const events: readonly Event[] = content ?? [];
    const unreviewed = events.filter(({ reviewed }) => reviewed !== 'Yes');
    const buttons = screen.queryAllByRole('button', { name: /^Mark reviewed/ });
    expect(buttons).toHaveLength(unreviewed.length);
    for (const button of buttons) expect(button.getAttribute('aria-disabled') === 'true').toBe(model.hasTag('busy'));
    if (content?.length === 0) expect(screen.getByText('No events in the next seven days')).toBeTruthy();
  },
});
