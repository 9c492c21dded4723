/** `npm run soak -- histories` runs this many times the random histories of `npm test`. */
const times = Number(process.env.HISTORIES ?? 1);

/** Number of random histories for a property: fewer on the embedded database, which is slower. */
export const historiesOf = (postgres: number, embedded: number): number =>
  times * (process.env.TEST_DATABASE === 'postgres' ? postgres : embedded);

export const HISTORIES_MS = times * 280_000;

/** Milliseconds per property in a soak, which sets it from the number of properties. */
const budgetMs = Number(process.env.HISTORIES_BUDGET_MS ?? 4 * 60_000);
const isOver = (began: number): boolean => times > 1 && performance.now() - began > budgetMs;
const startedAt = performance.now();

/** True if a soak's property has run out of time and must settle for a sample. */
export const isTimeUp = (): boolean => isOver(startedAt);

const firstSeed = Number(process.env.HISTORIES_FROM ?? 1);

/** `count` seeds from 1, or from HISTORIES_FROM; a soak stops when its time is up and prints how many there were. */
export function* seedsOf(count: number): Generator<number, void> {
  const from = performance.now();
  for (let done = 0; done < count; done += 1) {
    if (isOver(from)) return void process.stderr.write(`${done} of ${count} histories (a sample: the time was up)\n`);
    yield firstSeed + done;
  }
}
