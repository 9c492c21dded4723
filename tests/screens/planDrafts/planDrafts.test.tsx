import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { Role } from '../../../contract/entities/user.ts';
import type { App } from '../../../src/app/compose.ts';
import PlanBuilderScreen from '../../../src/screens/planBuilder/index.tsx';
import PlanTrialScreen from '../../../src/screens/planTrial/index.tsx';
import { conflict, draft, inUse, outdated, published } from '../../models/planBuilder/cases.ts';
import { archived } from '../../models/planDrafts/cases.ts';
import { user } from '../../models/session/cases.ts';
import { createStage, Stage } from '../../models/support/stage.tsx';

type Call = Readonly<{ path: string; method: string; body: unknown; query?: object | undefined }>;
type Answers = (call: Call) => unknown;
const page = (data: readonly unknown[]) => ({ data, pagination: { cursor: null, limit: 500, total: null } });

const open = async (answers: Answers, { role = 'admin' as Role, search = 'draft=7', path = '/plans/edit' } = {}) => {
  const app = await createStage({ features: ['plan-drafts', 'config-change'], user: { ...user, role } });
  const calls: Call[] = [];
  const http = async (url: string, options: { method?: string; body?: unknown; query?: object } = {}) => {
    const call = { path: url.replace('/api/v1/', ''), method: options.method ?? 'GET', body: options.body, query: options.query };
    calls.push(call);
    if (call.path === 'users') return page([]);
    if (call.path.endsWith('/comments') && call.method === 'GET') return { data: [] };
    const answer = answers(call);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { hook, searchHook } = memoryLocation({ path, searchPath: search });
  await act(async () => {
    render(
      <Router hook={hook} searchHook={searchHook}>
        <Stage app={{ ...app, http: http as unknown as App['http'] }}>
          {path === '/plans/edit' ? <PlanBuilderScreen /> : <PlanTrialScreen />}
        </Stage>
      </Router>,
    );
  });
  return calls;
};
const refusal = (answer: object) => Object.assign(new Error('refused'), answer);
const click = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const typeJson = async (text: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'JSON' })));
  await act(async () => void fireEvent.change(screen.getByLabelText('Commissions configuration (JSON)'), { target: { value: text } }));
};
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('decisions 2.36: a draft on the screen', () => {
  it('is saved after a pause, with the revision that it changes', async () => {
    let answerSave: () => void = () => {};
    const saved = new Promise<void>((resolve) => {
      answerSave = resolve;
    });
    const calls = await open(({ method, body }) =>
      method === 'PATCH' ? saved.then(() => ({ ...draft, ...(body as object), revision: 4 })) : draft,
    );
    screen.getByText(/All changes are saved/);
    await typeJson('{ "goals');
    screen.getByText(/Saving/);
    answerSave();
    await waitFor(() => screen.getByText(/All changes are saved/));
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([
      { path: 'plan-drafts/7', method: 'PATCH', body: { commissionsConfig: '{ "goals', revision: 3 } },
    ]);
  });

  it('shows both texts with both names if somebody else changed it, and keeps one’s own until a choice', async () => {
    const calls = await open(({ method, body }) => {
      if (method !== 'PATCH') return draft;
      const { revision } = body as { revision: number };
      return revision === 5 ? { ...draft, ...(body as object), revision: 6 } : refusal(conflict);
    });
    await typeJson('{ "second_approval_over": 100 }');
    const region = await screen.findByRole('region', { name: 'Two people changed this draft' }, { timeout: 3000 });
    within(region).getByText(/Fay Finance saved another text/);
    expect(region.querySelector('del')?.textContent).toContain('$900');
    expect(region.querySelector('ins')?.textContent).toContain('$100');
    await click(/^Save the text of /);
    await waitFor(() => screen.getByText(/All changes are saved/));
    expect(calls.at(-1)?.body).toEqual({ commissionsConfig: '{ "second_approval_over": 100 }', revision: 5 });
  });

  it('shows plans published since it began, and is rebased on them on request', async () => {
    const calls = await open(({ method }) => (method === 'PATCH' ? { ...draft, base_version: 5 } : outdated));
    const region = screen.getByRole('region', { name: 'Version 5 was published since this draft began' });
    expect(region.querySelector('ins')?.textContent).toContain('$550');
    await click('Base the draft on version 5');
    expect(calls.at(-1)?.body).toEqual({ base_version: 5, revision: 3 });
    expect(screen.queryByRole('region', { name: /was published since/ })).toBeNull();
  });

  it('offers Publish only to an administrator, and a published draft cannot be edited', async () => {
    await open(() => draft, { role: 'vp_sales' });
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
    cleanup();
    await open(() => published);
    screen.getByText(/Published as version 5. Duplicate it to go on/);
    expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('radio', { name: 'JSON' })));
    expect((screen.getByLabelText('Commissions configuration (JSON)') as HTMLTextAreaElement).disabled).toBe(true);
  });

  it('accepts comments, and refuses an empty one at the field', async () => {
    const comment = { id: '1', author: 'Fay Finance', text: 'Too low', created_at: draft.changed_at };
    const calls = await open(({ path }) => (path.endsWith('/comments') ? { data: [comment] } : draft));
    await click('Add the comment');
    await screen.findByText('Write a comment first.');
    await act(async () => void fireEvent.change(screen.getByLabelText('Your comment'), { target: { value: 'Too low' } }));
    await click('Add the comment');
    await screen.findByText('Fay Finance', { exact: false });
    expect(calls.at(-1)).toEqual({ path: 'plan-drafts/7/comments', method: 'POST', body: { text: 'Too low' } });
  });
});

describe('decisions 2.36: the list of drafts', () => {
  it('lists drafts with author, change and status; archived ones on request', async () => {
    await open(() => page([draft, { ...published, id: '5' }, archived]), { search: '' });
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['Next year', 'Next year']);
    screen.getByText('Published as version 5');
    await click('Show archived drafts');
    screen.getByText('Old idea');
    screen.getByRole('button', { name: 'Restore Old idea' });
    expect(screen.queryByRole('button', { name: 'Archive Old idea' })).toBeNull();
  });

  it('a new draft needs a name of at most 120 characters', async () => {
    const calls = await open(({ method, path }) => (path === 'plan-drafts' && method === 'GET' ? page([]) : { ...draft, id: '9' }), {
      search: '',
    });
    await click('New draft');
    const name = await screen.findByLabelText('Name');
    for (const [value, error] of [
      ['', 'Give the draft a name.'],
      ['x'.repeat(500), 'The name can have at most 120 characters.'],
    ] as const) {
      await act(async () => void fireEvent.change(name, { target: { value } }));
      await click('Create the draft');
      await screen.findByText(error);
    }
    await act(async () => void fireEvent.change(name, { target: { value: 'Next year' } }));
    await click('Create the draft');
    await waitFor(() => expect(calls).toContainEqual({ path: 'plan-drafts', method: 'POST', body: { name: 'Next year' } }));
  });
});

describe('decisions 2.36: the trial of a draft', () => {
  const amounts = { records: 1, before: 2000, after: 2400, due_change: -300 };
  const trial = {
    ...{ as_of: draft.changed_at, effective_date: null, errors: [], total: amounts },
    people: [{ user_id: '7', name: 'Sam Sales', ...amounts }],
  };
  const person = {
    ...{ user_id: '7', name: 'Sam Sales', effective_date: null, errors: [], months: [{ month: '2026-11-01', ...amounts }] },
    records: [
      {
        ...{ invoice_number: 'INV-1', booking_date: '2026-11-12', net_revenue: 40_000, before: 2000, after: 2400 },
        ...{ clauses_before: ['Net revenue earns 5.0%.'], clauses_after: [] },
      },
    ],
  };
  const answers: Answers = ({ path }) => {
    if (path.endsWith('/trial/7')) return person;
    return path.endsWith('/trial') ? trial : { ...draft, commissionsConfig: inUse };
  };

  it.each([
    [
      'only draws, bonuses or contests change',
      '{"plans":[{"id":"default","contests":[{"id":"best","metric":"won_deals","within":"month","prizes":[100]}]}]}',
      'No commission changes. Draws, bonuses, contest prizes and objectives are not tried.',
    ],
    ['no clause changes', inUse, 'No amount changes.'],
  ])('names its omissions if %s', async (_what, commissionsConfig, sentence) => {
    const same = { ...trial, total: { ...amounts, records: 0, after: 2000, due_change: 0 } };
    await open(
      ({ path }) =>
        path.endsWith('/trial') ? same : { ...draft, commissionsConfig, in_use: { ...draft.in_use, commissionsConfig: inUse } },
      {
        path: '/plans/try',
      },
    );
    await screen.findByText((text) => text.endsWith(sentence));
  });

  it('shows everybody before and after, and a person record by record with the clauses', async () => {
    await open(answers, { path: '/plans/try' });
    await screen.findByText('Trial of “Next year”: nothing here is stored, and nobody is told.');
    await click('Sam Sales');
    await screen.findByText('Before: Net revenue earns 5.0%.');
    screen.getByText('With the draft: no rule of a plan');
    screen.getByText('November 2026');
    // The rows for everybody, for the person and for the month; the record's due amount does not change.
    expect(screen.getAllByText('-$300.00')).toHaveLength(3);
  });

  it('shows the draft’s first day, and tries it from another day once chosen', async () => {
    const calls = await open(
      ({ path, ...call }) => (path.endsWith('/trial') ? { ...trial, effective_date: '2026-11-15' } : answers({ path, ...call })),
      { path: '/plans/try' },
    );
    await screen.findByText('The draft applies from Nov 15, 2026: sales booked before it keep the plans in use.');
    const trials = () => calls.filter(({ path }) => path.endsWith('/trial')).map(({ query }) => query);
    await act(async () => void fireEvent.change(screen.getByLabelText('Effective date'), { target: { value: '2026-12-01' } }));
    expect(trials()).toEqual([{}]);
    await click('Try from this day');
    expect(trials()).toEqual([{}, { effective_date: '2026-12-01' }]);
  });

  it('describes the draft’s changes in words, and shows lines of JSON on request', async () => {
    const config = (rate: number) => JSON.stringify({ plans: [{ id: 'a', name: 'A', over_quota_commission_rate: rate }] });
    const detail = { ...draft, commissionsConfig: config(0.08), in_use: { ...draft.in_use, commissionsConfig: config(0.075) } };
    await open((call) => (call.path === 'plan-drafts/7' ? detail : answers(call)), { path: '/plans/try' });
    const list = await screen.findByRole('list', { name: 'What differs' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['ChangedNet revenue over the quota earns 7.5%. Net revenue over the quota earns 8.0%.']);
    expect(document.querySelector('.text-added')).toBeNull();
    await click('Show the lines of the JSON');
    expect(document.querySelector('.text-added')?.textContent).toContain('0.08');
  });

  it('says above the amounts that newer plans were published, with a link to compare them', async () => {
    await open((call) => (call.path === 'plan-drafts/7' ? outdated : answers(call)), { path: '/plans/try' });
    const warning = (await screen.findByText(/^Ada Admin published version 5 after this draft began\. Compare the draft with it/))
      .parentElement;
    expect(warning?.textContent).toContain('Until then, the amounts with the draft leave out the changes of version 5.');
    const [link] = within(warning as HTMLElement).getAllByRole('link', { name: 'Compare' });
    expect(link?.getAttribute('href')).toBe('/plans/edit?draft=7');
    const table = await screen.findByRole('table');
    expect((warning as HTMLElement).compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    cleanup();
    for (const current of [draft, { ...outdated, state: 'published' }]) {
      await open((call) => (call.path === 'plan-drafts/7' ? current : answers(call)), { path: '/plans/try' });
      await screen.findByRole('table');
      expect(screen.queryByText(/after this draft began/)).toBeNull();
      cleanup();
    }
    const byNobody = { ...outdated, in_use: { ...outdated.in_use, saved_by: null } };
    await open((call) => (call.path === 'plan-drafts/7' ? byNobody : answers(call)), { path: '/plans/try' });
    await screen.findByText(/^Version 5 was published after this draft began\./);
  });

  it('says why the draft cannot start on a day, which is no error of the draft', async () => {
    const message = 'September 2026 is closed, so nothing in it can change. Choose a later day.';
    const refused = { ...trial, errors: [{ path: 'effective_date', message }], people: [] };
    await open((call) => (call.path.endsWith('/trial') ? refused : answers(call)), { path: '/plans/try' });
    expect((await screen.findByText(message)).textContent).toBe(message);
    screen.getByLabelText('Effective date');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('names the errors of a draft that cannot be tried', async () => {
    const errors = [{ path: 'plans[0].tiers', message: 'is wrong' }];
    await open(({ path }) => (path.endsWith('/trial') ? { ...trial, errors, people: [] } : draft), { path: '/plans/try' });
    await screen.findByText(/plans\[0\]\.tiers: is wrong/);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
