import { hash, verify } from '@node-rs/argon2';
import { messages } from '../../../contract/messages.ts';
import { Problem } from '../shared/problem.ts';
import type { Passwords } from '../shared/services.ts';

/** argon2id (the package's default algorithm) with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CONCURRENCY = 2;
const MAX_WAITING = 20;
/** Hash of an unknown random password, so that an unknown email takes as long as a wrong password. */
const UNKNOWN_HASH = '$argon2id$v=19$m=19456,t=2,p=1$Iid90F8WoCouEdtGXMONCw$r4EZcHBLLvB4/sEBIMaGhIRf6145wQ71WtZ2NdfYDXk';

export const busyProblem = (): Problem => new Problem(503, 'busy', messages.session.busy, { retryAfter: 3 });

/** Hashes at most two passwords at once: during a flood of sign-ins others wait or are refused, and the machine stays responsive. */
export const createPasswords = (): Passwords => {
  let running = 0;
  const waiting: (() => void)[] = [];

  const runInTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENCY) {
      if (waiting.length >= MAX_WAITING) throw busyProblem();
      await new Promise<void>((enter) => waiting.push(enter));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot to the next in line, so `running` is unchanged.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => runInTurn(() => hash(password, cost)),
    verify: (storedHash, password) =>
      runInTurn(async () => {
        const isRight = await verify(storedHash ?? UNKNOWN_HASH, password);
        return isRight && storedHash !== null;
      }),
  };
};
