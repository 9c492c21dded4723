import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import type { Role } from '../../contract/entities/user.ts';
import { createConnectors } from '../connectors/index.ts';
import type { SsoConfig } from '../connectors/oidc/issuer.ts';
import { createOutside } from '../connectors/outside.ts';
import { createMessages } from '../connectors/slack/postMessage.ts';
import { vendorsOf } from '../connectors/vendors.ts';
import { describeTarget } from '../db/postgres/target.ts';
import { StartRefused } from '../db/startRefused.ts';
import type { Outside } from '../domain/connections/outside.ts';
import type { MailConfig } from '../mail/transport.ts';
import { readMailSettings } from './mailSettings.ts';
import { readDefaultRole } from './scimSettings.ts';
import { parseSecretKey, type SecretKey } from './secrets.ts';
import { readSsoSettings } from './ssoSettings.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const commands = [
  'admin:create',
  'password:reset',
  'second-factor:reset',
  'db:migrate',
  'db:move',
  'db:backup',
  'db:restore',
  'keys:rotate',
  'balances:recount',
  'audit:verify',
  'doctor',
] as const;
/** Commands with an argument: a file or an email address; `audit:verify` takes a stored hash after `--knows`. */
const commandsWithSubject: readonly string[] = ['password:reset', 'second-factor:reset', 'db:backup', 'db:restore'];
/** Publicly known, so production does not start with an account that has it. */
export const publicPassword = 'try-quotaboard-26';

/** All settings from outside the code, read once at the start. */
export type Config = Readonly<{
  command: 'serve' | (typeof commands)[number];
  subject: string | undefined;
  dryRun: boolean;
  demo: boolean;
  demoScale: number;
  demoPassword: string;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A replica for reads that may be a few seconds old. */
  databaseReadUrl: string | undefined;
  logLevel: LogLevel;
  /** Networks whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  timeZone: string;
  publicUrl: string | undefined;
  /** How long /readyz fails after SIGTERM before requests are refused, so that a load balancer can route people elsewhere. */
  drainSeconds: number;
  /** Null: no email is sent. */
  mail: MailConfig | null;
  /** Null: people sign in with passwords only. */
  sso: SsoConfig | null;
  /** For people whom an identity provider adds without a role. */
  scimDefaultRole: Role | null;
  /** Newest first: the first one encrypts, all of them decrypt. */
  encryptionKeys: readonly SecretKey[];
  /** The token that scrapers of /metrics send; without one, the path does not exist. */
  metricsToken: string | undefined;
  /** True if traces are exported; the exporter itself reads the standard OTEL_ variables. */
  traces: boolean;
  /** Outside systems: their URLs, and our keys there. */
  outside: Outside;
}>;

type Env = Readonly<Record<string, string | undefined>>;
const LOOPBACK = '127.0.0.1';

/** Unset and empty are the same, so that a line `PORT=` in a file sets nothing. */
const textOf = (env: Env, name: string): string | undefined => env[name]?.trim() || undefined;

const MIN_TOKEN_CHARS = 20;
const metricsTokenOf = (env: Env): string | undefined => {
  const token = textOf(env, 'METRICS_TOKEN');
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw new StartRefused('METRICS_TOKEN must be printable text without spaces.');
  if (token !== undefined && token.length < MIN_TOKEN_CHARS)
    throw new StartRefused(`METRICS_TOKEN must have at least ${MIN_TOKEN_CHARS} characters, such as those of: openssl rand -hex 20`);
  return token;
};

/** The exporter sends traces with our statements to this address. */
const hasTraces = (env: Env): boolean => {
  const name = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find(
    (variable) => textOf(env, variable) !== undefined,
  );
  const address = name === undefined ? undefined : textOf(env, name);
  if (address !== undefined && !(URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)))
    throw new StartRefused(`${name} must be an address such as http://127.0.0.1:4318, not "${address}".`);
  return address !== undefined;
};

const parseWholeNumber = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new StartRefused(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return value;
};

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...moreParts] = text.split('/');
  const version = isIP(address);
  if (version === 0 || moreParts.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
};

const networksOf = (text: string | undefined): string[] => {
  const networks = (text ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrongNetwork = networks.find((network) => !isNetwork(network));
  if (wrongNetwork !== undefined)
    throw new StartRefused(`TRUST_PROXY must be a list of networks such as 10.0.0.0/8,127.0.0.1; "${wrongNetwork}" is not one.`);
  // The whole internet is not a proxy: it would let any caller claim any address.
  if (networks.some((network) => network.endsWith('/0')))
    throw new StartRefused('TRUST_PROXY must name the networks of your own proxies, not every address there is.');
  return networks;
};

const timeZoneOf = (text: string): string => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    if (/^[+-]/.test(text)) throw new RangeError('an offset');
    return text;
  } catch {
    throw new StartRefused(`COMPANY_TIMEZONE must be an IANA time zone such as America/Phoenix, not "${text}".`);
  }
};

const publicUrlOf = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && url.pathname !== '/')
    throw new StartRefused(
      `PUBLIC_URL must name a host of its own, such as https://sales.example.com: the app does not run below a path such as "${url.pathname}".`,
    );
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username)
    throw new StartRefused(`PUBLIC_URL must be the address people open, such as https://sales.example.com, not "${text}".`);
  return url.origin;
};

const readUrlOf = (env: Env): string | undefined => {
  const url = textOf(env, 'DATABASE_READ_URL');
  if (url === undefined) return undefined;
  if (textOf(env, 'DATABASE_URL') === undefined)
    throw new StartRefused('DATABASE_READ_URL is set and DATABASE_URL is not: it is a replica of that database.');
  describeTarget(url, 'DATABASE_READ_URL');
  return url;
};

const levelOf = (text: string): LogLevel => {
  const level = logLevels.find((candidate) => candidate === text);
  if (!level) throw new StartRefused(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`);
  return level;
};

const passwordOf = (text: string | undefined): string => {
  if (text !== undefined && (text.length < 12 || text.length > 128))
    throw new StartRefused('DEMO_PASSWORD must have 12 to 128 characters.');
  return text ?? publicPassword;
};

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Passwords and tokens must not cross a network unencrypted unless the operator allows it. */
const hostOf = (env: Env): string => {
  const host = textOf(env, 'HOST') ?? LOOPBACK;
  const isAllowed = textOf(env, 'ALLOW_HTTP') === '1' || publicUrlOf(textOf(env, 'PUBLIC_URL'))?.startsWith('https:');
  if (!isLoopback(host) && !isAllowed)
    throw new StartRefused(
      `HOST ${host} is reachable from other machines: set PUBLIC_URL to the https address people open, or ALLOW_HTTP=1 for a network you trust.`,
    );
  return host;
};

const readKeyFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefused(`ENCRYPTION_KEY_FILE ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** Separated by line breaks or commas, newest first. */
const keysOf = (env: Env): readonly SecretKey[] => {
  const names = ['ENCRYPTION_KEY', 'ENCRYPTION_KEYS', 'ENCRYPTION_KEY_FILE'] as const;
  const provided = names.filter((variable) => textOf(env, variable) !== undefined);
  if (provided.length > 1)
    throw new StartRefused(
      `Set ENCRYPTION_KEY, or ENCRYPTION_KEYS with the newest first, or ENCRYPTION_KEY_FILE, and not both ${provided.slice(0, 2).join(' and ')}.`,
    );
  const [name = 'ENCRYPTION_KEY'] = provided;
  const value = textOf(env, name) ?? '';
  const keys = (name === 'ENCRYPTION_KEY_FILE' ? readKeyFile(value) : value).split(/[,\n]/).flatMap((part) => part.trim() || []);
  if (name === 'ENCRYPTION_KEY_FILE' && keys.length === 0) throw new StartRefused(`ENCRYPTION_KEY_FILE ${value} is empty.`);
  return keys.map((text) => {
    const key = parseSecretKey(text);
    // The message is logged, so it contains no part of the key.
    if (key === 'malformed')
      throw new StartRefused(`${name} must be 32 random bytes in base64 or hexadecimal: openssl rand -base64 32 makes them.`);
    if (key === 'weak') throw new StartRefused(`${name} is not random, anybody could guess it: openssl rand -base64 32 makes one that is.`);
    return key;
  });
};

const outsideOf = (env: Env, publicUrl: string | null, demo: boolean): Outside => {
  try {
    const vendors = vendorsOf(env, publicUrl, demo);
    // Outside the demo, messages go to public addresses only.
    const localUrl = demo && vendors.key('SLACK_URL') !== '' ? vendors.address('SLACK_URL', '') : null;
    return createOutside(createConnectors(vendors), { publicUrl, messages: createMessages({ localUrl }) });
  } catch (error) {
    throw new StartRefused((error as Error).message);
  }
};

type Flags = Pick<Config, 'command' | 'demo' | 'demoScale' | 'dryRun' | 'subject'>;

const hashOf = (text: string): string => {
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new StartRefused(`--knows must be a hash that audit:verify printed: 64 of 0-9 and a-f, not "${text}".`);
  return text;
};

const unknownArgument = (argument: string): StartRefused =>
  new StartRefused(`"${argument}" is not known here; what is: --demo, --demo-scale N, --knows HASH, ${commands.join(', ')}.`);

const options = {
  demo: { type: 'boolean' },
  'demo-scale': { type: 'string' },
  'dry-run': { type: 'boolean' },
  knows: { type: 'string' },
} as const;

/** The command and its subject, from the arguments that are not options. */
const commandOf = ([name, subject, ...rest]: readonly string[]): Pick<Flags, 'command' | 'subject'> => {
  if (name === undefined) return { command: 'serve', subject: undefined };
  const command = commands.find((candidate) => candidate === name);
  if (!command) throw unknownArgument(name);
  const unknown = commandsWithSubject.includes(command) ? rest[0] : (subject ?? rest[0]);
  if (unknown !== undefined) throw unknownArgument(unknown);
  return { command, subject };
};

const flagsOf = (argv: readonly string[]): Flags => {
  const { values, positionals, tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  const { command, subject } = commandOf(positionals);
  const { demo = false, 'dry-run': dryRun = false, 'demo-scale': scale = '1', knows } = values;
  const isMisplaced: Readonly<Record<string, boolean>> = { 'dry-run': command !== 'db:migrate', knows: command !== 'audit:verify' };
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const type = options[token.name as keyof typeof options]?.type;
    if (!type || isMisplaced[token.name] || (type === 'boolean' && token.inlineValue)) throw unknownArgument(argv[token.index] ?? '');
  }
  if (demo && command !== 'serve')
    throw new StartRefused(`${command} is for a company of your own; the demo company has its administrator.`);
  return {
    command,
    demo: demo === true,
    demoScale: parseWholeNumber('--demo-scale', String(scale), 1, 100),
    dryRun: dryRun === true,
    subject: knows === undefined ? subject : hashOf(String(knows)),
  };
};

/**
 * Reads and checks the whole configuration. Demo mode always listens on this machine only.
 * @throws StartRefused with a message naming the variable
 */
export const readEnvironment = (env: Env, argv: readonly string[]): Config => {
  const flags = flagsOf(argv);
  const level = textOf(env, 'LOG_LEVEL');
  const port = parseWholeNumber('PORT', textOf(env, 'PORT') ?? '8080', 0, 65_535);
  const publicUrl = publicUrlOf(textOf(env, 'PUBLIC_URL'));
  const appUrl = publicUrl ?? (flags.demo ? `http://${LOOPBACK}:${port}` : undefined);
  return {
    ...flags,
    demoPassword: passwordOf(textOf(env, 'DEMO_PASSWORD')),
    port,
    host: flags.demo ? LOOPBACK : hostOf(env),
    dataDir: textOf(env, 'DATA_DIR') ?? '.data',
    databaseUrl: textOf(env, 'DATABASE_URL'),
    databaseReadUrl: readUrlOf(env),
    logLevel: level === undefined ? (flags.demo ? 'warn' : 'info') : levelOf(level),
    trustProxy: networksOf(textOf(env, 'TRUST_PROXY')),
    timeZone: timeZoneOf(textOf(env, 'COMPANY_TIMEZONE') ?? 'America/Phoenix'),
    publicUrl,
    mail: readMailSettings({ url: textOf(env, 'SMTP_URL'), from: textOf(env, 'MAIL_FROM'), links: appUrl }),
    sso: readSsoSettings((name) => textOf(env, name), appUrl),
    scimDefaultRole: readDefaultRole(textOf(env, 'SCIM_DEFAULT_ROLE')),
    drainSeconds: parseWholeNumber('DRAIN_SECONDS', textOf(env, 'DRAIN_SECONDS') ?? (flags.demo ? '0' : '2'), 0, 300),
    encryptionKeys: keysOf(env),
    metricsToken: metricsTokenOf(env),
    traces: hasTraces(env),
    outside: outsideOf(env, appUrl ?? null, flags.demo),
  };
};
