import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { View } from '../../../contract/entities/view.ts';
import type { App } from '../../../src/app/compose.ts';
import AnalyticsPage from '../../../src/screens/analytics/parts/Page.tsx';
import { user } from '../session/cases.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { analytics, november, october } from './cases.ts';

const stub = vi.hoisted(() => ({ asked: [] as object[], views: [] as unknown[] }));
vi.mock('../../../src/services/analytics.ts', () => ({
  createAnalytics: () => ({
    ask: (question: object) => {
      stub.asked.push(question);
      return new Promise(() => {});
    },
  }),
}));
vi.mock('../../../src/services/views.ts', () => ({
  createViews: () => ({
    list: async () => stub.views,
    save: async () => stub.views[0],
    change: async () => stub.views[0],
    remove: async () => {},
  }),
}));
vi.mock('../../../src/services/users.ts', () => ({
  createUsers: () => ({ page: async () => ({ data: [], pagination: { cursor: null } }) }),
}));
vi.mock('../../../src/services/browser.ts', async (load) => ({ ...(await load<object>()), today: () => '2026-11-21' }));
beforeAll(async () => {
  await import('../../../src/ui/menu/MenuList.tsx');
  await import('../../../src/shared/views/ViewDialog.tsx');
});

let app: App;
/** True once the view is deleted. */
let isGone = false;
const days = { period: 'month', start: november.start_date, end: november.end_date };
const view: View = {
  ...{ id: '5', screen: 'analytics', name: 'By month', question: { ...days, by: 'month', of: 'all' } },
  ...{ shared: false, owner_name: 'Ana Ruiz', own: true, version: 1 },
};
stub.views = [view];

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const press = async (element: HTMLElement): Promise<void> => {
  fireEvent.click(element);
  await settle();
};
const choose = async (item: string): Promise<void> => {
  await press(screen.getByRole('button', { name: 'Views' }));
  await press(screen.getByRole('menuitem', { name: item }));
};
const breakdownField = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Group by' });
const scopeField = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'Shown for' });
const addressOf = (scope: string, by: string, viewId: string | null): string =>
  `/analytics?${new URLSearchParams({ ...days, by, of: scope, scope: scope === 'team' ? 'team' : 'company', ...(viewId === null ? {} : { view: viewId }) })}`;

describeScreen({
  of: {
    ...analytics,
    cases: {
      ...analytics.cases,
      'xstate.snapshot.period': ({ context }) => [
        { snapshot: { context: { period: context.range.start_date === november.start_date ? october : november } } },
      ],
      // Choosing the current value sends no event.
      'by.choose': ({ context }) => [{ by: context.by === 'month' ? ('person' as const) : ('month' as const) }],
      'of.choose': ({ context }) => [{ of: context.of === 'all' ? 'team' : 'all' }],
      // Opening the current address changes nothing; choosing its view again does.
      'question.open': ({ context }) => {
        const { range, by, of: scope } = context;
        const isFirst = range.start_date === november.start_date && by === 'month' && scope === 'all';
        return [
          { period: november, by: 'month' as const, of: 'all', view: '5' },
          ...(isFirst && context.view === null ? [] : [{ period: november, by: 'month' as const, of: 'all', view: null }]),
        ];
      },
      'view.forget': ({ context }) => (context.view === null ? [] : [{}]),
    },
  },
  mount: async ({ by, of: scope, view: opened }) => {
    stub.asked.length = 0;
    window.history.replaceState(null, '', addressOf(scope, by, opened));
    const observer = createObserver(analytics.machine);
    isGone = false;
    app = await createStage({
      inspect: observer.inspect,
      features: ['analytics', 'views'],
      user: { ...user, role: 'sales_manager' },
    });
    await act(async () => {
      render(
        <Stage app={app}>
          <AnalyticsPage />
        </Stage>,
      );
    });
    await settle();
    return { snapshot: observer.snapshot, walked: observer.walked, perform: async () => undefined };
  },
  gestures: {
    'by.choose': async ({ by }) => {
      fireEvent.change(breakdownField(), { target: { value: by } });
      await settle();
    },
    'of.choose': async ({ of: scope }) => {
      fireEvent.change(scopeField(), { target: { value: scope === 'team' ? 'team' : 'company' } });
      await settle();
    },
    'question.open': async ({ view: opened }) => {
      if (opened !== null && !isGone) await choose('By month');
      else {
        window.history.pushState(null, '', addressOf('all', 'month', opened));
        window.dispatchEvent(new PopStateEvent('popstate'));
        await settle();
      }
    },
    'view.forget': async () => {
      await choose('Delete By month');
      app.confirmation.send({ type: 'question.accept', reason: '' });
      await settle();
      isGone = true;
    },
    'view.saved': async () => {
      isGone = false;
      await choose('Save as view');
      fireEvent.input(screen.getByLabelText('Name of the view'), { target: { value: 'By month' } });
      await settle();
      await press(screen.getByRole('button', { name: 'Save' }));
    },
    'xstate.snapshot.period': ({ snapshot }) =>
      press(
        screen.getByRole('button', {
          name: snapshot.context.period.start_date === november.start_date ? 'Next period' : 'Previous period',
        }),
      ),
  },
  // A deleted view stays deleted.
  longest: 1,
  shows: (model) => {
    const { range, by, of: scope, view: opened } = model.context;
    // Each choice triggers a request with all current choices.
    expect(stub.asked.at(-1)).toEqual({ ...range, by, of: scope });
    expect(breakdownField().value).toBe(by);
    expect(scopeField().value).toBe(scope === 'team' ? 'team' : 'company');
    const query = new URLSearchParams(window.location.search);
    expect(['start', 'by', 'scope', 'view'].map((key) => query.get(key))).toEqual([
      range.start_date,
      by,
      scope === 'team' ? 'team' : 'company',
      opened,
    ]);
    const name = screen.getByRole('button', { name: 'Views' }).textContent;
    expect(name).toBe(opened === null ? 'Views' : model.matches('changed') ? 'By month, changed' : 'By month');
  },
});
