import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import SimulationScreen from '../../../src/screens/simulation/index.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { simulation } from './cases.ts';

let jobs = createJobs();
const actorOf: Readonly<Record<string, string>> = { GET: 'readSimulation', PUT: 'startSimulation', DELETE: 'stopSimulation' };
const http = (_: string, { method = 'GET' }: { method?: string } = {}) => jobs.start(actorOf[method] ?? method);
const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Decisions 1.10: the form starts and stops the simulated company; its days stay on the page. */
describeScreen({
  of: simulation,
  mount: async () => {
    jobs = createJobs();
    window.history.replaceState(null, '', '/admin/simulation?seed=7&fault=the+card+counts+paid+as+released');
    const observer = createObserver(simulation.machine);
    const app = await createStage({ inspect: observer.inspect, features: ['simulation'] });
    await act(async () => {
      render(
        <Stage app={{ ...app, http: http as unknown as App['http'] }}>
          <SimulationScreen />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (!(await jobs.settle(event))) await vi.advanceTimersByTimeAsync(1000);
      },
    };
  },
  gestures: {
    'simulation.start': async () => {
      fireEvent.click(button('Start') ?? screen.getByRole('button', { name: 'Start again' }));
      // The form validates first.
      await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    },
    'simulation.stop': () => {
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    },
    'simulation.retry': () => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  shows: ({ context, value }) => {
    const { simulation: shown, error } = context;
    if (error !== null) expect(screen.getByText(error)).toBeTruthy();
    if (!shown) return;
    expect(screen.getByLabelText('Company number')).toHaveProperty('value', '7');
    const isLiving = ['waiting', 'reading', 'unanswered'].includes(String(value));
    expect(button('Stop') !== null).toBe(isLiving);
    if (shown.state === 'living') expect(screen.getByText('Day 1 of 60: Jul 1, 2025')).toBeTruthy();
  },
});
