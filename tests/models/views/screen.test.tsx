import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, vi } from 'vitest';
import { useViews } from '../../../src/shared/views/useViews.ts';
import { ViewsMenu } from '../../../src/shared/views/ViewsMenu.tsx';
import { mountDesk } from '../support/deskScreen.tsx';
import { createJobs } from '../support/jobs.ts';
import { settle } from '../support/mountScreen.tsx';
import { describeScreen } from '../support/screenWalk.tsx';
import { question, view, views } from './cases.ts';

const stub = vi.hoisted(() => ({ start: (_id: string, _input?: unknown): Promise<unknown> => Promise.reject() }));
vi.mock('../../../src/services/views.ts', () => ({
  createViews: () => ({
    list: () => stub.start('load'),
    save: (body: object) => stub.start('save', body),
    change: ({ id }: { id: string }, body: object) => stub.start('save', { id, ...body }),
    remove: ({ id }: { id: string }) => stub.start('save', id),
  }),
}));
// The components of menus and forms are preloaded.
beforeAll(async () => {
  await import('../../../src/ui/menu/MenuList.tsx');
  await import('../../../src/shared/views/ViewDialog.tsx');
});

/** The submitted name. */
let typedName = '';
const ignore = (): void => {};
/** The menu on a screen that shows the view with changes. */
function Host() {
  return (
    <ViewsMenu
      views={useViews('analytics', { onSaved: ignore, onRemoved: ignore })}
      current={view.id}
      changed
      question={() => question}
      onOpen={ignore}
    />
  );
}

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
      'xstate.error.actor.confirm': [],
    },
  },
  mount: async () => {
    const jobs = createJobs();
    stub.start = (id, input) => jobs.start(id, input);
    return mountDesk({ machine: views.machine, features: ['views'], jobs, children: <Host /> });
  },
  gestures: {
    'desk.reload': () => press('Try again'),
    'form.open': ({ form }) => choose(form.view ? 'Rename or share By person' : 'Save as view'),
    'step.submit': async ({ step }, { snapshot }) => {
      typedName = '';
      if (snapshot().context.form === null) return choose(step.kind === 'save' ? 'Save changes to By person' : 'Delete By person');
      typedName = step.name;
      fireEvent.input(screen.getByLabelText('Name of the view'), { target: { value: typedName } });
      const share = screen.getByLabelText('Show it to everybody who may open this page') as HTMLInputElement;
      if (!share.checked) fireEvent.click(share);
      await settle();
      await press('Save');
    },
    'form.close': async () => {
      await press('Cancel');
      typedName = '';
    },
  },
  shows: (model) => {
    const { content, form, error } = model.context;
    const listedViews = content ?? [];
    expect(screen.queryByRole('dialog') !== null).toBe(form !== null);
    if (form) {
      expect(screen.getByRole('dialog', { name: form.view ? 'Change the view' : 'Save this view' })).toBeTruthy();
      // The typed text survives a failure.
      expect((screen.getByLabelText('Name of the view') as HTMLInputElement).value).toBe(typedName || (form.view?.name ?? ''));
    }
    expect(screen.getByRole('button', { name: 'Views', hidden: true }).textContent).toBe(
      listedViews.length > 0 ? 'By person, changed' : 'Views',
    );
    expect(screen.queryByRole('alert')?.textContent?.replace('Try again', '') ?? null).toBe(error);
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(model.matches('failed'));
  },
  unreachable: {
    'views.confirming --xstate.error.actor.confirm[0]--> views.shown': "the question is the app's own dialog, which always answers",
  },
});
