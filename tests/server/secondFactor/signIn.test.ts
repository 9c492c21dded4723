import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, PASSWORD } from '../support/testApp.ts';
import { codeAt, createFactorCompany, type FactorPerson, factorUrl } from '../support/worlds/secondFactors.ts';

const { app, addWithFactor, challengeOf, finish, auditOf, noticesOf } = await createFactorCompany();
let sam: FactorPerson;
let kim: FactorPerson;
beforeAll(async () => {
  sam = await addWithFactor('sam', 'salesperson');
  kim = await addWithFactor('kim', 'salesperson');
  await app.add({ email: 'plain@example.test', role: 'salesperson' });
});
afterAll(app.close);
beforeEach(async () => {
  await app.db.query.deleteFrom('login_attempts').execute();
  app.clock.advance(5 * MINUTE_MS);
});
const refusalOf = (answer: Awaited<ReturnType<typeof finish>>) => [answer.statusCode, answer.json().code, answer.json().message];
const attemptEndedRefusal = [410, 'attempt_over', 'This sign-in took too long, or was finished already. Enter your password again.'];
const wrong = [422, 'form_refused', 'The code is not right. Enter the one that your app shows now.'];

describe('sign-in with a second factor', () => {
  it('spec 7.03: returns tokens as usual for a person without one', async () => {
    const answer = await app.login('plain@example.test');
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json()).sort()).toEqual(['access_token', 'refresh_token', 'user']);
  });

  it('decisions 4.16: returns no tokens for the right password, only a challenge that a code answers', async () => {
    const first = await app.login(sam.email);
    expect(first.statusCode).toBe(202);
    expect(first.json()).toEqual({
      second_factor: { attempt: expect.stringMatching(/^sf_/), methods: ['code', 'recovery_code'], expires_at: expect.any(String) },
    });
    const answer = await finish(first.json().second_factor.attempt, { code: codeAt(app, sam.secret) });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toMatchObject({ email: sam.email, second_factor: true });
    expect((await app.me(answer.json().access_token)).statusCode).toBe(200);
    expect((await auditOf('auth.login')).at(-1)).toMatchObject({ actor_id: sam.id, cause: 'with a code' });
  });

  it('decisions 4.16: applies remember me to the session that the code starts', async () => {
    const { attempt } = await challengeOf(sam.email, { body: { remember_me: true } });
    await finish(attempt, { code: codeAt(app, sam.secret) });
    const { remembered } = await app.db.query.selectFrom('sessions').select('remembered').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(remembered).toBe(true);
  });

  it('reveals nothing about a second factor with a wrong password', async () => {
    const answer = await app.login(sam.email, 'wrong');
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'credentials_wrong']);
  });

  it.each([
    ['in the middle', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['around it', (code: string) => ` ${code}\n`],
  ])('accepts a code with spaces %s', async (_where, typed) => {
    const { attempt } = await challengeOf(sam.email);
    expect((await finish(attempt, { code: typed(codeAt(app, sam.secret)) })).statusCode).toBe(200);
  });

  it.each([
    [-1, 200],
    [1, 200],
    [-2, 422],
    [2, 422],
    [10, 422],
    [-10, 422],
  ])('accepts or refuses a clock that is off by %i steps of 30 seconds: %i', async (steps, status) => {
    const { attempt } = await challengeOf(sam.email);
    expect((await finish(attempt, { code: codeAt(app, sam.secret, steps) })).statusCode).toBe(status);
  });

  it('decisions 4.16: accepts a code once, even for another attempt', async () => {
    const code = codeAt(app, sam.secret);
    const [one, two] = [await challengeOf(sam.email), await challengeOf(sam.email)];
    expect((await finish(one.attempt, { code })).statusCode).toBe(200);
    expect(refusalOf(await finish(two.attempt, { code }))).toEqual([
      422,
      'form_refused',
      'This code was used already. Wait for the next one.',
    ]);
    // Nor does an older one that was never used.
    expect((await finish(two.attempt, { code: codeAt(app, sam.secret, -1) })).statusCode).toBe(422);
  });

  it('lets one of two concurrent attempts with the same code in', async () => {
    const code = codeAt(app, sam.secret);
    const { attempt } = await challengeOf(sam.email);
    const answers = await Promise.all([finish(attempt, { code }), finish(attempt, { code })]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  });

  it('refuses another person’s code and names the field', async () => {
    const { attempt } = await challengeOf(sam.email);
    const answer = await finish(attempt, { code: codeAt(app, kim.secret) });
    expect(refusalOf(answer)).toEqual(wrong);
    expect(Object.keys(answer.json().errors)).toEqual(['code']);
  });

  it('refuses another browser’s attempt, and an expired, unknown or finished one', async () => {
    const headers = { 'user-agent': 'Firefox' };
    const { attempt } = await challengeOf(sam.email, { headers });
    expect(refusalOf(await finish(attempt, { code: codeAt(app, sam.secret) }, { headers: { 'user-agent': 'curl' } }))).toEqual(
      attemptEndedRefusal,
    );
    expect(refusalOf(await finish(`sf_${'A'.repeat(43)}`, { code: codeAt(app, sam.secret) }))).toEqual(attemptEndedRefusal);
    expect(refusalOf(await finish(sam.token, { code: codeAt(app, sam.secret) }))).toEqual(attemptEndedRefusal);
    expect((await finish(attempt, { code: codeAt(app, sam.secret) }, { headers })).statusCode).toBe(200);
    app.clock.advance(MINUTE_MS);
    expect(refusalOf(await finish(attempt, { code: codeAt(app, sam.secret) }, { headers }))).toEqual(attemptEndedRefusal);
    const late = await challengeOf(sam.email);
    app.clock.advance(5 * MINUTE_MS);
    expect(refusalOf(await finish(late.attempt, { code: codeAt(app, sam.secret) }))).toEqual(attemptEndedRefusal);
  });

  it.each([[{}], [{ code: '1', recovery_code: '2' }]])('refuses %j: exactly one answer is required', async (answer) => {
    const { attempt } = await challengeOf(sam.email);
    expect((await finish(attempt, answer)).json().code).toBe('second_factor_answer');
  });

  it('stores attempts, recovery codes and the secret only hashed or encrypted', async () => {
    const { attempt } = await challengeOf(sam.email);
    const stored = JSON.stringify([
      await app.db.query.selectFrom('factor_attempts').selectAll().execute(),
      await app.db.query.selectFrom('recovery_codes').selectAll().execute(),
      await app.db.query.selectFrom('secrets').selectAll().execute(),
    ]);
    for (const text of [attempt, sam.secret, ...sam.codes, ...sam.codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });
});

describe('wrong codes', () => {
  const fail = async (times: number, remoteAddress = '192.0.2.1') => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const { attempt } = await challengeOf(sam.email, { remoteAddress });
      statuses.push((await finish(attempt, { code: '000000' }, { remoteAddress })).statusCode);
    }
    return statuses;
  };

  it('decisions 4.16: are refused without a check from the sixth on, despite the right password; the person is notified', async () => {
    expect(await fail(6)).toEqual([422, 422, 422, 422, 422, 429]);
    const { attempt } = await challengeOf(sam.email, { remoteAddress: '192.0.2.1' });
    const right = await finish(attempt, { code: codeAt(app, sam.secret) }, { remoteAddress: '192.0.2.1' });
    expect(right.statusCode).toBe(429);
    expect((await noticesOf(sam.id)).filter(({ title }) => title === 'Wrong codes for your account')).toHaveLength(1);
    expect((await auditOf('auth.failed')).at(-1)).toMatchObject({ entity_id: String(sam.id), cause: 'a wrong code of the second factor' });
    // The owner still gets in from another network.
    expect((await finish((await challengeOf(sam.email)).attempt, { code: codeAt(app, sam.secret) })).statusCode).toBe(200);
  });

  it('leave no guesses to unknown networks after twenty in an hour', async () => {
    for (let network = 1; network <= 4; network += 1) await fail(5, `198.51.100.${network}`);
    expect(await fail(1, '198.51.100.9')).toEqual([429]);
  });

  it('do not block the password, and wrong passwords do not block the code', async () => {
    await fail(5);
    expect((await app.login(sam.email, PASSWORD, { remoteAddress: '192.0.2.1' })).statusCode).toBe(202);
    const { attempt } = await challengeOf(kim.email, { remoteAddress: '192.0.2.7' });
    for (let time = 0; time < 5; time += 1) await app.login(kim.email, 'wrong', { remoteAddress: '192.0.2.7' });
    expect((await finish(attempt, { code: codeAt(app, kim.secret) }, { remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
  });
});

describe('wrong codes by someone who knows the password', () => {
  const network = { remoteAddress: '192.0.2.66' };
  it('decisions 4.16: never block the owner’s recovery code', async () => {
    for (let time = 0; time < 6; time += 1) {
      const { attempt } = await challengeOf(kim.email, network);
      await finish(attempt, { code: '000000' }, network);
    }
    const { attempt } = await challengeOf(kim.email, network);
    expect((await finish(attempt, { code: codeAt(app, kim.secret) }, network)).statusCode).toBe(429);
    expect((await finish(attempt, { recovery_code: kim.codes[0] }, network)).statusCode).toBe(200);
  });

  it('decisions 4.16: as recovery codes use up no attempts of the app, and are audited', async () => {
    const { attempt } = await challengeOf(kim.email, network);
    const before = (await auditOf('auth.failed')).length;
    for (let time = 0; time < 6; time += 1)
      expect((await finish(attempt, { recovery_code: 'abcd-abcd-abcd-abcd' }, network)).statusCode).toBe(422);
    expect(await auditOf('auth.failed')).toHaveLength(before + 6);
    expect((await finish(attempt, { code: codeAt(app, kim.secret) }, network)).statusCode).toBe(200);
  });

  it('decisions 4.16: as recovery codes end after twenty per network; the app and other networks still work', async () => {
    const floodOf = async (times: number) => {
      const { attempt } = await challengeOf(kim.email, network);
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1)
        statuses.push((await finish(attempt, { recovery_code: 'abcd-abcd-abcd-abcd' }, network)).statusCode);
      return statuses;
    };
    const before = (await auditOf('auth.failed')).length;
    expect(await floodOf(22)).toEqual([...Array.from({ length: 20 }, () => 422), 429, 429]);
    expect(await auditOf('auth.failed')).toHaveLength(before + 20);
    expect((await auditOf('auth.locked_out')).at(-1)).toMatchObject({ cause: '20 failures from one network in 15 minutes' });
    expect((await finish((await challengeOf(kim.email)).attempt, { recovery_code: kim.codes[1] })).statusCode).toBe(200);
    expect((await finish((await challengeOf(kim.email, network)).attempt, { code: codeAt(app, kim.secret) }, network)).statusCode).toBe(
      200,
    );
    app.clock.advance(15 * MINUTE_MS);
    expect((await finish((await challengeOf(kim.email, network)).attempt, { recovery_code: kim.codes[2] }, network)).statusCode).toBe(200);
  });
});

describe('recovery codes', () => {
  it('work once when used twice concurrently', async () => {
    const attempts = await Promise.all([challengeOf(kim.email), challengeOf(kim.email)]);
    const answers = await Promise.all(attempts.map(({ attempt }) => finish(attempt, { recovery_code: kim.codes[7] })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  it('decisions 4.16: work once each, in any format; their use is audited and announced', async () => {
    const [code = '', other = ''] = sam.codes;
    expect(sam.codes).toHaveLength(10);
    const first = await challengeOf(sam.email);
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await finish(first.attempt, { recovery_code: typed })).statusCode).toBe(200);
    const second = await challengeOf(sam.email);
    const refused = await finish(second.attempt, { recovery_code: code });
    expect(refusalOf(refused)).toEqual([422, 'form_refused', 'This recovery code is not right, or was used already.']);
    expect((await finish(second.attempt, { recovery_code: other })).statusCode).toBe(200);
    expect((await auditOf('second_factor.recovery_code_used')).filter(({ actor_id }) => actor_id === sam.id)).toHaveLength(2);
    expect((await noticesOf(sam.id)).at(-1)?.message).toContain('8 are left');
    expect((await finish((await challengeOf(kim.email)).attempt, { recovery_code: sam.codes[5] })).statusCode).toBe(422);
  });
});

describe('an account that changes during sign-in', () => {
  const signInDuring = async (change: (person: FactorPerson) => Promise<unknown>) => {
    const person = await addWithFactor(`change${app.clock().getTime()}`, 'salesperson');
    const { attempt } = await challengeOf(person.email);
    await change(person);
    return refusalOf(await finish(attempt, { code: codeAt(app, person.secret) }));
  };

  it('ends the sign-in when its second factor is removed', async () => {
    expect(await signInDuring(({ token }) => app.call('DELETE', factorUrl, { token }))).toEqual(attemptEndedRefusal);
  });

  it('ends it on a new password or deactivation too', async () => {
    const body = { current_password: PASSWORD, new_password: 'four clouds over a lake' };
    expect(await signInDuring(({ token }) => app.call('POST', '/api/v1/auth/change-password', { token, body }))).toEqual(
      attemptEndedRefusal,
    );
    const deactivate = ({ id }: FactorPerson) => app.db.query.updateTable('users').set({ active: false }).where('id', '=', id).execute();
    expect(await signInDuring(deactivate)).toEqual(attemptEndedRefusal);
  });
});
