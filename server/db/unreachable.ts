const CANCELED = '57014';
/**
 * Codes that mean a lost or refused connection. SQLSTATEs: class 08 (connection), 28 (authorization), 53 (out of resources), 57P (shutdown,
 * startup, crash), 3D000 and 55000 (database gone or not accepting connections), 25006 (now a standby), 25P03 and 25P04 (session timeouts),
 * 40P01 and 40001 (deadlock, serialization failure). The rest are Node.js network errors.
 */
const unreachableCodes =
  /^(08\w{3}|28\w{3}|53\w{3}|57P\d\d|40P01|40001|3D000|55000|25006|25P0[34]|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN))$/;
/** Some driver errors carry no code. */
const unreachableMessages =
  /^Connection terminated|is not queryable$|timeout exceeded when trying to connect|^Query read timeout|after calling end on the pool|driver has already been destroyed|embedded database (was busy|is closed|stopped|did not answer)/;

/** True if the statement ran out of time, or was canceled by an operator. */
export const isCanceledStatement = (error: unknown): boolean => (error as { code?: string }).code === CANCELED;

/** True if the database was lost or unreachable, so that a retry may succeed soon. */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError && error.errors.some(isUnreachable)) return true;
  return code === CANCELED || unreachableCodes.test(code ?? '') || unreachableMessages.test(message);
};
