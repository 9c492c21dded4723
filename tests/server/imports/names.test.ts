import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportDetail } from '../../../contract/entities/import.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
beforeEach(async () => {
  world = await createImportCompany();
});
afterEach(async () => {
  await world.isSettled();
  await world.server.close();
});

const file = (...names: string[]): string =>
  ['Number,Customer,Date,Total,Rep', ...names.map((name, n) => `F-${n},Acme,2026-11-02,100,"${name}"`)].join('\n');
const previewed = async (content: string): Promise<ImportDetail> => world.preview(await world.upload('invoices', content));
const answer = async ({ id, mapping }: ImportDetail, names: Record<string, string>): Promise<ImportDetail> => {
  await world.ask('PUT', `/${id}/mapping`, { mapping, names });
  await world.own.drain();
  return world.ask('GET', `/${id}`);
};
const sellers = async () => (await world.invoices()).map(({ salesperson_id }) => salesperson_id);
const asAdmin = async (method: 'GET' | 'POST', url: string, body?: object) =>
  world.server.call(method, `/api/v1${url}`, {
    token: (await world.server.signIn('ada@example.test')).access_token,
    ...(body ? { body } : {}),
  });

describe('names in a file', () => {
  it('match with the last name first and without accents, but not if ambiguous', async () => {
    const chloe = await world.server.add({ email: 'cc@example.test', role: 'salesperson', first_name: 'Chloé', last_name: 'Chan' });
    await world.run('invoices', file('Person, Sam', 'CHLOE  CHAN', 'Chan, Chloé', 'kim person'));
    expect(await sellers()).toEqual([world.ids.sam, chloe, chloe, world.ids.kim]);
  });

  it('without a match are asked about once per text, with likely people', async () => {
    const seen = await previewed(file('S. Person', 'S. Person', 'Zed Zulu', 'sam@example.test'));
    expect(seen.questions).toEqual([
      { kind: 'name', text: 'S. Person', rows: 2, people: [{ user_id: String(world.ids.sam), name: 'sam Person' }] },
      { kind: 'name', text: 'Zed Zulu', rows: 1, people: [] },
    ]);
    expect(seen.counts).toMatchObject({ new: 1, quarantined: 3 });
  });

  it('in large numbers leave space for other messages about the file', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `Nobody ${index}`);
    const seen = await previewed(`${file(...names, ...names)}\nF-A,Acme,2026-12-30,100,sam@example.test`);
    expect(seen.questions).toHaveLength(200);
    expect(seen.notes).toEqual([{ sentence: 'Its date is after today.', rows: 1 }]);
  });

  it('matched once are remembered for the company until undone', async () => {
    const seen = await answer(await previewed(file('S. Person')), { 'S. Person': String(world.ids.sam) });
    expect(seen).toMatchObject({ questions: [], counts: { new: 1, quarantined: 0 } });
    await world.step(seen.id, 'start');
    expect(await sellers()).toEqual([world.ids.sam]);
    expect((await previewed(file('x', 's  person').replaceAll('F-', 'G-'))).questions.map(({ text }) => text)).toEqual(['x']);
    const { data } = await world.ask('GET', '/names');
    expect(data).toMatchObject([{ text: 'S. Person', user_id: String(world.ids.sam), name: 'sam Person', created_by: 'Fay Finance' }]);
    expect((await world.call('DELETE', `/names/${data[0].id}`)).statusCode).toBe(204);
    expect((await world.call('DELETE', `/names/${data[0].id}`)).statusCode).toBe(404);
    expect((await previewed(file('x', 's  person').replaceAll('F-', 'H-'))).questions).toHaveLength(2);
    // Imported rows stay.
    expect(await sellers()).toEqual([world.ids.sam]);
  });

  it('bad input: refuse an unknown person by field and remember nothing', async () => {
    const seen = await previewed(file('S. Person'));
    const refused = await world.call('PUT', `/${seen.id}/mapping`, { mapping: seen.mapping, names: { 'S. Person': '999999' } });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { 'names.S. Person': 'There is no such person.' }]);
    expect((await world.ask('GET', '/names')).data).toEqual([]);
  });

  it('of someone who has left: an administrator adds them inactive, without password, credited until their last day', async () => {
    const body = { first_name: 'Zed', last_name: 'Zulu', role: 'salesperson', employment_end: '2026-11-02' };
    expect((await world.server.call('POST', '/api/v1/users/former', { token: world.token, body })).statusCode).toBe(403);
    const futureResponse = await asAdmin('POST', '/users/former', { ...body, employment_end: '2099-01-01' });
    expect([futureResponse.statusCode, futureResponse.json().errors]).toEqual([
      422,
      { employment_end: 'The last day must be before today' },
    ]);
    const made = await asAdmin('POST', '/users/former', body);
    expect([made.statusCode, made.json()]).toMatchObject([201, { active: false, first_name: 'Zed', role: 'salesperson' }]);
    const stored = await world.server.db.query
      .selectFrom('users')
      .select(['password_hash', 'active', 'left_on'])
      .where('id', '=', Number(made.json().id))
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ password_hash: null, active: false, left_on: '2026-11-02' });
    await world.run('invoices', file('Zulu, Zed'));
    expect(await sellers()).toEqual([Number(made.json().id)]);
    const late = await previewed('Number,Customer,Date,Total,Rep\nL-1,Acme,2026-11-03,100,Zed Zulu');
    expect(late.counts).toMatchObject({ quarantined: 1 });
    const signIn = await world.server.call('POST', '/api/v1/auth/login', { body: { email: made.json().email, password: '' } });
    expect(signIn.statusCode).toBeGreaterThanOrEqual(400);
  });
});

it('without any known salesperson, one message says to import people first', async () => {
  await world.server.db.query.updateTable('users').set({ role: 'finance' }).where('role', 'not in', ['admin', 'finance']).execute();
  const read = await world.upload('invoices', file('Ana Alvarez', 'Ben Brooks'));
  const refused = await world.call('PUT', `/${read.id}/mapping`, { mapping: read.mapping });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'people_first',
      message: 'There are no salespeople yet. Import people under User Management first, then come back to this file.',
    },
  ]);
});

describe('questions answered after the run (decisions 2.26, 7.03)', () => {
  const HEAD = 'Number,Customer,Date,Total,Rep,Status';

  it('cover quarantined rows, and answers import these rows', async () => {
    const lines = [
      'F-1,Acme,2026-11-02,100,S. Person,Paid',
      'F-2,Acme,2026-11-02,100,sam@example.test,Parked',
      'F-3,Acme,not a day,1,sam@example.test,Paid',
    ];
    const ended = await world.run('invoices', [HEAD, ...lines].join('\n'));
    expect(ended.questions).toEqual([
      { kind: 'state', text: 'Parked', rows: 1, people: [] },
      { kind: 'name', text: 'S. Person', rows: 1, people: [{ user_id: String(world.ids.sam), name: 'sam Person' }] },
    ]);
    const named = { answers: { names: { 'S. Person': String(world.ids.sam) } } };
    await world.ask('POST', `/${ended.id}/quarantine/retry`, named);
    await world.drain();
    const [first] = await world.invoices();
    expect([first?.invoice_number, first?.salesperson_id]).toEqual(['F-1', world.ids.sam]);
    const half = await world.ask('GET', `/${ended.id}`);
    expect([half.questions.map(({ text }: { text: string }) => text), half.waiting]).toEqual([['Parked'], 2]);
    await world.ask('POST', `/${ended.id}/quarantine/retry`, { answers: { states: { parked: 'counts' } } });
    await world.drain();
    const done: ImportDetail = await world.ask('GET', `/${ended.id}`);
    expect([done.questions, done.waiting, done.counts]).toMatchObject([[], 1, { rows: 3, done: 3, new: 2, quarantined: 1 }]);
    // Importing the same file again doesn't ask for the name, and changes nothing.
    const repeated = await previewed([HEAD, ...lines].join('\n'));
    expect(repeated.counts).toMatchObject({ same: 1, quarantined: 2 });
  });

  it('can be answered differently later, which reimports the affected rows', async () => {
    const lines = [
      'S-1,Acme,2026-11-02,100,sam@example.test,Parked',
      'S-2,Acme,2026-11-02,200,sam@example.test,PARKED',
      'S-3,Acme,2026-11-02,1,,Paid',
    ];
    const ended = await world.run('invoices', [HEAD, ...lines].join('\n'));
    const answerState = async (parked: string): Promise<ImportDetail> => {
      await world.ask('POST', `/${ended.id}/quarantine/retry`, { answers: { states: { parked } } });
      await world.drain();
      return world.ask('GET', `/${ended.id}`);
    };
    const invoiceStates = async () => (await world.invoices()).map(({ invoice_number, state }) => `${invoice_number} ${state}`).sort();
    const first = await answerState('counts');
    expect([first.choices.states, first.actions]).toEqual([{ parked: 'counts' }, ['answer', 'undo']]);
    expect(await invoiceStates()).toEqual(['S-1 sent', 'S-2 sent', 'S-3 sent']);
    const second = await answerState('invalid');
    expect([second.state, second.waiting, second.counts]).toMatchObject([
      'completed',
      0,
      { rows: 3, done: 3, new: 1, changed: 2, quarantined: 0 },
    ]);
    expect(await invoiceStates()).toEqual(['S-1 cancelled', 'S-2 cancelled', 'S-3 sent']);
    await answerState('counts');
    expect(await invoiceStates()).toEqual(['S-1 sent', 'S-2 sent', 'S-3 sent']);
    // A document with money attached stays until that money is reversed.
    await world.run('receipts', 'Payment Date,Check Number,Invoice,Amount\n2026-11-10,771,S-1,100');
    const paid = await answerState('invalid');
    expect([await invoiceStates(), paid.waiting]).toEqual([['S-1 sent', 'S-2 cancelled', 'S-3 sent'], 1]);
    const entries = await world.server.db.query
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'import.answered')
      .orderBy('id')
      .execute();
    expect(entries.map(({ before, after }) => [before, after])[1]).toMatchObject([
      { states: { parked: 'counts' } },
      { states: { parked: 'invalid' } },
    ]);
  });

  const typed = async (kind: 'invoices' | 'receipts', lines: readonly string[]) => {
    const ended = await world.run(kind, lines.join('\n'));
    return async (role: string): Promise<ImportDetail> => {
      await world.ask('POST', `/${ended.id}/quarantine/retry`, { answers: { types: { 'pro forma': role } } });
      await world.drain();
      return world.ask('GET', `/${ended.id}`);
    };
  };
  const TYPES = 'Number,Customer,Date,Total,Rep,Document Type';
  const invoiceStates = async () => (await world.invoices()).map(({ invoice_number, state }) => `${invoice_number} ${state}`).sort();

  it('cancel invoices of a type that a later answer excludes, and their commission', async () => {
    const answerType = await typed('invoices', [
      TYPES,
      'P-1,Acme,2026-11-02,100,sam@example.test,Pro forma',
      'P-2,Acme,2026-11-02,200,sam@example.test,PRO FORMA',
      'P-3,Acme,2026-11-02,300,sam@example.test,Invoice',
      'P-1,Acme,2026-11-02,100,sam@example.test,Pro forma',
    ]);
    const earned = async () => {
      const records = await world.server.db.query.selectFrom('commission_records').select(['commissionable_cents']).execute();
      return records.reduce((sum, { commissionable_cents }) => sum + commissionable_cents, 0);
    };
    await answerType('invoice');
    expect([await invoiceStates(), await earned()]).toEqual([['P-1 sent', 'P-2 sent', 'P-3 sent'], 600_00]);
    const out = await answerType('other');
    expect([await invoiceStates(), await earned()]).toEqual([['P-1 cancelled', 'P-2 cancelled', 'P-3 sent'], 300_00]);
    expect(out).toMatchObject({ waiting: 0, counts: { new: 1, changed: 2, left_out: 1, quarantined: 0 } });
    await answerType('invoice');
    expect([await invoiceStates(), await earned()]).toEqual([['P-1 sent', 'P-2 sent', 'P-3 sent'], 600_00]);
    await world.run('receipts', 'Payment Date,Check Number,Invoice,Amount\n2026-11-10,771,P-1,100');
    const paid = await answerType('other');
    expect([await invoiceStates(), paid.waiting]).toEqual([['P-1 sent', 'P-2 cancelled', 'P-3 sent'], 1]);
  });

  it('keep an invoice that another row or file brings under an excluded document’s number', async () => {
    await world.run('invoices', 'Number,Customer,Date,Total,Rep\nQ-1,Acme,2026-11-02,100,sam@example.test');
    const answerType = await typed('invoices', [
      TYPES,
      'Q-1,Acme,2026-11-02,900,sam@example.test,Pro forma',
      'Q-2,Acme,2026-11-02,200,sam@example.test,Pro forma',
      'Q-2,Acme,2026-11-02,200,sam@example.test,Invoice',
    ]);
    const out = await answerType('other');
    expect([await invoiceStates(), out.waiting, out.counts]).toMatchObject([['Q-1 sent', 'Q-2 sent'], 0, { left_out: 2 }]);
    await answerType('invoice');
    await answerType('other');
    expect((await world.invoices()).find(({ invoice_number }) => invoice_number === 'Q-2')).toMatchObject({ state: 'sent' });
  });

  it('ask to return a receipt of an excluded type, and rewrite it without the excluded rows', async () => {
    await world.run('invoices', file('sam@example.test', 'sam@example.test', 'sam@example.test'));
    const answerType = await typed('receipts', [
      'Payment Date,Check Number,Invoice,Amount,Document Type',
      '2026-11-10,771,F-0,100,Pro forma',
      '2026-11-10,772,F-1,60,Pro forma',
      '2026-11-10,772,F-2,70,Payment',
    ]);
    const received = async () => {
      const made = await world.server.db.query.selectFrom('receipts').select(['reference', 'amount_cents']).orderBy('reference').execute();
      return made.map(({ reference, amount_cents }) => `${reference} ${amount_cents}`);
    };
    const first = await answerType('other');
    expect([await received(), first.counts]).toMatchObject([['772 7000'], { left_out: 2, quarantined: 0 }]);
    await answerType('payment');
    expect(await received()).toEqual(['771 10000', '772 13000']);
    const out = await answerType('other');
    expect([await received(), out.waiting]).toEqual([['771 10000', '772 7000'], 1]);
  });

  it('refuse an unchanged answer', async () => {
    const ended = await world.run('invoices', [HEAD, 'S-9,Acme,2026-11-02,100,sam@example.test,Parked'].join('\n'));
    const body = { answers: { states: { parked: 'counts' } } };
    await world.ask('POST', `/${ended.id}/quarantine/retry`, body);
    await world.drain();
    expect((await world.call('POST', `/${ended.id}/quarantine/retry`, body)).statusCode).toBe(409);
  });

  it('join the rows of one receipt, whichever was unreadable before', async () => {
    await world.run('invoices', file('sam@example.test', 'sam@example.test'));
    const receipts = ['Payment Date,Check Number,Invoice,Amount,Status', '2026-11-10,771,F-0,100,Parked', '2026-11-10,771,F-1,100,Parked'];
    const ended = await world.run('receipts', receipts.join('\n'));
    expect(ended.counts).toMatchObject({ new: 0, quarantined: 2 });
    await world.ask('POST', `/${ended.id}/quarantine/retry`, { answers: { states: { parked: 'counts' } } });
    await world.drain();
    const made = await world.server.db.query.selectFrom('receipts').select(['amount_cents']).execute();
    expect(made).toEqual([{ amount_cents: 200_00 }]);
  });

  it('bad input: refuse an unknown person by field and retry nothing', async () => {
    const ended = await world.run('invoices', file('S. Person'));
    const refused = await world.call('POST', `/${ended.id}/quarantine/retry`, { answers: { names: { 'S. Person': '999999' } } });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { 'names.S. Person': 'There is no such person.' }]);
    expect(await world.ask('GET', `/${ended.id}`)).toMatchObject({ state: 'completed', waiting: 1 });
  });
});

describe('someone other than the importer cannot raise their own pay by a retry (decisions 3.06)', () => {
  /** A finance user who sold until Nov 15, and their session. */
  const addFinn = async () => {
    const id = await world.server.add({ email: 'finn@example.test', role: 'finance', first_name: 'Finn', last_name: 'Second' });
    const past = { user_id: id, until_day: '2026-11-15', role: 'salesperson', active: true } as const;
    await world.server.db.query.insertInto('user_past').values(past).execute();
    const { access_token: token } = await world.server.signIn('finn@example.test');
    const retry = async (runId: string, body: object) => {
      const { statusCode } = await world.server.call('POST', `/api/v1/imports/${runId}/quarantine/retry`, { token, body });
      expect(statusCode).toBe(202);
      await world.drain();
    };
    return { id, retry };
  };
  const REASON = "This row affects the pay of the person who ran or retried somebody else's import. Another person has to retry it.";
  const reasons = async (id: string) => (await world.quarantine(id)).map(({ reason }) => reason);

  it('refuses a row that names the answering person until someone else retries it', async () => {
    const finn = await addFinn();
    const ended = await world.run('invoices', file('Q. Unknown', 'sam@example.test'));
    await finn.retry(ended.id, { answers: { names: { 'Q. Unknown': String(finn.id) } } });
    expect([await sellers(), await reasons(ended.id)]).toEqual([[world.ids.sam], [REASON]]);
    await finn.retry(ended.id, {});
    expect([await sellers(), await reasons(ended.id)]).toEqual([[world.ids.sam], [REASON]]);
    await world.ask('POST', `/${ended.id}/quarantine/retry`, {});
    await world.drain();
    expect([await sellers(), await reasons(ended.id)]).toEqual([[world.ids.sam, finn.id], []]);
  });

  it('refuses a payment of an invoice that earns the accepting person commission', async () => {
    const finn = await addFinn();
    const number = 'F-0';
    await world.facts.addInvoice({
      salesperson_id: finn.id,
      booking_date: '2026-11-02',
      net_cents: 1000_00,
      invoice_number: number,
    } as never);
    await world.drain();
    const row = `2026-11-08,771,${number},300`;
    const ended = await world.run('receipts', ['Payment Date,Check Number,Invoice,Amount', row, row].join('\n'));
    expect(ended.counts).toMatchObject({ new: 1, quarantined: 1 });
    await finn.retry(ended.id, { accept: true });
    // Rows of one receipt are decided together.
    expect(await reasons(ended.id)).toEqual([REASON, REASON]);
    const received = await world.server.db.query.selectFrom('receipts').select('amount_cents').execute();
    expect(received).toEqual([{ amount_cents: 300_00 }]);
  });
});
