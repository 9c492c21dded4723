import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

export type AskOperator = (question: string, options?: Readonly<{ hidden?: boolean }>) => Promise<string>;

/** Prompts on the terminal; a hidden answer is not echoed. */
export const openTerminal = (): { ask: AskOperator; close: () => void } => {
  let isHidden = false;
  const output = new Writable({
    write: (chunk, encoding, callback) => {
      if (!isHidden) process.stdout.write(chunk, encoding);
      callback();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const prompt: AskOperator = async (question, { hidden = false } = {}) => {
    process.stdout.write(question);
    isHidden = hidden;
    const input = await lines.question('');
    if (hidden) process.stdout.write('\n');
    isHidden = false;
    return input;
  };
  return { ask: prompt, close: () => lines.close() };
};
