import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export type AskOperator = (question: string, options?: Readonly<{ hidden?: boolean }>) => Promise<string>;

/** Prompts on the terminal; a hidden answer is not echoed. */
export const openTerminal = (): { ask: AskOperator; close: () => void } => {
  let hide = false;
  const output = new Writable({
    write: (chunk, encoding, done) => {
      if (!hide) process.stdout.write(chunk, encoding);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const ask: AskOperator = async (question, { hidden = false } = {}) => {
    process.stdout.write(question);
    hide = hidden;
    const answer = await lines.question('');
    if (hidden) process.stdout.write('\n');
    hide = false;
    return answer;
  };
  return { ask, close: () => lines.close() };
};
