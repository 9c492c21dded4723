/**
 * SQLSTATEs that mean a lost or refused connection: class 08 (connection), 28 (refused at the door), 53 (no room), 57P (stopping, starting,
 * crashed), 3D000 and 55000 (the database is gone or takes nobody), 25006 (it became a standby), 25P03 and 25P04 (it gave up on us),
 * 57014 (it was too slow), 40P01 and 40001 (two waited for each other and one was undone); and what the network says.
 */
const codes =
  /^(08\w{3}|28\w{3}|53\w{3}|57P\d\d|57014|40P01|40001|3D000|55000|25006|25P0[34]|E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)(UNREACH|DOWN)|NOTFOUND|AI_AGAIN))$/;
/** Some errors of the drivers carry no code. */
const messages =
  /^Connection terminated|is not queryable$|timeout exceeded when trying to connect|^Query read timeout|after calling end on the pool|driver has already been destroyed|embedded database (was busy|is closed|stopped|did not answer)/;

/** Whether an error means that the database was lost or could not be reached, so that the same may work in a moment. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  // A host with several addresses fails with one error each.
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  return codes.test(code ?? '') || messages.test(message);
};
