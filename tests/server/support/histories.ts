/** `npm run soak -- histories` runs this many times as many random histories as `npm test`. */
const times = Number(process.env.HISTORIES ?? 1);

/** How many random histories a property looks at: fewer on the embedded database, which is slower. */
export const historiesOf = (postgres: number, embedded: number): number =>
  times * (process.env.TEST_DATABASE === 'postgres' ? postgres : embedded);

export const HISTORIES_MS = times * 280_000;

/** Time of each property in a soak, which knows how many there are. */
const budgetMs = Number(process.env.HISTORIES_BUDGET_MS ?? 4 * 60_000);
const isOver = (began: number): boolean => times > 1 && performance.now() - began > budgetMs;
const began = performance.now();

/** True where a soak of one property must do with a sample. */
export const isTimeUp = (): boolean => isOver(began);

/** Seeds 1 to `count`, in a soak as many as its time allows. @returns by its end how many there were */
export function* seedsOf(count: number): Generator<number, void> {
  const from = performance.now();
  for (let seed = 1; seed <= count; seed += 1) {
    if (isOver(from)) return void process.stderr.write(`${seed - 1} of ${count} histories (a sample: the time was up)\n`);
    yield seed;
  }
}
