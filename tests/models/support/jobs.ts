import type { AnyEventObject } from 'xstate';

type Job = Readonly<{ input: unknown; resolve(value: unknown): void; reject(reason: unknown): void }>;

/** Stand-ins for services: each call waits until the test settles it, identified by the id of its actor. */
export const createJobs = () => {
  const running = new Map<string, Job>();
  const calls: Readonly<{ id: string; input: unknown }>[] = [];
  const start = <Answer>(id: string, input?: unknown): Promise<Answer> => {
    calls.push({ id, input });
    return new Promise<Answer>((resolve, reject) => running.set(id, { input, resolve: resolve as (value: unknown) => void, reject }));
  };
  const settle = async (event: AnyEventObject): Promise<boolean> => {
    const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    if (kind === undefined) return false;
    const job = running.get(id);
    if (job === undefined) throw new Error(`the screen did not start "${id}"`);
    running.delete(id);
    if (kind === 'done') job.resolve(event.output);
    else job.reject(event.error);
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  };
  const reset = (): void => {
    running.clear();
    calls.length = 0;
  };
  return { running, calls, start, settle, reset };
};
