import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { fromPromise } from 'xstate';
import { messages } from '../../../contract/messages.ts';
import type { Item } from '../../../src/machines/infiniteList.machine.ts';
import { mountView, Offer, type ViewProps } from '../events/mountView.tsx';
import { createJobs } from '../support/jobs.ts';
import { describeScreen } from '../support/screenWalk.tsx';
import { infiniteList, november, october } from './cases.ts';

let jobs = createJobs();

function View({ snapshot, send }: ViewProps) {
  const { items, error, total } = snapshot.context;
  const offer = { snapshot, send };
  const [first] = items;
  return (
    <>
      <ul
        aria-label={messages.events.label}
        aria-busy={snapshot.hasTag('busy')}
        data-dimmed={snapshot.matches('loadingFirst') || undefined}
      >
        {items.map((item: Item) => (
          <li key={item.id}>{'seen' in item ? `${item.id} seen` : item.id}</li>
        ))}
      </ul>
      <p role="status">{total ?? ''}</p>
      {error === null ? null : <p role="alert">{error}</p>}
      <Offer {...offer} name="more" event={{ type: 'list.more' }} />
      <Offer {...offer} name={messages.events.retry} event={{ type: 'list.retry' }} />
      <Offer {...offer} name="reload" event={{ type: 'list.reload' }} />
      <Offer {...offer} name="ask november" event={{ type: 'question.changed', question: november }} />
      <Offer {...offer} name="ask october" event={{ type: 'question.changed', question: october }} />
      <Offer {...offer} name="ask nothing" event={{ type: 'question.changed', question: null }} />
      {first ? (
        <Offer {...offer} name="save the first" event={{ type: 'item.replace', id: first.id, item: { id: first.id, seen: true } }} />
      ) : null}
    </>
  );
}

const press = (name: string) => () => void fireEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.queryAllByRole('listitem').map((each) => each.textContent?.replace(' seen', ''));
/** What was on the screen before the last step. */
let before: (string | undefined)[] = [];

describeScreen({
  of: infiniteList,
  mount: async (input) => {
    jobs = createJobs();
    before = [];
    const machine = infiniteList.machine.provide({
      actors: { loadPage: fromPromise(({ input: asked }) => jobs.start('loadPage', asked)) },
    });
    return mountView({ machine, input, View, perform: async (event) => void (await jobs.settle(event)) });
  },
  gestures: {
    'list.more': press('more'),
    'list.retry': press('Try again'),
    'list.reload': press('reload'),
    'question.changed': ({ question }) =>
      press(question === null ? 'ask nothing' : question === november ? 'ask november' : 'ask october')(),
    'item.replace': press('save the first'),
  },
  shows: (model) => {
    const { items, error, cursor } = model.context;
    expect(shown()).toEqual(items.map(({ id }: Item) => id));
    expect(screen.queryByRole('alert')?.textContent ?? null).toBe(error);
    expect(screen.getByRole('list').getAttribute('aria-busy')).toBe(String(model.hasTag('busy')));
    // issue 4: a page that is awaited, or that failed, takes nothing away.
    if (model.matches('loadingMore') || model.matches('failedMore')) expect(shown()).toEqual(before);
    before = shown();
    const last = jobs.calls.at(-1)?.input;
    if (model.matches('loadingMore')) expect(last).toMatchObject({ cursor });
    if (model.matches('loadingFirst')) expect(last).toMatchObject({ cursor: null, question: model.context.question });
    expect((screen.getByRole('button', { name: 'Try again' }) as HTMLButtonElement).disabled).toBe(error === null);
  },
});
