import { statfsSync } from 'node:fs';

/** The write-ahead log grows by 16 MB at a time; if it cannot, the engine aborts mid-statement. */
const MIN_FREE_BYTES = 64 * 2 ** 20;
const CHECK_INTERVAL_MS = 250;
const writePattern = /\b(insert\s+into|update|delete\s+from|merge\s+into|copy|create|alter)\b/i;

/** Mirrors PostgreSQL's disk-full error. */
class DiskFull extends Error {
  override readonly name = 'NoRoom';
  readonly code = '53100';
}

const freeBytesIn = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
};

/** Refuses writes while the disk of `directory` is nearly full; reads still work. @returns a check that throws SQLSTATE 53100 */
export const createRoomCheck = (directory: string, readFreeBytes: (directory: string) => number = freeBytesIn): ((sql: string) => void) => {
  let lastCheckedMs = Number.NEGATIVE_INFINITY;
  let isFull = false;
  return (sql) => {
    if (!writePattern.test(sql)) return;
    const now = performance.now();
    if (now - lastCheckedMs >= CHECK_INTERVAL_MS) {
      lastCheckedMs = now;
      isFull = readFreeBytes(directory) < MIN_FREE_BYTES;
    }
    if (isFull) throw new DiskFull('no space left on device: the embedded database takes nothing more until there is room');
  };
};
