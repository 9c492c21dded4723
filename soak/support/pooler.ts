import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findDatabaseUser, freePort, openHome } from './postgres.ts';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(!socket.destroy().connecting));
    socket.once('error', () => resolve(false));
  });

/** Debian's PgBouncer in front of a database, with default settings except for the mode; `remove` stops it. */
export const startPooler = async (databaseUrl: string, mode: 'session' | 'transaction') => {
  const [who, port, target] = [findDatabaseUser(), await freePort(), new URL(databaseUrl)];
  const { home, remove: removeHome } = openHome('quotaboard-pooler-');
  const name = target.pathname.slice(1);
  const lines = [
    '[databases]',
    `${name} = host=127.0.0.1 port=${target.port} dbname=${name} user=${target.username}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `logfile = ${join(home, 'log')}`,
  ];
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`);
  if (who) chownSync(file, who.uid, who.gid);
  const child = spawn('pgbouncer', ['-q', file], { ...who, cwd: home, stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries === 100) throw new Error(`PgBouncer does not listen: see ${join(home, 'log')}`);
    await pause(50);
  }
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    remove: async (): Promise<void> => {
      child.kill('SIGINT');
      await ended;
      removeHome();
    },
  };
};
