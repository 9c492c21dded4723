import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '../startRefused.ts';

/** A Unix socket path may have at most 103 bytes on macOS, 107 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100;
const OWNER_SOCKET = /^owner-(\d+)-[0-9a-f]+\.sock$/;

/** Pauses the database; once nothing runs, resolves to a function that resumes it. */
type Pause = () => Promise<() => void>;
export type Claim = Readonly<{ release: () => Promise<void>; allowPauses: (pause: Pause) => void }>;

/** Below the 30 s that callers wait for the connection. */
export const MAX_PAUSE_MS = 25_000;
/** How long a backup waits for the owner to pause: more than the 30 s that the owner waits for its own connection. */
const MAX_PAUSE_WAIT_MS = 35_000;

const isAnswering = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(path);
    const settle = (isAlive: boolean) => {
      socket.destroy();
      resolve(isAlive);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });

/** Pauses for a client that writes `pause`, until it writes `done`, disconnects, or takes too long. */
const pauseFor = (socket: net.Socket, pause: Pause): void => {
  let isPaused = false;
  const response = async (): Promise<void> => {
    const resume = await pause();
    if (socket.destroyed) return resume();
    isPaused = true;
    const timer = setTimeout(() => socket.destroy(), MAX_PAUSE_MS);
    socket.once('close', () => {
      clearTimeout(timer);
      resume();
    });
    socket.write('paused\n');
  };
  socket.on('data', (chunk) => {
    if (chunk.toString() === 'pause\n') response().catch(() => socket.destroy());
    else if (isPaused && chunk.toString() === 'done\n') socket.end('done\n');
    else socket.destroy();
  });
};

/** Listens for other claims, which only connect, and for backups. */
const listen = (path: string, pause: Pause): Promise<net.Server> =>
  new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.unref().on('error', () => socket.destroy());
      pauseFor(socket, pause);
    });
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

/** A path to `directory` short enough for a socket: the directory itself, or a temporary link to it. */
const createShortPath = (directory: string): { path: string; remove: () => void } => {
  if (Buffer.byteLength(directory) + 45 <= MAX_SOCKET_PATH_BYTES) return { path: directory, remove: () => {} };
  const temporaryDirectory = mkdtempSync(join(tmpdir(), 'qb-'));
  symlinkSync(directory, join(temporaryDirectory, 'd'));
  return { path: join(temporaryDirectory, 'd'), remove: () => rmSync(temporaryDirectory, { recursive: true, force: true }) };
};

/** Asks the process behind a socket to pause; null if it is dead, or doesn't pause in time. */
const askToPause = (path: string, maxWaitMs: number): Promise<PausedDirectory | null> =>
  new Promise((resolve) => {
    const socket = net.connect(path, () => socket.write('pause\n'));
    const timer = setTimeout(() => socket.destroy(), maxWaitMs);
    const end = (): Promise<boolean> =>
      new Promise((ended) => {
        let response = '';
        socket.on('data', (chunk) => {
          response += chunk;
        });
        socket.once('close', () => ended(response === 'done\n'));
        if (socket.destroyed) ended(false);
        else socket.write('done\n');
      });
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      clearTimeout(timer);
      resolve({ end });
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });

/** A directory whose owner writes nothing. `end` lets the owner resume; false if it had already resumed. */
export type PausedDirectory = Readonly<{ end: () => Promise<boolean> }>;

/**
 * Claims a directory for a copy of its files; if a process has it open, that process pauses instead.
 * @throws StartRefused if that process does not pause
 */
export const pauseDirectory = async (directory: string, maxWaitMs = MAX_PAUSE_WAIT_MS): Promise<PausedDirectory> => {
  const { path, remove } = createShortPath(directory);
  try {
    for (const name of readdirSync(directory).filter((candidate) => OWNER_SOCKET.test(candidate))) {
      const pausedDirectory = await askToPause(join(path, name), maxWaitMs);
      if (pausedDirectory) return pausedDirectory;
    }
  } finally {
    remove();
  }
  const { release } = await claimDirectory(directory);
  return { end: () => release().then(() => true) };
};

/** A claim on the directory, or the id of the process that already has it open. */
const tryClaim = async (directory: string, path: string): Promise<Claim | { pid: string }> => {
  let pause: Pause = () => Promise.reject(new Error('nothing to pause yet'));
  const tag = `${process.pid}-${Math.floor(Math.random() * 2 ** 32).toString(16)}`;
  const [claimPath, ownSocketPath] = [`claim-${tag}`, `owner-${tag}.sock`];
  const server = await listen(join(path, claimPath), () => pause()).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The data directory ${directory} cannot be guarded against a second process (${error.code}); put DATA_DIR on a local disk.`,
    );
  });
  renameSync(join(directory, claimPath), join(directory, ownSocketPath));
  const release = async () => {
    rmSync(join(directory, ownSocketPath), { force: true });
    server.close();
  };
  const allowPauses = (next: Pause): void => {
    pause = next;
  };
  for (const name of readdirSync(directory)) {
    const pid = OWNER_SOCKET.exec(name)?.[1];
    if (pid === undefined || name === ownSocketPath) continue;
    if (await isAnswering(join(path, name))) {
      await release();
      return { pid };
    }
    rmSync(join(directory, name), { force: true });
  }
  return { release, allowPauses };
};

/**
 * One owner per data directory: two processes with the same PGlite directory lose rows without an error. Each claimer first listens on
 * its own socket in the directory and then looks for others, so the later of two always finds the earlier.
 * A dead owner's socket refuses connections and is removed. A socket gets its owner name only once it listens.
 * @throws StartRefused naming the directory and the process that has it open
 */
export const claimDirectory = async (directory: string): Promise<Claim> => {
  const { path, remove } = createShortPath(directory);
  try {
    // Two simultaneous starts may see each other and both withdraw, so they retry after random delays.
    for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
      const claim = await tryClaim(directory, path);
      if ('release' in claim) return claim;
      if (attemptsLeft === 1) {
        throw new StartRefused(
          `The data directory ${directory} is already open in process ${claim.pid}; stop that process, or set DATA_DIR to another directory.`,
        );
      }
      await pause(50 + Math.random() * 200);
    }
  } finally {
    remove();
  }
};
