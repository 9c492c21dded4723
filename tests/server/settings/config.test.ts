import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StartRefused } from '../../../server/db/startRefused.ts';
import { readEnvironment } from '../../../server/start/environment.ts';

const refusal = (env: Record<string, string>, argv: string[] = []): string => {
  try {
    readEnvironment(env, argv);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
  return 'started';
};

describe('server configuration', () => {
  it('decisions 9.01: defaults to port 8080 on this machine only, .data, Phoenix and no trusted proxy', () => {
    expect(readEnvironment({}, [])).toEqual({
      command: 'serve',
      demo: false,
      demoScale: 1,
      demoPassword: 'try-quotaboard-26',
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      scimDefaultRole: null,
      logLevel: 'info',
      trustProxy: [],
      timeZone: 'America/Phoenix',
      publicUrl: undefined,
      mail: null,
      drainSeconds: 2,
      encryptionKeys: [],
      subject: undefined,
      dryRun: false,
      traces: false,
      sso: null,
      outside: { connectors: expect.anything(), outgoing: expect.any(Function), publicUrl: null, messages: expect.anything() },
    });
  });

  it('decisions 9.01: treats an empty variable as unset', () => {
    expect(readEnvironment({ PORT: '', DATABASE_URL: ' ', HOST: '' }, [])).toEqual({
      ...readEnvironment({}, []),
      outside: expect.anything(),
    });
  });

  it('accepts a replica of DATABASE_URL, but not without it', () => {
    const env = { DATABASE_URL: 'postgres://db/sales', DATABASE_READ_URL: 'postgres://standby/sales' };
    expect(readEnvironment(env, []).databaseReadUrl).toBe('postgres://standby/sales');
    expect(() => readEnvironment({ DATABASE_READ_URL: env.DATABASE_READ_URL }, [])).toThrow(
      'DATABASE_READ_URL is set and DATABASE_URL is not',
    );
    expect(() => readEnvironment({ ...env, DATABASE_READ_URL: 'standby' }, [])).toThrow('DATABASE_READ_URL is not an address');
  });

  it('decisions 9.02: listens on loopback only in demo mode, whatever HOST says, and logs warnings only', () => {
    expect(readEnvironment({ HOST: '0.0.0.0' }, ['--demo'])).toMatchObject({ demo: true, host: '127.0.0.1', logLevel: 'warn' });
    expect(readEnvironment({ HOST: '0.0.0.0', ALLOW_HTTP: '1' }, [])).toMatchObject({ host: '0.0.0.0' });
    expect(readEnvironment({ HOST: '0.0.0.0', PUBLIC_URL: 'https://sales.example.com' }, [])).toMatchObject({ host: '0.0.0.0' });
    expect(() => readEnvironment({ HOST: '0.0.0.0' }, [])).toThrow('PUBLIC_URL');
    expect(() => readEnvironment({ HOST: '0.0.0.0', PUBLIC_URL: 'http://sales.example.com' }, [])).toThrow('ALLOW_HTTP');
  });

  it('accepts --demo-scale with a blank or an equals sign', () => {
    expect(readEnvironment({}, ['--demo', '--demo-scale', '10']).demoScale).toBe(10);
    expect(readEnvironment({}, ['--demo', '--demo-scale=83']).demoScale).toBe(83);
  });

  it('reads networks, a time zone and the public address', () => {
    const env = { TRUST_PROXY: '10.0.0.0/8, ::1', COMPANY_TIMEZONE: 'Asia/Kolkata', PUBLIC_URL: 'https://sales.example.com/' };
    expect(readEnvironment(env, [])).toMatchObject({
      trustProxy: ['10.0.0.0/8', '::1'],
      timeZone: 'Asia/Kolkata',
      publicUrl: 'https://sales.example.com',
    });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,proxy.local'],
    ['COMPANY_TIMEZONE', 'Phoenix'],
    ['COMPANY_TIMEZONE', '-07:00'],
    ['PUBLIC_URL', 'sales.example.com'],
    ['PUBLIC_URL', 'https://sales.example.com/app'],
    ['PUBLIC_URL', 'ftp://sales.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO_PASSWORD', 'short'],
  ])('refuses to start with %s=%s, in one sentence that names the variable', (name, value) => {
    const sentence = refusal({ [name]: value });
    expect(sentence).toContain(name);
    expect(sentence).toMatch(/^[^\n]+\.$/);
  });

  it('reads one or more encryption keys, newest first, in base64 or hexadecimal', () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    const keys = (env: Record<string, string>) => readEnvironment(env, []).encryptionKeys.map(({ bytes }) => Buffer.from(bytes));
    expect(keys({ ENCRYPTION_KEY: one.toString('base64') })).toEqual([one]);
    expect(keys({ ENCRYPTION_KEYS: `${two.toString('hex')}, ${one.toString('base64url')}` })).toEqual([two, one]);
  });

  it.each([
    ['short', randomBytes(16).toString('base64'), 'must be 32 random bytes'],
    ['a word', 'secret', 'must be 32 random bytes'],
    ['one byte repeated', Buffer.alloc(32, 7).toString('base64'), 'is not random'],
    ['counting up', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'), 'is not random'],
    ['32 letters', Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64'), 'is not random'],
  ])('refuses an encryption key that is %s without showing it', (_what, key, reason) => {
    for (const name of ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS']) {
      expect(refusal({ [name]: key })).toContain(`${name} ${reason}`);
      expect(refusal({ [name]: key })).not.toContain(key);
    }
    expect(refusal({ ENCRYPTION_KEY: randomBytes(32).toString('hex'), ENCRYPTION_KEYS: key })).toContain('not both');
  });

  it.each([
    [['--demo', '--demo-scale', 'many'], '--demo-scale'],
    [['--demo', '--demo-scale'], '--demo-scale'],
    [['--demo-scale=0'], '--demo-scale'],
    [['--verbose'], '--verbose'],
    [['admin:create', '--demo'], 'admin:create'],
    [['db:move', '--demo'], 'db:move'],
    [['db:move', '--dry-run'], '--dry-run'],
    [['db:backup', 'one', 'two'], 'two'],
  ])('refuses to start with the flags %j, with a message', (argv, named) => {
    expect(refusal({}, argv)).toContain(named);
  });
});
