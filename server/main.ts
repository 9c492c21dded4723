import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { runBackup, runRestore } from './cli/backup.ts';
import { runCreateAdmin } from './cli/createAdmin.ts';
import { runDoctor } from './cli/doctor/index.ts';
import { runMigrate } from './cli/migrations.ts';
import { runMove } from './cli/moveDatabase.ts';
import { runRecountBalances } from './cli/recountBalances.ts';
import { runResetPassword } from './cli/resetPassword.ts';
import { runResetSecondFactor } from './cli/resetSecondFactor.ts';
import { runRotateKeys } from './cli/rotateKeys.ts';
import { runVerifyAudit } from './cli/verifyAudit.ts';
import { runVerifyStatement } from './cli/verifyStatement.ts';
import { MAX_PAUSE_MS } from './db/embedded/owner.ts';
import { StartRefused } from './db/startRefused.ts';
import { startServer } from './server.ts';
import { type Config, readEnvironment } from './start/environment.ts';
import { onStopSignal } from './start/stopSignals.ts';

/** Time to finish requests, to wait for the end of a backup's pause, and to close the database. */
const MAX_STOP_MS = 15_000 + MAX_PAUSE_MS;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** dist/web, relative to dist/server/main.js or, in development, to server/main.ts. */
const findWebRoot = (): string | undefined =>
  ['../web', '../dist/web'].map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));

const serve = async (config: Config): Promise<void> => {
  const runningServer = await startServer({ config, webRoot: findWebRoot(), print });
  const drainMs = config.drainSeconds * 1000;
  let isDraining = false;
  const grace = closeWithGrace({ delay: drainMs + MAX_STOP_MS, logger: false, skip: ['SIGTERM', 'SIGINT'] }, async ({ err }) => {
    if (err) console.error(err.stack ?? err.message);
    await runningServer.close(isDraining ? drainMs : 0);
  });
  onStopSignal((signal) => {
    // Only SIGTERM comes from operators with several servers; Ctrl+C stops without draining.
    isDraining = signal === 'SIGTERM';
    void grace.close();
  });
  print(`ready ${runningServer.url}`);
};

const commands: Readonly<Record<Exclude<Config['command'], 'doctor'>, (config: Config) => Promise<void>>> = {
  serve,
  'admin:create': (config) => runCreateAdmin(config, process.env, print),
  'password:reset': (config) => runResetPassword(config, print),
  'second-factor:reset': (config) => runResetSecondFactor(config, print),
  'db:migrate': (config) => runMigrate(config, print),
  'db:move': (config) => runMove(config, print),
  'db:backup': (config) => runBackup(config, print),
  'db:restore': (config) => runRestore(config, print),
  'keys:rotate': (config) => runRotateKeys(config, print),
  'balances:recount': (config) => runRecountBalances(config, print),
  'audit:verify': (config) => runVerifyAudit(config, print),
};

// Other users of the machine must not read files created by this process.
process.umask(0o077);
try {
  const argv = process.argv.slice(2);
  if (argv[0] === 'doctor') {
    // The doctor itself reports an unreadable configuration.
    if (!(await runDoctor(process.env, argv, print))) process.exitCode = 1;
  } else if (argv[0] === 'statement:verify') {
    // Works on any machine, without a configuration.
    await runVerifyStatement(argv.slice(1), print);
  } else {
    const config = readEnvironment(process.env, argv);
    if (config.command !== 'doctor') await commands[config.command](config);
  }
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
}
