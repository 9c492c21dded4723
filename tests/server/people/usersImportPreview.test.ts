import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { csvOf } from '../../../contract/rules/csv.ts';
import { createUserFileCompany, HEADER, summarizeLines } from '../support/userFile.ts';

const t = messages.userImport;
let world: Awaited<ReturnType<typeof createUserFileCompany>>;
beforeAll(async () => {
  world = await createUserFileCompany();
});
afterAll(() => world.server.close());

describe('user import preview', () => {
  it('skips a line with an invisible character in a name', async () => {
    const lines = await world.preview(HEADER, 'Ana\u202eB,Bell,ana@example.test,salesperson,,');
    expect(summarizeLines(lines)).toEqual([[2, 'error', 'First Name contains an invisible character. Type it instead of pasting it.']]);
  });

  it('shows for each line if someone is added, changed, unchanged or skipped, and stores nothing', async () => {
    const before = await world.everybody();
    const lines = await world.preview(
      HEADER,
      'Nia,Noor,nia@example.test,salesperson,West,mia@example.test',
      'Samuel,Poe,SAM@example.test,Salesperson,,',
      'Mia,Zhu,mia@example.test,sales_manager,,',
      'Bo,Bell,bo example.test,king,North,nobody@example.test',
    );
    expect(summarizeLines(lines)).toEqual([
      [2, 'create'],
      [3, 'update', 'first_name'],
      [4, 'same'],
      [5, 'error', messages.userFormText.roleUnknown, messages.userFormText.emailInvalid, messages.userFormText.territoryUnknown],
    ]);
    expect(lines[0]).toMatchObject({ first_name: 'Nia', role: 'salesperson', territory: 'West', manager_email: 'mia@example.test' });
    expect(await world.everybody()).toEqual(before);
  });

  it('bad input: accepts a byte order mark, semicolons or tabs, CRLF, quotes, blank lines, and columns in any order and case', async () => {
    const semicolons =
      '\uFEFFEmail;ROLE;"Last Name";First-Name;Shoe size\r\n\r\n"nia@example.test";"Sales Manager";"Noor; the ""great""";Nia;38\r\n;;;;\r\n';
    const {
      lines: [line, ...rest],
      unread,
    } = (await world.ask(semicolons)).json();
    expect(unread).toEqual(['Shoe size']);
    expect(line).toMatchObject({ line: 3, what: 'create', role: 'sales_manager', first_name: 'Nia', last_name: 'Noor; the "great"' });
    expect(rest).toEqual([]);
    const tabs = 'role\temail\tfirst_name\tlast_name\tTerritory\nvp_sales\tnia@example.test\tNia\tNoor, Dr.\tmidwest';
    expect((await world.preview(tabs))[0]).toMatchObject({ what: 'create', last_name: 'Noor, Dr.', territory: 'Midwest' });
  });

  it('uses columns and roles as the importer chose', async () => {
    const csv = 'Who,Mail,Position,Old mail\n"Noor, Nia",nia@example.test,Account Executive,x\nBo Bell,bo@example.test,Intern,y';
    const ask = (choices: object) =>
      world.server.call('POST', '/api/v1/users/import/preview', { token: world.token, body: { csv, choices } });
    expect((await world.ask(csv)).json()).toMatchObject({
      header: ['Who', 'Mail', 'Position', 'Old mail'],
      missing: ['first_name', 'last_name', 'email', 'role'],
    });
    const columns = { name: 0, email: 1, role: 2 };
    const mapped = (await ask({ columns })).json();
    expect(mapped).toMatchObject({ columns: { ...columns, territory: null }, missing: [], unread: ['Old mail'] });
    expect(mapped.role_texts).toEqual(['Account Executive', 'Intern']);
    expect(summarizeLines(mapped.lines).map(([line, what]) => [line, what])).toEqual([
      [2, 'error'],
      [3, 'error'],
    ]);
    const { lines } = (await ask({ columns, roles: { 'Account Executive': 'salesperson' } })).json();
    expect(lines[0]).toMatchObject({ what: 'create', role: 'salesperson', first_name: 'Nia', last_name: 'Noor' });
    expect(lines[1]).toMatchObject({ what: 'error', role: null });
    for (const [wrong, status] of [
      [{ columns: { email: 9 } }, 422],
      [{ columns: { email: 1, role: 1 } }, 422],
      [{ columns: { shoe_size: 1 } }, 400],
      [{ roles: { Intern: 'king' } }, 400],
    ] as const)
      expect((await ask(wrong)).statusCode, JSON.stringify(wrong)).toBe(status);
  });

  it('uses a column chosen for one field for no other', async () => {
    const csv = `${HEADER}\nNia,Noor,nia@example.test,salesperson,West,mia@example.test`;
    const choices = { columns: { territory: null, employee_number: 4 } };
    const answer = await world.server.call('POST', '/api/v1/users/import/preview', { token: world.token, body: { csv, choices } });
    expect(answer.json().lines[0]).toMatchObject({ what: 'create', territory: null, employee_number: 'West' });
  });

  it('prefers the company’s own number if a person has two, and names the other as unread', async () => {
    const header = 'File #,First name,Last name,Work Email,Job Title,Employee ID';
    const { lines, unread } = (await world.ask(`${header}\n0042,Nia,Noor,nia@example.test,Salesperson,E-7`)).json();
    expect(lines[0]).toMatchObject({ what: 'create', employee_number: 'E-7' });
    expect(unread).toEqual(['File #']);
  });

  it('reads HR system columns: names in one column, managers by name, hire dates (issue 50)', async () => {
    const lines = await world.preview(
      'Name,Work Email,Job Title,Manager,Hire date,Employee number',
      '"Noor, Nia",nia@example.test,Salesperson,"Zhu, Mia",2024-02-01,E-7',
      'Bo van Bell,bo@example.test,Salesperson,Nia Noor,,',
      'Eva Egan,eva@example.test,Salesperson,Zoe Nobody,,',
    );
    expect(summarizeLines(lines)).toEqual([
      [2, 'create'],
      [3, 'create'],
      [4, 'error', 'Nobody is called "Zoe Nobody". Use the email address of the manager.'],
    ]);
    expect(lines[0]).toMatchObject({ first_name: 'Nia', last_name: 'Noor', manager_email: 'mia@example.test', employee_number: 'E-7' });
    expect(lines[0]).toMatchObject({ employment_start: '2024-02-01' });
    expect(lines[1]).toMatchObject({ first_name: 'Bo van', last_name: 'Bell', manager_email: 'nia@example.test' });
  });

  it('reads an export back and finds nothing to change', async () => {
    const tricky = { first_name: '=Ed "the', last_name: "O'Neil, Jr." };
    await world.server.add({ email: 'ed@example.test', role: 'events_manager', ...tricky });
    const exported = csvOf([HEADER.split(','), [tricky.first_name, tricky.last_name, 'ed@example.test', 'events_manager', '', '']]);
    expect((await world.ask(exported)).json().lines).toEqual([expect.objectContaining({ what: 'same', ...tricky })]);
  });

  it('bad input: rejects only the broken line', async () => {
    const lines = await world.preview(
      HEADER,
      'A,One,a1@example.test,finance,,',
      '"B,Two,a2@example.test,finance,,',
      'C,Three,a3@example.test,finance,,',
      'D,Four,a4@example.test,finance,,,,,,',
      'E "Ed",Five,a5@example.test,finance,,',
      '"F\nSix",Six,a6@example.test,finance,,',
      'G',
    );
    const unreadable = 'This line cannot be read: a quote is not closed, or it has more fields than the header';
    expect(summarizeLines(lines)).toEqual([
      [2, 'create'],
      [3, 'error', unreadable],
      [4, 'create'],
      [5, 'error', unreadable],
      [6, 'create'],
      [7, 'create'],
      [9, 'error', messages.userFormText.lastNameRequired, messages.userFormText.roleRequired, messages.userFormText.emailRequired],
    ]);
  });

  it('rejects the second line with the same e-mail address', async () => {
    const lines = await world.preview(HEADER, 'A,One,a1@example.test,finance,,', 'B,Two,A1@Example.test,finance,,');
    expect(summarizeLines(lines)).toEqual([
      [2, 'create'],
      [3, 'error', 'Line 2 already has this email address'],
    ]);
  });

  it('accepts a manager on any line of the file, and adds them before their reports', async () => {
    const lines = await world.preview(
      HEADER,
      'A,One,a1@example.test,salesperson,,A2@example.test',
      'B,Two,a2@example.test,sales_manager,,a3@example.test',
      'C,Three,a3@example.test,vp_sales,,',
    );
    expect(summarizeLines(lines)).toEqual([
      [4, 'create'],
      [3, 'create'],
      [2, 'create'],
    ]);
  });

  it('bad input: rejects managers who are unknown, have left, report to the line, or are on a broken line', async () => {
    const lines = await world.preview(
      HEADER,
      'A,One,a1@example.test,salesperson,,nobody@example.test',
      'B,Two,a2@example.test,salesperson,,gus@example.test',
      'C,Three,a3@example.test,salesperson,,a3@example.test',
      'D,Four,a4@example.test,salesperson,,a5@example.test',
      'E,Five,a5@example.test,salesperson,,a4@example.test',
      'F,Six,a6@example.test,king,,',
      'G,Seven,a7@example.test,salesperson,,a6@example.test',
      'H,Eight,a8@example.test,salesperson,,a7@example.test',
    );
    const { managerUnknown, managerSelf, roleUnknown } = messages.userFormText;
    expect(Object.fromEntries(lines.map(({ line, errors }) => [line, errors]))).toEqual({
      2: [managerUnknown],
      3: [managerUnknown],
      4: [managerSelf],
      5: ['a5@example.test reports to D Four and so cannot be their manager'],
      6: ['a4@example.test reports to E Five and so cannot be their manager'],
      7: [roleUnknown],
      8: ['The manager, on line 7, is left out'],
      9: ['The manager, on line 8, is left out'],
    });
  });

  it('decides a thousand lines at once, each reporting to the next and the last one broken', async () => {
    const chain = Array.from(
      { length: 1000 },
      (_, index) => `A,B,p${index}@x.test,${index < 999 ? 'finance' : 'king'},,p${index + 1}@x.test`,
    );
    const startedAt = performance.now();
    const lines = await world.preview(HEADER, ...chain);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(lines.filter(({ what }) => what === 'error')).toHaveLength(1000);
  });

  it('decisions 4.03: keeps the role of the last active admin', async () => {
    const lines = await world.preview(HEADER, 'Ada,Lane,ada@example.test,finance,,');
    expect(summarizeLines(lines)).toEqual([[2, 'error', messages.userFormText.lastAdmin]]);
    const two = await world.preview(HEADER, 'New,Boss,boss@example.test,admin,,', 'Ada,Lane,ada@example.test,finance,,');
    expect(summarizeLines(two)).toEqual([
      [2, 'create'],
      [3, 'update', 'role'],
    ]);
  });

  it('bad input: refuses 50,000 lines, too many bytes, a missing header, and non-text', async () => {
    const many = (count: number): string =>
      [HEADER, ...Array.from({ length: count }, (_, index) => `A,B,p${index}@x.test,finance,,`)].join('\n');
    const response = await world.ask(many(50_000));
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.csv).toBe('A file can have at most 1000 people; this one has 50000. Split it and import the parts.');
    expect((await world.ask(many(1000))).json().lines).toHaveLength(1000);
    for (const size of [limits.users.importMaxBytes + 1, limits.users.importMaxBytes * 2]) {
      const large = await world.ask('x'.repeat(size));
      expect(large.statusCode).toBe(413);
      expect(large.json()).toMatchObject({ code: 'too_large', message: t.tooLarge });
    }
    for (const csv of ['', '\n\n'])
      expect((await world.ask(csv)).json().errors.csv).toBe(
        'The first line must name the columns: first_name, last_name, email, role is missing.',
      );
    for (const [csv, missing] of [
      ['first_name,email\nA,a@x.test', ['last_name', 'role']],
      ['name,email\nA,a@x.test', ['role']],
    ])
      expect((await world.ask(csv)).json()).toMatchObject({ lines: [], missing });
    expect((await world.ask(7)).statusCode).toBe(400);
    expect(await world.preview(HEADER)).toEqual([]);
  });

  it('decisions 3.04: allows administrators only', async () => {
    const { access_token } = await world.server.signIn('mia@example.test');
    for (const path of ['import', 'import/preview'])
      expect((await world.server.call('POST', `/api/v1/users/${path}`, { token: access_token, body: { csv: '' } })).statusCode).toBe(403);
  });
});
