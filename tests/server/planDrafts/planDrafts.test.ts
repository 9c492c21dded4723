import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanDraftText } from '../../../contract/entities/planDraft.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let world: ClosingCompany;
const tokens: Record<string, string> = {};
const names = { ada: 'ada Person', vic: 'vic Person' } as const;

const signIn = async (): Promise<void> => {
  for (const name of ['ada', 'vic', 'fay', 'mia', 'sam', 'eve'])
    tokens[name] = (await world.server.signIn(`${name}@example.test`)).access_token;
};

beforeAll(async () => {
  world = await createClosingCompany();
  await world.server.add({ email: 'fay@example.test', role: 'finance', first_name: 'fay' });
  await world.server.add({ email: 'eve@example.test', role: 'events_manager', first_name: 'eve' });
  await signIn();
  await world.save({ plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.05 }] });
});
afterAll(() => world.server.close());

type Method = 'GET' | 'POST' | 'PATCH';
const call = (name: string, method: Method, path: string, body?: object) =>
  world.server.call(method, `/api/v1/plan-drafts${path}`, { token: tokens[name] ?? '', ...(body ? { body } : {}) });
const started = async (name: string, overrides: object = {}): Promise<PlanDraftText> =>
  (await call('vic', 'POST', '', { name, ...overrides })).json();
const audited = async (id: string): Promise<string[]> => {
  const rows = await world.server.db.query
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'plan_draft')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('decisions 2.36: drafts are named, stored and compared', () => {
  it('starts from the plans in use or from another draft, with its author', async () => {
    const draft = await started('  Lower rates  ');
    expect(draft).toMatchObject({
      name: 'Lower rates',
      state: 'draft',
      revision: 1,
      published_version: null,
      created_by: names.vic,
      comments: 0,
      commissionsConfig: '{"plans":[{"id":"default","name":"Plan","base_commission_rate":0.05}]}',
    });
    await call('vic', 'PATCH', `/${draft.id}`, { commissionsConfig: '{ "plans": ', revision: 1 });
    const copy = (await call('ada', 'POST', '', { name: 'A copy', copy_of: draft.id })).json();
    expect(copy).toMatchObject({ commissionsConfig: '{ "plans": ', base_version: draft.base_version, revision: 1, created_by: names.ada });
    expect((await call('fay', 'GET', '?limit=1')).json()).toMatchObject({ data: [{ id: copy.id }] });
    expect(await audited(copy.id)).toEqual(['plan_draft.created']);
  });

  it('saves even invalid text, and each change is a new revision', async () => {
    const { id } = await started('Typing');
    const saved = (await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "pl', revision: 1 })).json();
    expect(saved).toMatchObject({ commissionsConfig: '{ "pl', revision: 2, changed_by: 'fay Person' });
    expect((await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "pl', revision: 1 })).json()).toMatchObject({ revision: 2 });
    expect((await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "pla', revision: 2 })).json()).toMatchObject({ revision: 3 });
    expect((await call('fay', 'PATCH', `/${id}`, { name: 'Renamed' })).json()).toMatchObject({ name: 'Renamed', revision: 3 });
    // One person's typing is one row of the audit log.
    expect(await audited(id)).toEqual(['plan_draft.created', 'plan_draft.edited', 'plan_draft.renamed']);
  });

  it('refuses a text based on an older one, names the other editor, and returns the current text', async () => {
    const { id } = await started('Two browsers');
    await call('vic', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "vic" }', revision: 1 });
    const late = await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "fay" }', revision: 1 });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'stale_draft',
        message: 'vic Person changed this draft while you had it open. Compare both texts before you save.',
        current: expect.objectContaining({ commissionsConfig: '{ "by": "vic" }', revision: 2, changed_by: names.vic }),
      }),
    ]);
    expect((await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "fay" }', revision: 2 })).statusCode).toBe(200);
  });

  it('names the text’s last editor, not someone who renamed it later', async () => {
    const { id } = await started('Renamed by a colleague');
    await call('vic', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "vic" }', revision: 1 });
    await call('ada', 'PATCH', `/${id}`, { name: 'Another name' });
    const late = await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "fay" }', revision: 1 });
    expect(late.json().message).toBe('vic Person changed this draft while you had it open. Compare both texts before you save.');
  });

  it('can be archived and restored; an archived draft does not change', async () => {
    const { id } = await started('Old idea');
    expect((await call('fay', 'POST', `/${id}/restore`)).json()).toMatchObject({ code: 'draft_open' });
    expect((await call('fay', 'POST', `/${id}/archive`)).json()).toMatchObject({ state: 'archived' });
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'Another name' }],
      ['PATCH', '', { commissionsConfig: '{}', revision: 1 }],
      ['POST', '/archive', undefined],
    ] as const) {
      const refused = await call('fay', method, `/${id}${path}`, body);
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'This draft is archived. Restore it before you change it.']);
    }
    expect((await call('fay', 'POST', `/${id}/restore`)).json()).toMatchObject({ state: 'draft' });
    expect(await audited(id)).toEqual(['plan_draft.created', 'plan_draft.archived', 'plan_draft.restored']);
  });

  it('takes comments with author and time', async () => {
    const { id } = await started('Discussed');
    await call('fay', 'POST', `/${id}/comments`, { text: '  Too low for new people  ' });
    const { data } = (await call('ada', 'POST', `/${id}/comments`, { text: 'Agreed' })).json();
    expect(data).toEqual([
      { id: expect.any(String), author: 'fay Person', text: 'Too low for new people', created_at: world.server.clock().toISOString() },
      { id: expect.any(String), author: names.ada, text: 'Agreed', created_at: world.server.clock().toISOString() },
    ]);
    expect((await call('vic', 'GET', `/${id}`)).json().comments).toBe(2);
    expect(await audited(id)).toEqual(['plan_draft.created', 'plan_draft.commented', 'plan_draft.commented']);
  });

  it('is rebased only on plans in use', async () => {
    const draft = await started('Before');
    await world.save({ plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.055 }] });
    const detail = (await call('vic', 'GET', `/${draft.id}`)).json();
    expect([detail.base.version, detail.in_use.version]).toEqual([draft.base_version, draft.base_version + 1]);
    expect(detail.in_use).toMatchObject({ saved_by: names.ada, commissionsConfig: expect.stringContaining('0.055') });
    const early = await call('vic', 'PATCH', `/${draft.id}`, { base_version: draft.base_version + 2, revision: 1 });
    expect([early.statusCode, early.json().code]).toEqual([409, 'plans_changed']);
    const withoutVersion = await call('vic', 'PATCH', `/${draft.id}`, { base_version: detail.in_use.version });
    expect([withoutVersion.statusCode, withoutVersion.json().errors]).toEqual([
      422,
      { revision: 'Send the revision that you changed or compared.' },
    ]);
    expect((await call('vic', 'PATCH', `/${draft.id}`, { base_version: detail.in_use.version, revision: 1 })).json()).toMatchObject({
      base_version: detail.in_use.version,
      revision: 1,
    });
  });

  it('is not rebased by a person who compared an older text', async () => {
    const draft = await started('Compared');
    await world.save({ plans: [{ id: 'default', name: 'Plan', base_commission_rate: 0.045 }] });
    await call('fay', 'PATCH', `/${draft.id}`, { commissionsConfig: '{ "by": "fay" }', revision: 1 });
    const late = await call('vic', 'PATCH', `/${draft.id}`, { base_version: draft.base_version + 1, revision: 1 });
    expect([late.statusCode, late.json().code, late.json().current.revision]).toEqual([409, 'stale_draft', 2]);
    expect((await call('vic', 'GET', `/${draft.id}`)).json().base_version).toBe(draft.base_version);
  });
});

describe('decisions 2.36: invalid draft input', () => {
  it.each([
    ['a name of 500 characters', { name: 'x'.repeat(500) }, 422, { name: 'The name can have at most 120 characters.' }],
    ['no name', { name: '   ' }, 422, { name: 'Give the draft a name.' }],
  ])('refuses %s at the field', async (_case, body, status, errors) => {
    const refused = await call('vic', 'POST', '', body);
    expect([refused.statusCode, refused.json().errors]).toEqual([status, errors]);
  });

  it('refuses a draft of 65 KB, of 2 MB or without its revision, and an unknown one', async () => {
    const { id } = await started('Large');
    const large = await call('vic', 'PATCH', `/${id}`, { commissionsConfig: ' '.repeat(65_537), revision: 1 });
    expect([large.statusCode, large.json().errors]).toEqual([
      422,
      { commissionsConfig: 'A draft can have at most 64 KB, and this one is larger.' },
    ]);
    expect((await call('vic', 'PATCH', `/${id}`, { commissionsConfig: 'x'.repeat(2_000_000), revision: 1 })).statusCode).toBe(413);
    const withoutVersion = await call('vic', 'PATCH', `/${id}`, { commissionsConfig: '{}' });
    expect([withoutVersion.statusCode, withoutVersion.json().errors]).toEqual([
      422,
      { revision: 'Send the revision that you changed or compared.' },
    ]);
    for (const unknown of ['/999999', '/none'])
      expect((await call('vic', 'PATCH', unknown, { name: 'Nothing there' })).statusCode).toBe(404);
    expect((await call('vic', 'POST', '', { name: 'Copy', copy_of: '999999' })).statusCode).toBe(404);
    expect((await call('vic', 'POST', `/${id}/comments`, { text: 'x'.repeat(2001) })).json().errors).toEqual({
      text: 'A comment can have at most 2000 characters.',
    });
    expect((await call('vic', 'GET', '?cursor=abc')).statusCode).toBe(400);
  });

  it('refuses to start or restore a draft beyond the limit', async () => {
    const { id } = await started('Archived at the limit');
    await call('vic', 'POST', `/${id}/archive`);
    const { planDrafts, config } = world.facts.store;
    const { id: base_version } = await config.newest();
    const more = { name: 'One of many', config: '{}', base_version, userId: world.ids.vic };
    const first = 100 - (await planDrafts.countOpen());
    for (let count = 0; count < first; count += 1) await planDrafts.add(more, world.server.clock());
    const message = 'There are 100 open drafts. Archive one first.';
    const refused = await call('vic', 'POST', '', { name: 'One too many' });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { name: message }]);
    const restored = await call('vic', 'POST', `/${id}/restore`);
    expect([restored.statusCode, restored.json().code, restored.json().message, restored.json().errors]).toEqual([
      409,
      'too_many_drafts',
      message,
      undefined,
    ]);
    await world.server.db.query
      .updateTable('plan_drafts')
      .set({ archived_at: world.server.clock().toISOString() })
      .where('name', '=', more.name)
      .execute();
  });

  it('refuses salespeople, managers and events managers everything; only an admin publishes', async () => {
    const { id } = await started('Private');
    for (const name of ['sam', 'mia', 'eve'])
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${id}`],
        ['PATCH', `/${id}`],
        ['POST', `/${id}/archive`],
        ['GET', `/${id}/comments`],
        ['GET', `/${id}/trial`],
        ['POST', `/${id}/publish`],
      ] as const)
        expect([name, method, path, (await call(name, method, path, method === 'GET' ? undefined : {})).statusCode]).toEqual([
          name,
          method,
          path,
          403,
        ]);
    for (const name of ['vic', 'fay'])
      for (const path of ['publish', 'changes']) expect((await call(name, 'POST', `/${id}/${path}`, { revision: 1 })).statusCode).toBe(403);
  });
});

describe('decisions 2.36: audit log of a draft', () => {
  it('has every edit: a rename hides none, and one row covers at most an hour of one person', async () => {
    const { id } = await started('Edited by two');
    await call('fay', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "fay" }', revision: 1 });
    await call('vic', 'PATCH', `/${id}`, { name: 'Renamed by vic' });
    await call('vic', 'PATCH', `/${id}`, { commissionsConfig: '{ "by": "vic" }', revision: 2 });
    expect(await audited(id)).toEqual(['plan_draft.created', 'plan_draft.edited', 'plan_draft.renamed', 'plan_draft.edited']);
    for (const [index, rows] of [4, 5].entries()) {
      world.server.clock.advance(50 * 60_000);
      await signIn();
      await call('vic', 'PATCH', `/${id}`, { commissionsConfig: `{ "at": ${String(index)} }`, revision: 3 + index });
      expect(await audited(id)).toHaveLength(rows);
    }
  });
});
