import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
// Preloaded, as hovering the button does.
import '../../../src/app/shell/palette/Palette.tsx';
import { PaletteButton } from '../../../src/app/shell/palette/PaletteButton.tsx';
import { usePageActions } from '../../../src/shared/usePageActions.ts';
import { user } from '../session/cases.ts';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { palette } from './cases.ts';

let jobs = createJobs();
let done: string[] = [];
const field = () => screen.getByRole('combobox') as HTMLInputElement;
const options = () => screen.queryAllByRole('option').map((item) => item.querySelector('.palette-title')?.textContent);
const press = (key: string) => void fireEvent.keyDown(field(), { key });

function Page() {
  usePageActions([{ id: 'compute', label: 'Compute again', run: () => done.push('compute') }]);
  return <PaletteButton />;
}
const open = async (features: readonly string[], inspect?: Parameters<typeof createStage>[0]) => {
  const stage = await createStage({ features, ...inspect });
  const http = (_path: string, { query }: { query: unknown }) => jobs.start('search', query);
  const rendered = render(
    <Stage app={{ ...stage, http: http as unknown as App['http'] }}>
      <Page />
    </Stage>,
  );
  await act(async () => void fireEvent.keyDown(window, { key: 'k', ctrlKey: true }));
  await vi.waitFor(() => field(), 5000);
  return rendered;
};

beforeEach(() => {
  jobs = createJobs();
  done = [];
  sessionStorage.clear();
  window.history.replaceState(null, '', '/settings');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describeScreen({
  of: {
    ...palette,
    inputs: [{ searches: true }],
    cases: {
      ...palette.cases,
      // A field reports only changes; the arrow keys move among the listed options.
      'text.type': ({ context }) => ['com', ' '].filter((text) => text !== context.text).map((text) => ({ text })),
      'option.move': [{ delta: 1, count: 3 }],
      'option.choose': [{ id: 'page:/commissions' }],
    },
    // The screen lists more options than the case's count.
    project: ({ text, results }) => [text, results.length],
  },
  mount: async () => {
    jobs = createJobs();
    sessionStorage.clear();
    const observer = createObserver(palette.machine);
    const rendered = await open(['search'], { inspect: observer.inspect });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        const answer = event.type.startsWith('xstate.done') ? { ...event, output: { data: event.output } } : event;
        if (!(await jobs.settle(answer))) await vi.advanceTimersByTimeAsync(150);
      },
      unmount: rendered.unmount,
    };
  },
  gestures: {
    'text.type': ({ text }) => void fireEvent.change(field(), { target: { value: text } }),
    'option.move': () => press('ArrowDown'),
    'option.choose': () => void fireEvent.click(screen.getByRole('option', { name: 'Commissions' })),
    'search.retry': () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })),
    // Escape is handled by the dialog (tests/e2e/palette.test.ts).
    'palette.close': () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })),
  },
  shows: (model) => {
    if (model.matches('closed')) {
      expect(screen.queryByRole('combobox')).toBeNull();
      return;
    }
    const { text, results } = model.context;
    expect(field().value).toBe(text);
    // Screens and actions are listed regardless of the server; its results only once it responded to this text.
    expect(options()).toContain('Commissions');
    expect(options()).toContain('Compute again');
    expect(options().includes('1042-A')).toBe(results.length > 0);
    expect(screen.queryByRole('alert') !== null).toBe(model.matches({ open: 'failed' }));
    const active = document.querySelector('[aria-selected="true"]');
    expect(field().getAttribute('aria-activedescendant')).toBe(active?.id ?? null);
  },
});

describe('the palette on a page', () => {
  it('decisions 8.05: keeps keys typed before its field has the focus, and Enter then runs nothing', async () => {
    const stage = await createStage();
    const page = vi.fn();
    window.addEventListener('keydown', page);
    render(
      <Stage app={stage}>
        <Page />
      </Stage>,
    );
    await act(async () => {
      fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
      await Promise.resolve();
      for (const key of ['2', '2', '0', '5', 'Backspace', '4', 'Enter']) fireEvent.keyDown(document.body, { key });
    });
    await vi.waitFor(() => field(), 5000);
    await act(async () => field().focus());
    expect(field().value).toBe('2204');
    // The page behind it receives only the shortcut.
    expect(page.mock.calls.map(([{ key }]) => key)).toEqual(['k']);
    window.removeEventListener('keydown', page);
  });

  it('leaves out pages whose address needs a record', async () => {
    await open(['person-page', 'customer-page', 'wake']);
    expect(options()).toContain('Commissions');
    expect(options().filter((title) => ['Person', 'Customer', 'Impact'].includes(title ?? ''))).toEqual([]);
  });

  it('decisions 8.05: Enter in an empty field runs nothing', async () => {
    await open([]);
    expect(document.querySelector('[aria-selected="true"]')).toBeNull();
    await act(async () => void fireEvent.submit(field()));
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    expect([done, field().value, window.location.pathname]).toEqual([[], '', '/settings']);
  });

  it('decisions 1.02: Enter opens the first screen, adds it to the recent ones, and returns the focus', async () => {
    await open([]);
    screen.getByRole('button', { name: /^Search or jump to/ }).focus();
    await act(async () => void fireEvent.change(field(), { target: { value: 'ev' } }));
    expect(options()).toEqual(['Events']);
    await act(async () => void fireEvent.submit(field()));
    expect(window.location.pathname).toBe('/events');
    expect(JSON.parse(sessionStorage.getItem(`drafts.palette.${user.id}`) ?? '[]')).toMatchObject([{ title: 'Events' }]);
    await act(async () => void fireEvent.keyDown(window, { key: 'k', metaKey: true }));
    await vi.waitFor(() => field(), 5000);
    expect(screen.getByRole('group', { name: 'Recent' }).textContent).toContain('Events');
  });

  it('decisions 1.02: runs a page action once the palette is closed', async () => {
    await open([]);
    await act(async () => void fireEvent.change(field(), { target: { value: 'again' } }));
    await act(async () => void fireEvent.submit(field()));
    expect(done).toEqual([]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    expect([done, screen.queryByRole('combobox')]).toEqual([['compute'], null]);
  });

  it('decisions 1.03: requests nothing from a server that does not announce it', async () => {
    await open([]);
    await act(async () => void fireEvent.change(field(), { target: { value: 'zzz' } }));
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
    expect(jobs.calls).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('Nothing that you can open matches “zzz”.');
  });

  it('spec 2.12: lists no screen the user may not open', async () => {
    await open([]);
    expect(options()).not.toContain('User Management');
    expect(options()).not.toContain('Commission plans');
  });
});
