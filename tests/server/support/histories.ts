/** `npm run soak -- histories` runs this many times as many random histories as `npm test`. */
const times = Number(process.env.HISTORIES ?? 1);

/** How many random histories a property looks at: fewer on the embedded database, which is slower. */
export const historiesOf = (postgres: number, embedded: number): number =>
  times * (process.env.TEST_DATABASE === 'postgres' ? postgres : embedded);

export const HISTORIES_MS = times * 280_000;
