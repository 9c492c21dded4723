import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { TerritoryDesk } from '../../../src/screens/systemSettings/parts/TerritoryDesk.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { territoriesCases } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/territories.ts', () => ({
  createTerritories: () => ({
    list: () => stub.start('load', {}),
    add: (name: string) => stub.start('save', { name }),
    remove: (name: string) => stub.start('save', { name }),
  }),
}));

const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...territoriesCases,
    cases: {
      ...territoriesCases.cases,
      'xstate.error.actor.confirm': [],
      // A field shows its own error, which typing replaces.
      'error.dismiss': ({ context: { error, fields } }) => (error === null || fields.name ? [] : [{}]),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    return mountDesk({ machine: territoriesCases.machine, features: ['territories'], jobs, children: <TerritoryDesk /> });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'error.dismiss': () => press('Dismiss'),
    'step.submit': async ({ step }) => {
      if (step.kind === 'remove') return press('Remove Nordics');
      fireEvent.input(screen.getByLabelText('New territory'), { target: { value: step.name } });
      await settle();
      await press('Add');
    },
  },
  shows: (model) => {
    const { content, error } = model.context;
    expect(screen.queryAllByRole('button', { name: /^Remove / })).toHaveLength(content?.added.length ?? 0);
    expect(screen.queryAllByText('Always there')).toHaveLength(content?.specified.length ?? 0);
    if (error !== null) expect(screen.getAllByText(error).length).toBeGreaterThan(0);
    for (const button of screen.queryAllByRole('button', { name: /^Remove / }))
      expect(button.getAttribute('aria-disabled') === 'true').toBe(!model.matches('shown'));
  },
  unreachable: {
    ...territoriesCases.unreachable,
    'territories.confirming --xstate.error.actor.confirm[0]--> territories.shown': 'the question is our own dialog, which always answers',
  },
});
