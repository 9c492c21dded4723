import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '../startRefused.ts';

/** A Unix socket path may have at most 103 bytes on macOS, 107 on Linux. */
const MAX_SOCKET_PATH = 100;
const OWNER = /^owner-(\d+)-[0-9a-f]+\.sock$/;

export type Claim = Readonly<{ release: () => Promise<void> }>;

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(path);
    const settle = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });

const listen = (path: string): Promise<net.Server> =>
  new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server.unref()));
  });

const closed = (server: net.Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** A path to `directory` short enough for a socket: the directory itself, or a temporary link to it. */
const shortWay = (directory: string): { path: string; forget: () => void } => {
  if (Buffer.byteLength(directory) + 45 <= MAX_SOCKET_PATH) return { path: directory, forget: () => {} };
  const home = mkdtempSync(join(tmpdir(), 'qb-'));
  symlinkSync(directory, join(home, 'd'));
  return { path: join(home, 'd'), forget: () => rmSync(home, { recursive: true, force: true }) };
};

/** A claim on the directory, or the id of the process that already has it open. */
const tryClaim = async (directory: string, path: string): Promise<Claim | { pid: string }> => {
  const tag = `${process.pid}-${Math.floor(Math.random() * 2 ** 32).toString(16)}`;
  const [making, ownSocket] = [`claim-${tag}`, `owner-${tag}.sock`];
  const server = await listen(join(path, making)).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The data directory ${directory} cannot be guarded against a second process (${error.code}); put DATA_DIR on a local disk.`,
    );
  });
  renameSync(join(directory, making), join(directory, ownSocket));
  const release = async () => {
    rmSync(join(directory, ownSocket), { force: true });
    await closed(server);
  };
  for (const name of readdirSync(directory)) {
    const pid = OWNER.exec(name)?.[1];
    if (pid === undefined || name === ownSocket) continue;
    if (await answers(join(path, name))) {
      await release();
      return { pid };
    }
    rmSync(join(directory, name), { force: true });
  }
  return { release };
};

/**
 * One owner per data directory: two processes with the same PGlite directory lose rows without an error. Each claimer first listens on
 * its own socket in the directory and then looks for others, so the later of two always finds the earlier.
 * A dead owner's socket refuses connections and is removed. A socket gets its owner name only once it listens.
 * @throws StartRefused naming the directory and the process that has it open
 */
export const claimDirectory = async (directory: string): Promise<Claim> => {
  const { path, forget } = shortWay(directory);
  try {
    // Two simultaneous starts may see each other and both withdraw, so they retry after random delays.
    for (let tries = 3; ; tries -= 1) {
      const claim = await tryClaim(directory, path);
      if ('release' in claim) return claim;
      if (tries === 1) {
        throw new StartRefused(
          `The data directory ${directory} is already open in process ${claim.pid}; stop that process, or set DATA_DIR to another directory.`,
        );
      }
      await pause(50 + Math.random() * 200);
    }
  } finally {
    forget();
  }
};
