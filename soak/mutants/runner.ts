import { appendFileSync, readFileSync } from 'node:fs';
import { type File, startTests, type Test } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { not } from 'xstate';

export type Job = Readonly<{ source: string; tests: readonly string[]; ids: readonly number[]; results: string }>;
export type Line = Readonly<{ id: number; by?: string }>;

type Delay = number | ((args: unknown, params: unknown) => number);

declare global {
  var __mutant: number;
  var __not: typeof not;
  var __later: (delay: Delay, by: number) => Delay;
}

globalThis.__mutant = 0;
globalThis.__not = not;
globalThis.__later = (delay, by) => (typeof delay === 'function' ? (args, params) => delay(args, params) + by : delay + by);

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/**
 * Runs all mutants of one file in the process that has loaded the tests; re-evaluates only the modules that depend on the mutated one. A
 * mutant's first failed test kills it.
 */
export default class MutantsRunner extends TestRunner {
  private readonly job: Job = JSON.parse(readFileSync(process.env.MUTANTS_JOB!, 'utf8'));
  private stray: string | null = null;

  private forget(): void {
    const { evaluatedModules } = (this as unknown as { workerState: { evaluatedModules: EvaluatedModules } }).workerState;
    const remaining = [evaluatedModules.getModuleById(this.job.source), ...this.job.tests.map((id) => evaluatedModules.getModuleById(id))];
    const seen = new Set<EvaluatedModule>();
    for (let node = remaining.pop(); remaining.length > 0 || node; node = remaining.pop()) {
      if (!node || seen.has(node)) continue;
      seen.add(node);
      for (const id of node.importers) remaining.push(evaluatedModules.getModuleById(id));
    }
    for (const node of seen) evaluatedModules.invalidateModule(node);
  }

  private async failureIn(filepath: string): Promise<string | null> {
    let failed: string | null = null;
    this.stray = null;
    const quiet = Object.assign(Object.create(this) as MutantsRunner, {
      onCollectStart: (file: File) => TestRunner.prototype.onCollectStart.call(this, file),
      onCollected: () => undefined,
      onTaskUpdate: async () => undefined,
      onAfterRunFiles: () => TestRunner.prototype.onAfterRunFiles.call(this),
      onBeforeRunTask: async (test: Test) => {
        if (failed) test.mode = 'skip';
        await TestRunner.prototype.onBeforeRunTask.call(this, test);
      },
      onAfterRunTask: (test: Test) => {
        if (test.result?.state === 'fail') failed ??= test.name;
        TestRunner.prototype.onAfterRunTask.call(this, test);
      },
    });
    this.forget();
    const [file] = await startTests([{ filepath, testLocations: undefined }] as never, quiet);
    await settled();
    if (typeof document !== 'undefined') await clearScreen();
    vi.useRealTimers();
    if (file?.result?.state === 'fail') failed ??= `cannot be loaded: ${file.result.errors?.[0]?.message}`;
    return failed ?? this.stray;
  }

  override async onAfterRunFiles(): Promise<void> {
    super.onAfterRunFiles();
    const { tests, ids, results } = this.job;
    const writeLine = (line: object) => appendFileSync(results, `${JSON.stringify(line)}\n`);
    const listen = (error: unknown) => {
      this.stray ??= `nobody catches ${String(error)}`;
    };
    for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.removeAllListeners(kind).on(kind, listen);
    writeLine({ pid: process.pid });
    // Runs the unmutated file first and last: if that fails, the results of its mutants don't count.
    for (const id of [0, ...ids, 0]) {
      globalThis.__mutant = id;
      writeLine({ begun: id });
      let by: string | null = null;
      for (const test of tests) {
        if (by === null) writeLine({ asked: test });
        by ??= await this.failureIn(test);
      }
      writeLine({ id, by: by ?? '' });
    }
  }
}

type EvaluatedModule = { id: string; importers: Set<string> };
type EvaluatedModules = { getModuleById(id: string): EvaluatedModule | undefined; invalidateModule(node: EvaluatedModule): void };

const clearScreen = async (): Promise<void> => {
  const { cleanup } = await import('@testing-library/react');
  try {
    cleanup();
  } catch {
    // Clear the DOM even if a view can't be unmounted.
  }
  document.body.innerHTML = '';
  localStorage.clear();
};
