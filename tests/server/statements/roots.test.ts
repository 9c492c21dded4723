import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayPeriod } from '../../../contract/entities/payPeriod.ts';
import type { IssuedStatement } from '../../../contract/entities/periodReview.ts';
import { checklistItems } from '../../../contract/entities/periodReview.ts';
import type { StatementRoot } from '../../../contract/entities/statementRoot.ts';
import { checkProof, type ProvedStatement, type StatementProof } from '../../../contract/rules/statements/proof.ts';
import { recomputeStatement } from '../../../contract/rules/statements/recompute.ts';
import { runVerifyStatement } from '../../../server/cli/verifyStatement.ts';
import { readAttachments } from '../../../server/documents/readAttachment.ts';
import { publishMissingRoots } from '../../../server/domain/statements/publishRoot.ts';
import { writeIssuedStatements } from '../../../server/jobs/issueStatements.ts';
import { statementFileOf } from '../../../server/jobs/writeStatement.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

const emptyProof: StatementProof = { leaf: '', root: '', index: 0, size: 1, path: [] };
let world: PayoutWorld;
let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'));
  world = await createPayoutWorld();
  const config = {
    plans: [
      {
        id: 'default',
        quota: { amount: 100_000, overrides: [{ user_id: String(world.ids.kim), period: '2026-Q4', amount: 77_777 }] },
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 1, rate: 0.08 },
        ],
      },
    ],
  };
  await world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'Acme', commissionsConfig: JSON.stringify(config) }));
  const school = await world.customer();
  await world.invoice(school, 20_000_00, '2026-09-05');
  await world.invoice(school, 60_000_00, '2026-10-05');
  await world.invoice(school, 60_000_00, '2026-10-06');
  await world.invoice(school, 4000_00, '2026-10-07', 'kim');
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.server.close();
});

const post = (name: string, path: string, body: object = {}) => world.call(name, 'POST', path, body);
const close = async (month: string): Promise<void> => {
  await world.ok(post('fay', `periods/${month}/review`));
  for (const name of ['fay', 'finn']) await world.ok(post(name, `periods/${month}/sign`, { items: checklistItems }));
  await world.ok(post('finn', `periods/${month}/close`));
};
/** Runs the worker's statement jobs. */
const work = async (): Promise<void> => {
  const jobs = await world.query
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'issue_statements')
    .where('state', '=', 'queued')
    .execute();
  const controls = { signal: new AbortController().signal, progress: async () => {}, checkpoint: async () => {} };
  for (const job of jobs) await writeIssuedStatements(world.facts.store, world.server.clock)(job as never, controls);
  await sql`update jobs set state = 'completed' where kind = 'issue_statements'`.execute(world.query);
};
const roots = async (name = 'sam') => (await world.ok<{ data: StatementRoot[] }>(world.call(name, 'GET', 'statement-roots'))).data;
const fileOf = async (format: 'PDF' | 'HTML' | 'CSV', month = '2026-10', end = '31', name = 'sam') => {
  const range = { start_date: `${month}-01`, end_date: `${month}-${end}` };
  const request = { user_id: world.ids[name] as number, user_name: name, format, ...range };
  return (await statementFileOf(world.facts.store, request, world.server.clock(), new AbortController().signal)).content as Buffer;
};
const proofIn = (pdf: Buffer): StatementProof => JSON.parse(readAttachments(pdf)[0] ?? 'null');
/** Writes a file and verifies it: the printed lines, or the refusal. */
const verify = async (content: Buffer | string, kind: string, ...words: string[]): Promise<string> => {
  files += 1;
  const file = join(folder, `statement-${files}.${kind}`);
  await writeFile(file, content);
  const lines: string[] = [];
  try {
    await runVerifyStatement([file, ...words], (line) => void lines.push(line));
  } catch (error) {
    return (error as Error).message.replace(file, 'It');
  }
  return lines.join('\n');
};

describe('decisions 2.38: a closed month publishes the root of its statements', () => {
  it('has none before it is closed, and a statement says so', async () => {
    expect(await roots()).toEqual([]);
    expect(readAttachments(await fileOf('PDF'))).toEqual([]);
    expect((await fileOf('HTML')).toString()).toContain('No proof: only the statement of one whole, closed month has one.');
  });

  it('publishes it once in the closing job, in the audit chain, to all signed-in users', async () => {
    await sql`insert into webhooks (name, address_hint, types, created_at)
      values ('Archive', 'archive.example', '["statement_root.published"]', now())`.execute(world.query);
    await close('2026-09');
    await close('2026-10');
    expect((await fileOf('HTML')).toString()).toContain('No proof: no root was published for this closing.');
    await work();
    const published = await roots();
    expect(published.map(({ month, statements, is_newest }) => [month, statements, is_newest])).toEqual([
      ['2026-10', 2, true],
      ['2026-09', 1, true],
    ]);
    for (const name of ['eve', 'kim', 'mia', 'vic', 'fay', 'ada']) expect(await roots(name), name).toEqual(published);
    expect((await world.server.call('GET', '/api/v1/statement-roots')).statusCode).toBe(401);
    const [newest] = published;
    const { rows: sent } = await sql<{ data: object }>`select data from webhook_deliveries order by id`.execute(world.query);
    expect(sent.map(({ data }) => data)).toEqual(
      [...published].reverse().map(({ month, root, statements }) => ({ month, root, statements })),
    );
    const { data } = await world.ok<{ data: PayPeriod[] }>(world.call('fay', 'GET', 'periods'));
    const october = data.find(({ id }) => id === '2026-10');
    expect(october?.root).toBe(newest?.root);
    const { rows } = await sql<{ actor_id: number; after: object }>`
      select actor_id, after from audit_log where action = 'period.root_published' and entity_id = '2026-10'`.execute(world.query);
    expect(rows).toEqual([{ actor_id: world.ids.finn, after: { hash: october?.hash, root: newest?.root, statements: 2 } }]);
  });

  it('gives each statement its lines, plan and proof, and nothing about others', async () => {
    const { data } = await world.ok<{ data: IssuedStatement[] }>(world.call('sam', 'GET', 'issued-statements'));
    const issued = data.find(({ month }) => month === '2026-10');
    const answer = await world.server.app.inject({
      url: `/api/v1/issued-statements/${issued?.id}/file`,
      headers: { authorization: `Bearer ${(await world.server.signIn('sam@example.test')).access_token}` },
    });
    const proof = proofIn(answer.rawPayload);
    const [{ root } = { root: '' }] = await roots();
    const checked = await checkProof(proof, root);
    expect(checked.problem).toBeNull();
    if (!('statement' in checked)) throw new Error('no statement');
    const { statement } = checked;
    expect([statement.month, statement.person.name, statement.balances]).toEqual([
      '2026-10',
      'Sam Seller',
      { opening: 1000_00, earned: 6600_00, adjusted: 0, paid: 0, closing: 7600_00 },
    ]);
    expect(statement.lines.map(({ net, amount }) => [net, amount])).toEqual([
      [60_000_00, 3000_00],
      [60_000_00, 3600_00],
    ]);
    expect(statement.runs.flatMap(({ plans }) => plans.map(({ tiers }) => tiers.map(({ rate }) => rate)))).toContainEqual([0.05, 0.08]);
    expect(recomputeStatement(statement)).toEqual({ differing: new Map(), isBalanced: true });
    expect(statement.salt).toMatch(/^[0-9a-f]{64}$/);
    // Kim's name, sales and quota are not in Sam's file.
    for (const text of ['Keller', '7777700']) expect(proof.leaf).not.toContain(text);
    expect((await world.call('kim', 'GET', `issued-statements/${issued?.id}/file`)).statusCode).toBe(404);
    const others = { user_id: String(world.ids.sam), start_date: '2026-10-01', end_date: '2026-10-31', format: 'HTML' };
    expect((await post('kim', 'commission-statements', others)).statusCode).toBe(403);
  });

  it('says of a person without a statement of that closing that none was issued', async () => {
    expect((await fileOf('HTML', '2026-10', '31', 'vic')).toString()).toContain(
      'No proof: no statement was issued to this person for this closing.',
    );
  });

  it('cannot be changed or deleted', async () => {
    for (const statement of [
      sql`update statement_roots set root = 'x'`,
      sql`delete from statement_roots`,
      sql`truncate statement_roots`,
      sql`update statement_leaves set leaf = 'x'`,
      sql`delete from statement_leaves`,
    ])
      await expect(statement.execute(world.query)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('decisions 2.38: npm run statement:verify', () => {
  it('accepts the PDF, the HTML file and the attachment by itself, and lists its checks', async () => {
    const [{ root } = { root: '' }] = await roots();
    const pdf = await fileOf('PDF');
    const held = await verify(pdf, 'pdf', '--root', root);
    expect(held.split('\n')).toEqual([
      'The statement of Sam Seller for October 2026 holds.',
      '2 lines recompute to their amounts, and the balances add up: 1,000.00 + 6,600.00 + 0.00 − 0.00 = 7,600.00.',
      `It is under the root ${root}.`,
      'Pages were not read: compare their amounts with these.',
    ]);
    expect(await verify(JSON.stringify(proofIn(pdf)), 'json')).toContain('Compare this root with the published one');
    // Five balances, net and amount of two lines, and their total; statementHtml.test.ts has an adjustment and payouts.
    expect(await verify(await fileOf('HTML'), 'html', '--root', root)).toContain('Its page has the same 10 figures: balances, ');
  });

  it('detects a changed cent in the proof and on the page', async () => {
    const html = (await fileOf('HTML')).toString();
    const shown = /(<td class="amount" data-figure="line\.\d+\.amount">)3,600\.00</;
    expect(html).toMatch(shown);
    expect(await verify(html.replace(shown, '$13,600.01<'), 'html')).toMatch(
      /^It does not hold: it shows 3,600\.01 as the amount of \S+ instead of 3,600\.00\.$/,
    );
    for (const key of ['paid', 'total.earned']) {
      const start = `data-figure="${key}">`;
      expect(html).toContain(start);
      expect(await verify(html.replace(start, `${start}9`), 'html'), key).toContain(` as "${key}" instead of `);
    }
    const proof = proofIn(await fileOf('PDF'));
    const raised = { ...proof, leaf: proof.leaf.replace('"amount":360000', '"amount":360001') };
    expect(raised.leaf).not.toBe(proof.leaf);
    expect(await verify(JSON.stringify(raised), 'json')).toBe('It does not hold: its proof does not lead to the root that it names.');
  });

  it('refuses a page that hides the right figures behind changed ones', async () => {
    const html = (await fileOf('HTML')).toString();
    const [row = ''] = /<tr data-record="\d+">.*?<\/tr>/.exec(html) ?? [];
    const changed = row.replaceAll(/ data-[a-z]+="[^"]*"/g, '').replaceAll('.00<', '.99<');
    expect(changed).not.toBe(row);
    const otherParts = 'It does not hold: its page has other parts than those of a statement';
    for (const hidden of [`<!--${row}-->`, row.replace('<tr', '<tr hidden'), `<template>${row}</template>`])
      expect(await verify(html.replace(row, `${hidden}${changed}`), 'html'), hidden).toContain(otherParts);
    expect(await verify(html.replace('</body>', `${row}</body>`), 'html')).toContain(otherParts);
    expect(await verify(html.replace(row, row + row), 'html')).toMatch(
      /it shows 60,000\.00 and 60,000\.00 as the net revenue of \S+ instead of 60,000\.00\.$/,
    );
  });

  it('refuses a changed net revenue and a doubled line, even with all hashes made again', async () => {
    const { leafHash } = await import('../../../contract/rules/statements/merkle.ts');
    const statement: ProvedStatement = JSON.parse(proofIn(await fileOf('PDF')).leaf);
    const [line, second] = statement.lines as [ProvedStatement['lines'][number], ProvedStatement['lines'][number]];
    const verifyForged = async (lines: ProvedStatement['lines'], earned = statement.balances.earned) => {
      const balances = { ...statement.balances, earned, closing: statement.balances.opening + earned };
      const leaf = JSON.stringify({ ...statement, lines, balances });
      return verify(JSON.stringify({ leaf, index: 0, size: 1, path: [], root: await leafHash(leaf) }), 'json');
    };
    expect(await verifyForged(statement.lines)).toContain('holds');
    expect(await verifyForged([{ ...line, net: line.net + 1 }, second])).toMatch(
      /the rule or the net revenue of .* is not the one that gives its amount\.$/,
    );
    expect(await verifyForged([line, second, line], statement.balances.earned + line.amount)).toMatch(
      / is 3,000\.00 and cannot be recomputed\.$/,
    );
  });

  it('refuses another month’s root, a forged root, and a statement that only adds up', async () => {
    const proof = proofIn(await fileOf('PDF'));
    const [, september] = await roots();
    const other = 'It does not hold: it is not under the given root, but under another one.';
    expect(await verify(JSON.stringify(proof), 'json', '--root', september?.root ?? '')).toBe(other);
    expect(await verify(JSON.stringify({ ...proof, root: 'f'.repeat(64) }), 'json')).toContain('does not lead to the root');
    // A forger who hashes their own statement gets a root that was never published, and lines that the plan doesn't produce.
    const { leafHash } = await import('../../../contract/rules/statements/merkle.ts');
    const leaf = proof.leaf.replaceAll('360000', '370000').replaceAll('660000', '670000').replaceAll('760000', '770000');
    const forged = { leaf, index: 0, size: 1, path: [], root: await leafHash(leaf) };
    expect(await verify(JSON.stringify(forged), 'json', '--root', proof.root)).toBe(other);
    expect(await verify(JSON.stringify(forged), 'json')).toMatch(/is 3,700\.00 and recomputes to 3,600\.00\.$/);
  });

  it.each([
    ['a PDF without an attachment', '%PDF-1.3 nothing', 'pdf', 'it has no proof'],
    ['another HTML file', '<script type="application/json" id="data">{"proof":null}</script>', 'html', 'its page has other parts'],
    ['another kind of file', 'hello', 'txt', 'its proof cannot be read'],
    [
      'a statement without rows',
      JSON.stringify({ ...emptyProof, leaf: '{"format":"quotaboard-statement-1"}' }),
      'json',
      'its proof cannot be read',
    ],
    [
      'a PDF with a broken attachment',
      '%PDF-1.3 /Type /EmbeddedFile /FlateDecode /Length 4>>stream\nabcd',
      'pdf',
      'its proof cannot be read',
    ],
  ])('refuses %s', async (_, content, kind, reason) => {
    expect(await verify(content, kind)).toContain(`It does not hold: ${reason}`);
  });

  it('requires one file and a root of 64 digits', async () => {
    await expect(runVerifyStatement([], () => {})).rejects.toThrow('usage: npm run statement:verify');
    await expect(runVerifyStatement(['a.pdf', '--root', 'abc'], () => {})).rejects.toThrow('--root must be 64 of 0-9 and a-f');
    await expect(runVerifyStatement(['/no/such.pdf'], () => {})).rejects.toThrow('cannot be read (ENOENT)');
  });
});

describe('decisions 2.38: a reopened month', () => {
  it('a late fact changes neither the month nor its root', async () => {
    const before = await roots();
    const school = await world.customer();
    await world.invoice(school, 500_00, '2026-10-20');
    await work();
    expect(await roots()).toEqual(before);
    expect(await verify(await fileOf('PDF'), 'pdf', '--root', before[0]?.root ?? '')).toContain('holds');
  });

  it('a later month loses its proof if its opening balance moved, and says so', async () => {
    await world.ok(post('ada', 'periods/2026-09/reopen', { reason: 'An invoice was late' }));
    const school = await world.customer();
    await world.invoice(school, 1000_00, '2026-09-20');
    const html = (await fileOf('HTML')).toString();
    expect(html).toContain('No proof: an earlier month was reopened after this one was closed');
    expect(await verify(html, 'html')).toContain('it has no proof');
  });

  it('gets a new root when closed again, and the earlier one stays', async () => {
    const before = await roots();
    await close('2026-09');
    await work();
    const after = await roots();
    expect(after.map(({ month, is_newest }) => [month, is_newest])).toEqual([
      ['2026-09', true],
      ['2026-10', true],
      ['2026-09', false],
    ]);
    expect(after.slice(1).map(({ root }) => root)).toEqual(before.map(({ root }) => root));
    const { balances } = JSON.parse(proofIn(await fileOf('PDF', '2026-09', '30')).leaf);
    expect(balances.earned).toBe(1050_00);
  });
});

describe('decisions 2.38: a closing whose job published no root', () => {
  const catchUp = () => publishMissingRoots({ store: world.facts.store, clock: world.server.clock }, 'job-0', new AbortController().signal);
  const endJobs = () => sql`update jobs set state = 'failed' where kind = 'issue_statements' and state = 'queued'`.execute(world.query);
  const setUpgrade = (instant: string) =>
    sql`update schema_migrations set applied_at = ${instant} where name = '380_statement_roots'`.execute(world.query);

  it('gets its root a day later, once, if it still stands as it was closed and was closed since the upgrade', async () => {
    await world.ok(post('ada', 'periods/2026-10/reopen', { reason: 'An invoice was late' }));
    await close('2026-10');
    const before = await roots();
    const closedAt = world.server.clock().getTime();
    await setUpgrade(new Date(closedAt - 3_600_000).toISOString());
    await catchUp();
    expect(await roots(), 'its job is still waiting').toEqual(before);
    await endJobs();
    await setUpgrade(new Date(closedAt + 3_600_000).toISOString());
    await catchUp();
    expect(await roots(), 'closed before the upgrade').toEqual(before);
    await setUpgrade(new Date(closedAt - 3_600_000).toISOString());
    await catchUp();
    await catchUp();
    const after = await roots();
    expect(after.length).toBe(before.length + 1);
    const [newest] = after.filter(({ month, is_newest }) => month === '2026-10' && is_newest);
    expect(await verify(await fileOf('PDF'), 'pdf', '--root', newest?.root ?? '')).toContain('holds');
    const { rows } = await sql<{ actor_id: number | null }>`
      select actor_id from audit_log where action = 'period.root_published' order by id desc limit 1`.execute(world.query);
    expect(rows).toEqual([{ actor_id: null }]);
  });

  it('gets none after an earlier month was reopened', async () => {
    await world.ok(post('ada', 'periods/2026-10/reopen', { reason: 'An invoice was late' }));
    await close('2026-10');
    await endJobs();
    const before = await roots();
    await world.ok(post('ada', 'periods/2026-09/reopen', { reason: 'An invoice was late' }));
    await catchUp();
    await close('2026-09');
    await work();
    await catchUp();
    expect((await roots()).filter(({ month }) => month === '2026-10')).toEqual(
      before.filter(({ month }) => month === '2026-10').map((root) => ({ ...root, is_newest: false })),
    );
  });
});

describe('decisions 2.38: a record whose invoice was credited to somebody else', () => {
  it('stays on the statement with nothing to compute, and the proof holds', async () => {
    await world.setClock('2026-12-03T12:00:00Z');
    const school = await world.customer();
    const taken = await world.invoice(school, 500_00, '2026-11-04');
    await world.invoice(school, 300_00, '2026-11-05');
    await world.facts.adjust(taken, 20_00, '2026-11-06');
    const { version } = await world.ok<{ version: number }>(world.call('ada', 'GET', `invoices/${taken}`));
    await world.ok(post('fay', `invoices/${taken}/assign`, { salesperson_id: String(world.ids.kim), version }));
    await close('2026-11');
    await work();
    const pdf = await fileOf('PDF', '2026-11', '30');
    const { lines, balances } = JSON.parse(proofIn(pdf).leaf) as ProvedStatement;
    expect(lines.map(({ net, amount }) => [net, amount])).toEqual([
      [0, 0],
      [300_00, 24_00],
    ]);
    expect(balances.adjusted).toBe(20_00);
    expect(await verify(pdf, 'pdf')).toContain('2 lines recompute to their amounts');
    expect(await verify(await fileOf('HTML', '2026-11', '30'), 'html')).toContain('holds');
  });
});
