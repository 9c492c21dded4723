import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import type { App } from '../../../src/app/compose.ts';
import { useViews } from '../../../src/shared/views/useViews.ts';
import { ViewsMenu } from '../../../src/shared/views/ViewsMenu.tsx';
import { createJobs } from '../support/jobs.ts';
import { createObserver, describeScreen } from '../support/screenWalk.tsx';
import { createStage, Stage } from '../support/stage.tsx';
import { question, view, views } from './cases.ts';

const outside = vi.hoisted(() => ({ start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/views.ts', () => ({
  createViews: () => ({
    list: () => outside.start('loadViews'),
    save: (body: object) => outside.start('saveView', body),
    change: ({ id }: { id: string }, body: object) => outside.start('saveView', { id, ...body }),
    remove: ({ id }: { id: string }) => outside.start('removeView', id),
  }),
}));
// What a menu and a form are made of is there already.
beforeAll(async () => {
  await import('../../../src/ui/menu/MenuList.tsx');
  await import('../../../src/shared/views/ViewDialog.tsx');
});

const nothing = (): void => {};
/** The menu as a screen has it that shows the view, changed. */
function Host() {
  return (
    <ViewsMenu
      views={useViews('analytics', { onSaved: nothing, onRemoved: nothing })}
      current={view.id}
      changed
      question={() => question}
      onOpen={nothing}
    />
  );
}

const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
const choose = async (item: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: 'Views' }));
  await settle();
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
  await settle();
};
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
};

describeScreen({
  of: {
    ...views,
    cases: {
      ...views.cases,
      // The view that is shown can be changed as long as it is there.
      'view.edit': ({ context }) => (context.views.length > 0 ? [{ view }] : []),
      'view.update': ({ context }) => (context.views.length > 0 ? [{ view, question }] : []),
      'view.remove': ({ context }) => (context.views.length > 0 ? [{ view }] : []),
    },
  },
  mount: async () => {
    const jobs = createJobs();
    outside.start = (id, input) => jobs.start(id, input);
    const observer = createObserver(views.machine);
    const app: App = await createStage({ inspect: observer.inspect, features: ['views'] });
    await act(async () => {
      render(
        <Stage app={app}>
          <Host />
        </Stage>,
      );
    });
    return {
      snapshot: observer.snapshot,
      walked: observer.walked,
      perform: async (event) => {
        if (event.type.endsWith('.removeView')) {
          const yes = event.output !== false;
          app.confirmation.send(yes ? { type: 'question.accept', reason: '' } : { type: 'question.reject' });
          await settle();
          if (yes) await jobs.settle(event);
        } else await jobs.settle(event);
        await settle();
      },
    };
  },
  gestures: {
    'views.retry': () => press('Try again'),
    'view.new': () => choose('Save as view'),
    'view.edit': () => choose('Rename or share By person'),
    'view.update': () => choose('Save changes to By person'),
    'view.remove': () => choose('Delete By person'),
    'form.submit': async ({ name }) => {
      fireEvent.input(screen.getByLabelText('Name of the view'), { target: { value: name } });
      const share = screen.getByLabelText('Show it to everybody who may open this page') as HTMLInputElement;
      if (!share.checked) fireEvent.click(share);
      await settle();
      await press('Save');
    },
    'form.cancel': () => press('Cancel'),
  },
  shows: (model) => {
    const { views: held, draft, error } = model.context;
    const isNaming = model.matches('naming') || model.matches({ saving: 'named' });
    expect(screen.queryByRole('dialog') !== null).toBe(isNaming);
    if (isNaming) {
      expect(screen.getByRole('dialog', { name: draft?.view ? 'Change the view' : 'Save this view' })).toBeTruthy();
      // What was typed outlives a failure.
      expect((screen.getByLabelText('Name of the view') as HTMLInputElement).value).toBe(draft?.name);
    }
    expect(screen.getByRole('button', { name: 'Views', hidden: true }).textContent).toBe(held.length > 0 ? 'By person, changed' : 'Views');
    expect(screen.queryByRole('alert')?.textContent?.replace('Try again', '') ?? null).toBe(error);
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(model.matches('failed'));
  },
});
