/** A refused start, with a one-sentence message for the operator; main prints it and exits with 1. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
