import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import ImportDialog from '../../../src/screens/users/parts/ImportDialog.tsx';
import type { Users } from '../../../src/screens/users/useUsers.ts';
import { createJobs } from '../support/jobs.ts';
import { mountScreen, settle } from '../support/mountScreen.tsx';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { userImport } from './cases.ts';

const answer = vi.hoisted(() => ({ yes: false, question: '', files: [] as string[] }));
vi.mock('../../../src/services/browser.ts', async (load) => ({
  ...(await load<object>()),
  confirmWithUser: (question: string) => {
    answer.question = question;
    return answer.yes;
  },
}));
vi.mock('../../../src/ui/grid/toolbar/exportCsv.ts', async (load) => ({
  ...(await load<object>()),
  downloadCsv: (name: string, csv: string) => void answer.files.push(name, csv),
}));

/** Finds buttons by text: a query by role would read every line of the table. */
const buttons = (name: string | RegExp): HTMLElement[] =>
  [...document.querySelectorAll('button')].filter(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent ?? ''),
  );
const button = (name: string | RegExp): HTMLElement | null => buttons(name)[0] ?? null;
const click = async (name: string | RegExp): Promise<void> => {
  fireEvent.click(button(name) as HTMLElement);
  await settle();
};
const close = async (): Promise<void> => {
  fireEvent.click(buttons('Close').at(-1) as HTMLElement);
  await settle();
};
let closed = 0;
/** Tries to go to another page and declines to leave. @returns the confirmation text, or null if none was shown */
const leave = (): string | null => {
  answer.yes = false;
  answer.question = '';
  window.history.pushState(null, '', '/elsewhere');
  const hasLeft = window.location.pathname === '/elsewhere';
  window.history.replaceState(null, '', '/users');
  return hasLeft ? null : answer.question;
};

describeScreen({
  of: {
    ...userImport,
    cases: {
      ...userImport.cases,
      // If nothing would be lost, the button closes without confirmation.
      'close.confirmed': ({ context }) => (context.results.some((item) => item.temporary_password !== null) ? [{}] : []),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    closed = 0;
    window.history.replaceState(null, '', '/users');
    answer.files.length = 0;
    const observer = createObserver(userImport.machine);
    const app = await createStage({ inspect: observer.inspect });
    const users = {
      service: {
        imports: async () => [],
        previewImport: (csv: string) => jobs.start('readFile', csv),
        applyImport: (lines: unknown) => jobs.start('applyChunk', lines),
      },
      closeImport: () => {
        closed += 1;
      },
    } as unknown as Users;
    return mountScreen(
      observer,
      jobs,
      <Stage app={app}>
        <ImportDialog users={users} />
      </Stage>,
    );
  },
  gestures: {
    'file.choose': async ({ file }) => {
      const picked = new File(['first_name,last_name\r\n'], file.name);
      Object.defineProperty(picked, 'size', { value: file.size });
      fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [picked] } });
      await settle();
    },
    'choices.submit': () => click('Preview again'),
    'import.apply': () => click(/^(Import \d+ users|Continue)$/),
    'import.restart': () => click('Choose another file'),
    'passwords.download': () => click('Download the temporary passwords'),
    'close.ask': async () => {
      answer.yes = false;
      await close();
    },
    'close.confirmed': async () => {
      answer.yes = true;
      await close();
    },
  },
  shows: (model) => {
    const { lines, sent, error, results } = model.context;
    expect(closed).toBe(model.matches('closed') ? 1 : 0);
    expect(screen.queryByText('Reading the file…') !== null).toBe(model.matches('reading'));
    // The preview shows the effect of each line, and the errors of those left out.
    expect(document.querySelectorAll('tbody tr')).toHaveLength(lines.length);
    if (lines.length > 1) {
      expect(screen.getByText('Email is required')).toBeTruthy();
      const isDone = model.matches('holding') || model.matches('finished');
      expect(screen.getByText(isDone ? 'Changed: role' : 'Will be changed: role')).toBeTruthy();
    }
    if (model.matches('previewed')) expect(button('Import 30 users') !== null).toBe(lines.length > 1);
    // Progress with a count.
    expect(document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuetext') ?? null).toBe(
      model.matches('applying') ? `${sent} of 30` : null,
    );
    if (error !== null) expect(document.querySelector('[role="alert"]')?.textContent).toContain(error);
    const holds = results.some((line: { temporary_password: string | null }) => line.temporary_password !== null);
    const isEnded = ['stopped', 'holding', 'finished', 'closed'].some((state) => model.matches(state));
    expect(button('Download the temporary passwords') !== null).toBe(holds && isEnded);
    const unsaved = ['applying', 'stopped', 'holding'].some((state) => model.matches(state));
    const question = holds
      ? 'The temporary passwords are shown only now. Close without downloading them?'
      : 'The import is not finished. Close anyway?';
    expect(leave()).toBe(unsaved ? question : null);
    if (model.matches('finished') && holds) {
      expect(answer.files[0]).toBe('temporary-passwords.csv');
      expect(answer.files[1]).toContain('person2@demo.test,Person No 2,made-up');
    }
  },
});
