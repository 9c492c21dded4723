/** The error if a result takes longer than allowed. */
export class LateError extends Error {}

/** The result of `work` if it arrives within `ms`. @throws LateError after that; `work` itself continues */
export const withTimeout = <Result>(work: Promise<Result>, ms: number): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError('late')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
