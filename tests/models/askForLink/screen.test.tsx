import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import AskForLink from '../../../src/screens/login/parts/AskForLink.tsx';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { askForLink } from './cases.ts';

describeScreen({
  of: askForLink,
  mount: async () => {
    const jobs = createJobs();
    const observer = createObserver(askForLink.machine);
    const app = await createStage({ inspect: observer.inspect });
    const http = (_path: string, { body }: { body: unknown }) => jobs.start('askForLink', body);
    return mountScreen(
      observer,
      jobs,
      <Stage app={{ ...app, http: http as never }}>
        <AskForLink />
      </Stage>,
    );
  },
  gestures: {
    'link.ask': async ({ email }) => {
      fireEvent.change(screen.getByLabelText('Email address'), { target: { value: email } });
      fireEvent.click(screen.getByRole('button', { name: 'Send link' }));
      await settle();
      await settle();
    },
  },
  shows: (model) => {
    expect(screen.queryByRole('status')?.textContent ?? null).toBe(
      model.matches('sent') ? 'If sam@demo.test has an account, a link is on its way.' : null,
    );
    expect(screen.queryByRole('button', { name: 'Sending…' }) !== null).toBe(model.matches('sending'));
    expect(screen.queryByRole('alert') !== null).toBe(model.context.error !== null);
  },
});
