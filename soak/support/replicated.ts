import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDatabaseUser, freePort, openHome, programs } from './postgres.ts';
import { startProxy } from './proxy.ts';

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
  } catch {
    return [];
  }
};

/** Sends to the primary, and to the standby once the primary is down. */
const proxyLines = (port: number, primary: number, standby: number): readonly string[] => [
  'defaults',
  '  mode tcp',
  '  timeout connect 1s',
  '  timeout client 5m',
  '  timeout server 5m',
  '  retries 2',
  '  option redispatch',
  'listen postgres',
  `  bind 127.0.0.1:${port}`,
  '  default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions',
  `  server primary 127.0.0.1:${primary} check`,
  `  server standby 127.0.0.1:${standby} check backup`,
];

/** A primary with a synchronous standby (`pg_basebackup`) behind HAProxy, all on this machine. */
export const replicatedPostgres = async () => {
  const [bin, who] = [programs(), findDatabaseUser()];
  const [primary, standby, port] = [await freePort(), await freePort(), await freePort()];
  const { home, remove: removeHome } = openHome('quotaboard-failover-');
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const child = spawn(join(bin, program), args, { cwd: home, ...who, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  };
  const dataOf = (name: string): string => join(home, name);
  const start = (name: string, at: number, more = ''): Promise<void> => {
    const options = `-p ${at} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home} -c max_connections=100${more}`;
    return run('pg_ctl', '-D', dataOf(name), '-w', '-l', join(home, `${name}.log`), '-o', options, 'start');
  };
  await run('initdb', '-D', dataOf('primary'), '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8');
  await start('primary', primary);
  await run('createdb', '-h', '127.0.0.1', '-p', String(primary), '-U', 'postgres', 'soak');
  await run(
    'pg_basebackup',
    '-h',
    '127.0.0.1',
    '-p',
    String(primary),
    '-U',
    'postgres',
    '-D',
    dataOf('standby'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  );
  await run('pg_ctl', '-D', dataOf('primary'), '-w', 'stop');
  await start('primary', primary, " -c synchronous_standby_names='*'");
  await start('standby', standby);
  const stopProxy = startProxy(home, `${proxyLines(port, primary, standby).join('\n')}\n`);
  const urlAt = (at: number): string => `postgres://postgres@127.0.0.1:${at}/soak`;
  return {
    url: urlAt(port),
    primaryUrl: urlAt(primary),
    standbyUrl: urlAt(standby),
    /** Simulates a power cut: kills every process at once. */
    killPrimary: (): void => {
      const pid = Number(readFileSync(join(dataOf('primary'), 'postmaster.pid'), 'utf8').split('\n')[0]);
      for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL');
    },
    promoteStandby: (): Promise<void> => run('pg_ctl', '-D', dataOf('standby'), '-w', 'promote'),
    remove: async (): Promise<void> => {
      await stopProxy();
      await run('pg_ctl', '-D', dataOf('standby'), '-m', 'immediate', '-w', 'stop').catch(() => {});
      await run('pg_ctl', '-D', dataOf('primary'), '-m', 'immediate', '-w', 'stop').catch(() => {});
      removeHome();
    },
  };
};
