/** A start that must not happen; the message is one sentence for the person who started us. main prints it and exits with 1. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
