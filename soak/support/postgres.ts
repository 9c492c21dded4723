import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

const DEBIAN = '/usr/lib/postgresql';
/** The directory of initdb and pg_ctl: PG_BIN, Debian's newest, or the result of pg_config. */
export const programs = (): string => {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const newest = versions.map((version) => join(DEBIAN, version, 'bin')).find((path) => existsSync(join(path, 'initdb')));
  return newest ?? execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
};

/** PostgreSQL refuses to run as root, so it then runs as the user created by its package. */
export const findDatabaseUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};

/** A directory that only PostgreSQL's user may read. */
export const openHome = (prefix: string): Readonly<{ home: string; remove: () => void }> => {
  const home = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(home, 0o700);
  const who = findDatabaseUser();
  if (who) chownSync(home, who.uid, who.gid);
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
};

/** A private PostgreSQL on a free port that tests may restart and kill; `remove` deletes all of it. */
export const privatePostgres = async () => {
  const [bin, who, port] = [programs(), findDatabaseUser(), await freePort()];
  const { home, remove: removeHome } = openHome('quotaboard-soak-');
  const data = join(home, 'data');
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const child = spawn(join(bin, program), args, { cwd: home, ...who, stdio: 'ignore' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  };
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home} -c max_connections=100`;
  const control = (...args: string[]): Promise<void> => run('pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(home, 'log'), ...args);
  await control('-o', options, 'start');

  const ask = async (statement: string): Promise<void> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await ask('create database soak');
  const terminate = (limit: string): Promise<void> =>
    ask(`select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname = 'soak' order by random() ${limit}) them`);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/soak`,
    endAll: () => terminate(''),
    endOne: () => terminate('limit 1'),
    restart: (mode: 'fast' | 'immediate') => control('-m', mode, '-o', options, 'restart'),
    remove: async (): Promise<void> => {
      await control('-m', 'immediate', 'stop');
      removeHome();
    },
  };
};
