import { statfs } from 'node:fs/promises';
import { CLOCK_TOLERANCE_S, probeIssuer } from '../../connectors/oidc/issuer.ts';
import { DAY } from '../../domain/shared/clock.ts';
import { findMailProblem } from '../../mail/mailProblem.ts';
import { backedUpAt } from '../../start/backedUp.ts';
import type { Config } from '../../start/environment.ts';
import { type DoctorFinding, fail, ok, warn } from './finding.ts';

const MB = 1_000_000;
/** Below this the server refuses writes. */
const MIN_FREE_DISK_MB = 64;
const LOW_FREE_DISK_MB = 1000;
const MAX_BACKUP_AGE_DAYS = 7;
const SERVER_TIMEOUT_MS = 3000;
const ISSUER_CLOCK_WARN_S = 60;

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

export const checkPublicUrl = ({ publicUrl, trustProxy }: Config): DoctorFinding => {
  if (publicUrl === undefined)
    return warn(
      'address',
      'PUBLIC_URL is not set, so emails have no links and systems with a sign-in page cannot be connected',
      'set PUBLIC_URL to the https address that people open',
    );
  if (!publicUrl.startsWith('https:') && !isLocal(publicUrl))
    return fail(
      'address',
      `passwords and tokens cross the network unencrypted to ${publicUrl}`,
      'put an https proxy in front, and set PUBLIC_URL to it',
    );
  if (!isLocal(publicUrl) && trustProxy.length === 0)
    return warn(
      'address',
      `${publicUrl}, and TRUST_PROXY is not set: everybody behind the proxy shares one limit of failed sign-ins`,
      'set TRUST_PROXY to the networks of your proxy',
    );
  return ok('address', publicUrl);
};

export const checkMetrics = ({ metricsToken }: Config): DoctorFinding =>
  metricsToken === undefined
    ? warn('metrics', '/metrics does not exist', 'set METRICS_TOKEN (openssl rand -hex 20) to monitor this server')
    : ok('metrics', '/metrics answers to the token of METRICS_TOKEN');

export const checkMail = async ({ mail }: Config): Promise<DoctorFinding> => {
  if (mail === null) return warn('mail', 'no mail server, so nobody gets emails', 'set SMTP_URL and MAIL_FROM');
  const problem = await findMailProblem(mail);
  return problem === null
    ? ok('mail', 'the mail server answers and accepts the sign-in; nothing was sent')
    : fail('mail', problem, 'correct SMTP_URL');
};

export const checkSso = async ({ sso }: Config): Promise<DoctorFinding> => {
  if (sso === null) return ok('sign-in', 'with passwords');
  const clockOffsetMs = await probeIssuer(sso).catch(() => null);
  if (clockOffsetMs === null)
    return fail(
      'sign-in',
      `${sso.issuer} does not answer as an OpenID Connect issuer`,
      'correct OIDC_ISSUER, or let this machine reach it',
    );
  const offS = Math.abs(Math.round(clockOffsetMs / 1000));
  const todo = 'synchronize this machine by NTP (timedatectl set-ntp true)';
  if (offS > CLOCK_TOLERANCE_S) return fail('sign-in', `the clock of ${sso.issuer} differs by ${offS} s, so its answers are refused`, todo);
  return offS > ISSUER_CLOCK_WARN_S
    ? warn('sign-in', `the clock of ${sso.issuer} differs by ${offS} s`, todo)
    : ok('sign-in', `${sso.name} answers; passwords: ${sso.passwords}`);
};

export const checkDisk = async ({ dataDir, databaseUrl }: Config): Promise<DoctorFinding> => {
  const path = databaseUrl ? '.' : dataDir;
  const { bavail, bsize } = await statfs(path).catch(() => statfs('.'));
  const freeMb = Math.floor((bavail * bsize) / MB);
  const text = `${freeMb.toLocaleString('en-US')} MB free${databaseUrl ? ' here; the disk of PostgreSQL is not seen from here' : ` for ${dataDir}`}`;
  if (freeMb < MIN_FREE_DISK_MB) return fail('disk', text, 'make room: below 64 MB the server refuses writes');
  return freeMb < LOW_FREE_DISK_MB ? warn('disk', text, 'make room') : ok('disk', text);
};

export const checkBackup = async ({ dataDir, databaseUrl }: Config, now: Date): Promise<DoctorFinding> => {
  if (databaseUrl) return ok('backup', 'PostgreSQL is backed up by its own tools, which are not seen from here');
  const at = await backedUpAt(dataDir);
  const todo = 'run npm run db:backup -- FILE every day, and keep the file elsewhere';
  if (at === null) return warn('backup', 'no backup was made yet', todo);
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY);
  const text = `the last one is of ${at.slice(0, 10)}`;
  return days >= MAX_BACKUP_AGE_DAYS ? warn('backup', text, todo) : ok('backup', text);
};

/** True if a server with this configuration answers on this machine. */
export const isServerRunning = async ({ host, port }: Config): Promise<boolean> => {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`;
  return fetch(url, { signal: AbortSignal.timeout(SERVER_TIMEOUT_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );
};
