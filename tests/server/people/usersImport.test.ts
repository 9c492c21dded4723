import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { createFactWriter } from '../support/facts.ts';
import { createUserFileCompany, HEADER, summarizeLines } from '../support/userFile.ts';

let world: Awaited<ReturnType<typeof createUserFileCompany>>;
beforeAll(async () => {
  world = await createUserFileCompany();
});
afterAll(() => world.server.close());

describe('user import', () => {
  it('adds and changes users, skips invalid lines, and changes nothing on a repeat', async () => {
    const lines = await world.preview(
      HEADER,
      'Rae,Reed,rae@example.test,salesperson,West,roy@example.test',
      'Roy,Reed,Roy@example.test,sales_manager,,mia@example.test',
      'Sami,Poe,sam@example.test,salesperson,,roy@example.test',
    );
    const results = await world.apply(lines);
    expect(results).toEqual([
      { line: 3, what: 'create', errors: [], temporary_password: expect.stringMatching(/^[a-z2-9-]{23}$/) },
      { line: 2, what: 'create', errors: [], temporary_password: expect.stringMatching(/^[a-z2-9-]{23}$/) },
      { line: 4, what: 'update', errors: [], temporary_password: null },
    ]);
    const people = new Map((await world.everybody()).map((user) => [user.email_key, user]));
    expect(people.get('rae@example.test')).toMatchObject({ territory: 'West', manager_id: people.get('roy@example.test')?.id });
    expect(people.get('roy@example.test')).toMatchObject({
      email: 'Roy@example.test',
      manager_id: world.ids.mia,
      must_change_password: true,
    });
    expect(people.get('sam@example.test')).toMatchObject({ first_name: 'Sami', manager_id: people.get('roy@example.test')?.id });
    expect((await world.server.login('rae@example.test', results[1]?.temporary_password ?? '')).statusCode).toBe(200);

    const repeated = await world.apply(lines);
    expect(repeated.map(({ what, temporary_password }) => [what, temporary_password])).toEqual(lines.map(() => ['same', null]));
    const audits = await world.server.db.query
      .selectFrom('audit_log')
      .select('id')
      .where('action', 'in', ['user.created', 'user.updated'])
      .execute();
    expect(audits).toHaveLength(3);
  });

  it('returns the stored users’ passwords after a midway failure, and reports the rest as not imported', async () => {
    await world.server.db.script(`create function boom() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create trigger boom before insert on users for each row when (new.email = 'boom@example.test') execute function boom();`);
    const lines = await world.preview(
      HEADER,
      'Kim,Kept,kim@example.test,salesperson,,',
      'Boom,Broken,boom@example.test,salesperson,,',
      'Leo,Later,leo@example.test,salesperson,,',
    );
    const results = await world.apply(lines);
    const remaining = { what: 'error', errors: ['Not done: the server failed here. Import the file again.'], temporary_password: null };
    expect(results).toEqual([
      { line: 2, what: 'create', errors: [], temporary_password: expect.any(String) },
      { line: 3, ...remaining },
      { line: 4, ...remaining },
    ]);
    expect((await world.server.login('kim@example.test', results[0]?.temporary_password ?? '')).statusCode).toBe(200);
    expect(world.server.log.filter((line) => line.includes('the disk is full'))).toHaveLength(1);
    expect((await world.everybody()).some(({ email }) => email === 'leo@example.test')).toBe(false);
    // If nothing was saved before, the failure is an ordinary error.
    const answer = await world.server.call('POST', '/api/v1/users/import', { token: world.token, body: { lines: lines.slice(1) } });
    expect(answer.statusCode).toBe(500);
    await world.server.db.script('drop trigger boom on users');
  });

  it('returns earlier passwords even if the importing administrator loses the role in the file', async () => {
    await world.server.add({ email: 'eva@example.test', role: 'admin', first_name: 'Eva', last_name: 'Early' });
    const own = (await world.server.signIn('eva@example.test')).access_token;
    const lines = await world.preview(
      HEADER,
      'Pia,Poe,pia@example.test,salesperson,,',
      'Eva,Early,eva@example.test,finance,,',
      'Ned,Never,ned@example.test,salesperson,,',
    );
    const answer = await world.server.call('POST', '/api/v1/users/import', { token: own, body: { lines } });
    expect(answer.json().results).toEqual([
      { line: 2, what: 'create', errors: [], temporary_password: expect.any(String) },
      { line: 3, what: 'update', errors: [], temporary_password: null },
      {
        line: 4,
        what: 'error',
        errors: ["Not done: You don't have permission to do this. Import the file again."],
        temporary_password: null,
      },
    ]);
  });

  it('applies people who swap places from the top, so that the run matches the preview', async () => {
    const row = (name: string, manager = '') => `${name},Swap,${name}@swap.test,sales_manager,,${manager && `${manager}@swap.test`}`;
    await world.apply(await world.preview(HEADER, row('top'), row('one', 'top'), row('two', 'one'), row('mid', 'two')));
    // "one" moves below "mid", which stays below "two", so "two" must leave "one" first.
    const lines = await world.preview(HEADER, row('one', 'mid'), row('two', 'top'));
    expect(summarizeLines(lines)).toEqual([
      [3, 'update', 'manager_id'],
      [2, 'update', 'manager_id'],
    ]);
    expect((await world.apply(lines)).map(({ what, errors }) => [what, errors])).toEqual([
      ['update', []],
      ['update', []],
    ]);
    const people = new Map((await world.everybody()).map((user) => [user.id, user]));
    const managerOf = (name: string) =>
      people.get([...people.values()].find(({ first_name }) => first_name === name)?.manager_id ?? 0)?.first_name;
    expect(['one', 'two', 'mid'].map(managerOf)).toEqual(['mid', 'top', 'two']);
  });

  it('does not trust a line’s own status', async () => {
    const [line] = await world.preview(HEADER, 'Ada,Lane,ada@example.test,finance,,');
    const tamperedLine = { ...line!, what: 'update' as const, errors: [], fields: ['role'] };
    expect(await world.apply([tamperedLine])).toEqual([
      { line: 2, what: 'error', errors: [messages.userFormText.lastAdmin], temporary_password: null },
    ]);
    const broken = { ...tamperedLine, email: 'a b@example.test' };
    expect((await world.apply([broken]))[0]).toMatchObject({ what: 'error', errors: [messages.userFormText.emailInvalid] });
    expect(
      (await world.server.call('POST', '/api/v1/users/import', { token: world.token, body: { lines: Array(26).fill(tamperedLine) } }))
        .statusCode,
    ).toBe(400);
    expect((await world.server.call('POST', '/api/v1/users/import', { token: world.token, body: { lines: [] } })).statusCode).toBe(400);
  });
});

describe('employment', () => {
  it('issue 46, 3: reads hire_date as the start of employment, and names unread columns', async () => {
    const answer = await world.ask(
      [
        'first_name,last_name,email,role,hire_date,Termination Date,desk',
        'Ines,Noor,ines@example.test,salesperson,2026-10-05,,4',
        'Mia,Zhu,mia@example.test,sales_manager,10/5/2026,12/31/2026,5',
        'Bo,Bell,bo@example.test,salesperson,soon,,6',
        'Cy,Cole,cy@example.test,salesperson,2026-10-05,2026-10-04,7',
      ].join('\n'),
    );
    const { lines, unread } = answer.json();
    expect(unread).toEqual(['desk']);
    expect(summarizeLines(lines)).toEqual([
      [2, 'create'],
      [3, 'update', 'employment_start', 'employment_end'],
      [4, 'error', messages.userFormText.dayInvalid],
      [5, 'error', messages.userFormText.endBeforeStart],
    ]);
    expect(lines[1]).toMatchObject({ employment_start: '2026-10-05', employment_end: '2026-12-31' });
    expect((await world.apply(lines.slice(0, 2))).map(({ what }) => what)).toEqual(['create', 'update']);
    const rows = await world.everybody();
    expect(rows.find(({ email }) => email === 'ines@example.test')).toMatchObject({ joined_on: '2026-10-05', left_on: null });
    expect(rows.find(({ email }) => email === 'mia@example.test')).toMatchObject({ joined_on: '2026-10-05', left_on: '2026-12-31' });
    const repeated = await world.ask('first_name,last_name,email,role,employment_end\nMia,Zhu,mia@example.test,sales_manager,2026-10-01');
    expect(summarizeLines(repeated.json().lines)).toEqual([[2, 'error', messages.userFormText.endBeforeStart]]);
    expect(
      summarizeLines(
        (await world.ask('first_name,last_name,email,role,employment_start\nMia,Zhu,mia@example.test,sales_manager,')).json().lines,
      ),
    ).toEqual([[2, 'same']]);
  });

  it('decisions 2.22, 2.28: previews the file’s effect on open months as the save makes it', async () => {
    const facts = createFactWriter(world.server.db, world.ids.ada!, world.server.clock);
    const sales = [];
    for (const [name, booking_date] of [
      ['sam', '2026-11-02'],
      ['mia', '2026-11-03'],
      ['mia', '2026-11-12'],
    ] as const)
      sales.push(await facts.addInvoice({ salesperson_id: world.ids[name]!, booking_date, net_cents: 1_000_00 }));
    const rows = ['Sam,Poe,sam@example.test,salesperson,2026-11-05', 'Mia,Zhu,mia@example.test,sales_manager,2026-11-10'];
    const { lines, impact } = (await world.ask(['first_name,last_name,email,role,hire_date', ...rows].join('\n'))).json();
    expect(impact).toMatchObject({
      open: [
        { name: 'Mia Zhu', month: '2026-11', before: 100, after: 50 },
        { name: 'Sam Poe', month: '2026-11', before: 50, after: 0 },
      ],
      late: [],
    });
    await world.apply(lines);
    const remaining = await Promise.all(sales.map(async (sale) => (await facts.recordsOf(sale)).length));
    expect(remaining).toEqual([0, 0, 1]);
    expect((await world.ask('first_name,last_name,email,role\nSam,Poer,sam@example.test,salesperson')).json().impact).toEqual({
      open: [],
      late: [],
      leaving: null,
    });
  });
});

describe('a file with change dates', () => {
  it('decisions 2.22: applies a change from its day, and refuses an invalid day', async () => {
    const company = await createUserFileCompany();
    const [line, wrong] = await company.preview(
      `${HEADER},effective_from`,
      'Sam,Poe,sam@example.test,salesperson,West,,2026-11-02',
      'Nia,Noor,nia@example.test,salesperson,,,soon',
    );
    expect(summarizeLines([line, wrong].flatMap((one) => one ?? []))).toEqual([
      [2, 'update', 'territory'],
      [3, 'error', 'Effective from is not a day: "soon". Write it as 2026-10-05.'],
    ]);
    expect(line).toMatchObject({ effective_from: '2026-11-02' });
    if (line) await company.apply([line]);
    const past = await company.server.db.query
      .selectFrom('user_past')
      .select(['territory', 'until_day'])
      .where('user_id', '=', company.ids.sam ?? 0)
      .execute();
    expect(past).toContainEqual({ territory: null, until_day: '2026-11-02' });
    await company.server.close();
  });

  it('changes only the changed fields from the day', async () => {
    const company = await createUserFileCompany();
    const lines = await company.preview(`${HEADER},effective_from`, 'Sam,Poe,sam@example.test,salesperson,West,,2026-03-01');
    await company.apply(lines);
    const [next] = await company.preview(`${HEADER},effective_from`, 'Sam,Poe,sam@example.test,events_manager,West,,2026-02-01');
    if (next) await company.apply([next]);
    const past = await company.server.db.query
      .selectFrom('user_past')
      .select(['role', 'territory', 'until_day'])
      .where('user_id', '=', company.ids.sam ?? 0)
      .orderBy('until_day')
      .execute();
    expect(past.slice(-2)).toEqual([
      { role: 'salesperson', territory: null, until_day: '2026-02-01' },
      { role: 'events_manager', territory: null, until_day: '2026-03-01' },
    ]);
    await company.server.close();
  });
});

describe('columns with alternative names', () => {
  it('prefer the exact name anywhere, or else the first alternative, and name the unused column', async () => {
    const company = await createUserFileCompany();
    const [line] = await company.preview('title,first_name,last_name,email,role', 'Admin,Nia,Noor,nia@example.test,salesperson');
    expect(line).toMatchObject({ role: 'salesperson' });
    const answer = await company.ask('Title,Job title,first_name,last_name,email\nFinance,Salesperson,Nia,Noor,nia@example.test');
    expect(answer.json()).toMatchObject({ unread: ['Job title'], lines: [{ role: 'finance' }] });
    await company.server.close();
  });
});

describe('decisions 4.09: after a preview', () => {
  it('remembers an import’s choices for the next file with the same headers (decisions 4.09)', async () => {
    const file = (email: string) => `Who,Mail,Position\n"Vale, Ivo",${email},Junior Rep`;
    const choices = { columns: { name: 0, email: 1, role: 2 }, roles: { 'Junior Rep': 'salesperson' } };
    const post = (path: string, body: object) => world.server.call('POST', `/api/v1/users/import${path}`, { token: world.token, body });
    const { lines, header } = (await post('/preview', { csv: file('ivo@example.test'), choices })).json();
    expect((await world.ask(file('ivo@example.test'))).json()).toMatchObject({ remembered: false, lines: [] });
    await post('', { lines, layout: { header, choices } });
    const next = (await world.ask(file('uma@example.test').replace('Who,Mail', ' WHO,mail'))).json();
    expect(next).toMatchObject({ remembered: true, missing: [], roles: choices.roles });
    expect(next.lines[0]).toMatchObject({ what: 'create', role: 'salesperson', first_name: 'Ivo' });
    expect((await world.ask(file('uma@example.test').replace('Position', 'Job'))).json().remembered).toBe(false);
  });

  it('returns the passwords whatever the headers, and remembers no missing columns (decisions 4.09)', async () => {
    const header = [
      'Email',
      'Name',
      'Role',
      ...Array.from({ length: 150 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex')),
    ];
    const csv = `${header.join(',')}\nlong@example.test,Lou Long,salesperson`;
    const { lines } = (await world.ask(csv)).json();
    const post = (choices: object) =>
      world.server.call('POST', '/api/v1/users/import', { token: world.token, body: { lines, layout: { header, choices } } });
    const refused = await post({ columns: { name: 999, email: 0 } });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { columns: expect.any(String) }]);
    const done = await post({ columns: { name: 1, email: 0, role: 2 } });
    expect([done.statusCode, done.json().results[0]]).toMatchObject([200, { what: 'create', temporary_password: expect.any(String) }]);
    expect((await world.ask(csv)).json().remembered).toBe(true);
  });

  it('refuses a line about a person who was changed or added since its preview', async () => {
    const rows = [`${HEADER}`, 'Samuel,Poe,sam@example.test,salesperson,,', 'Ola,Ost,ola@example.test,salesperson,,'];
    const lines = await world.preview(...rows);
    const put = (path: string, method: 'PUT' | 'POST', body: object) =>
      world.server.call(method, `/api/v1/users${path}`, { token: world.token, body });
    await put(`/${world.ids.sam}`, 'PUT', { first_name: 'Sami' });
    await put('', 'POST', { first_name: 'Olaf', last_name: 'Ost', email: 'ola@example.test', role: 'salesperson' });
    expect((await world.apply(lines)).map(({ what, errors }) => [what, errors])).toEqual([
      ['error', [messages.userFormText.conflict]],
      ['error', [messages.userFormText.conflict]],
    ]);
    const repeated = await world.preview(...rows);
    expect((await world.apply(repeated)).map(({ what }) => what)).toEqual(['update', 'update']);
    expect((await world.apply(repeated)).map(({ what }) => what)).toEqual(['same', 'same']);
  });
});
