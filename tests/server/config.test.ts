import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { StartRefused } from '../../server/db/startRefused.ts';

const refusal = (env: Record<string, string>, argv: string[] = []): string => {
  try {
    readConfig(env, argv);
  } catch (error) {
    if (error instanceof StartRefused) return error.message;
    throw error;
  }
  return 'started';
};

describe('the configuration', () => {
  it('decisions 9: without any variable, port 8080 on this machine only, .data, Phoenix, no proxy believed', () => {
    expect(readConfig({}, [])).toEqual({
      command: 'serve',
      demo: false,
      demoScale: 1,
      demoPassword: 'try-quotaboard-26',
      port: 8080,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      logLevel: 'info',
      trustProxy: [],
      timeZone: 'America/Phoenix',
      publicUrl: undefined,
    });
  });

  it('decisions 9: an empty variable is as good as none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOST: '' }, [])).toEqual(readConfig({}, []));
  });

  it('decisions 9: demo mode listens on loopback only, whatever HOST says, and logs warnings only', () => {
    expect(readConfig({ HOST: '0.0.0.0' }, ['--demo'])).toMatchObject({ demo: true, host: '127.0.0.1', logLevel: 'warn' });
    expect(readConfig({ HOST: '0.0.0.0', ALLOW_HTTP: '1' }, [])).toMatchObject({ host: '0.0.0.0' });
    expect(readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://sales.example.com' }, [])).toMatchObject({ host: '0.0.0.0' });
    expect(() => readConfig({ HOST: '0.0.0.0' }, [])).toThrow('PUBLIC_URL');
    expect(() => readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'http://sales.example.com' }, [])).toThrow('ALLOW_HTTP');
  });

  it('issue 2.4: --demo-scale takes its number with a blank or an equals sign', () => {
    expect(readConfig({}, ['--demo', '--demo-scale', '10']).demoScale).toBe(10);
    expect(readConfig({}, ['--demo', '--demo-scale=83']).demoScale).toBe(83);
  });

  it('reads networks, a time zone and the public address', () => {
    const env = { TRUST_PROXY: '10.0.0.0/8, ::1', COMPANY_TIMEZONE: 'Asia/Kolkata', PUBLIC_URL: 'https://sales.example.com/' };
    expect(readConfig(env, [])).toMatchObject({
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
  ])('issue 2.3: %s=%s stops the start with one sentence that names the variable', (name, value) => {
    const sentence = refusal({ [name]: value });
    expect(sentence).toContain(name);
    expect(sentence).toMatch(/^[^\n]+\.$/);
  });

  it.each([
    [['--demo', '--demo-scale', 'many'], '--demo-scale'],
    [['--demo', '--demo-scale'], '--demo-scale'],
    [['--demo-scale=0'], '--demo-scale'],
    [['--verbose'], '--verbose'],
    [['admin:create', '--demo'], 'admin:create'],
  ])('issue 2.3: the flags %j stop the start with a sentence', (argv, named) => {
    expect(refusal({}, argv)).toContain(named);
  });
});
