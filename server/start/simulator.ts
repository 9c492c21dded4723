import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Simulation, SimulationBody, SimulationLine } from '../../contract/entities/simulation.ts';
import { limits } from '../../contract/limits.ts';
import type { Simulator } from '../domain/shared/simulator.ts';

const PROGRAM = 'soak/company/watch.ts';
/** Prints the faults without loading the rest, which takes seconds. */
const FAULTS_PROGRAM = 'soak/company/listFaults.ts';
/** A lower priority than the server and the browser that shows the simulation. */
const PRIORITY = 10;
const FAULTS_TIMEOUT_MS = 30_000;
const RETRY_MS = 60_000;
type Run = Omit<Simulation, 'faults'>;
const none: Run = { state: 'none', seed: null, fault: null, days: [], violation: null, digest: null };
const isLiving = ({ state }: Run): boolean => state === 'starting' || state === 'living';

/** The nearest folder above with the sources of the simulation; null in a release. */
const findSources = (): string | null => {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, PROGRAM)) && existsSync(join(folder, 'node_modules/tsx'))) return folder;
  return null;
};

const argumentsOf = ({ seed, fault }: SimulationBody): string[] => [
  ...['--seed', String(seed), '--days', String(limits.simulation.days)],
  ...(fault === null ? [] : ['--fault', fault]),
];

const runAfterLine = (run: Run, line: SimulationLine): Run =>
  line.type === 'day'
    ? { ...run, state: 'living', days: [...run.days, line.day] }
    : { ...run, state: line.violation ? 'violated' : 'held', violation: line.violation, digest: line.digest };

/** Null for text that the simulation did not write as a whole line, such as a truncated one. */
const parseLine = (text: string): SimulationLine | null => {
  try {
    return JSON.parse(text) as SimulationLine;
  } catch {
    return null;
  }
};

const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid) setPriority(pid, PRIORITY);
  } catch {
    // The process has already ended.
  }
};

/** Null if the sources are missing. Child processes inherit only PATH, so they get no database address or key. */
export const createSimulator = (root = findSources()): Simulator | null => {
  if (root === null) return null;
  const env = { PATH: process.env.PATH ?? '' };
  const program = ['--import', 'tsx', PROGRAM];
  const readFaults = async (): Promise<string[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', FAULTS_PROGRAM], {
      cwd: root,
      env,
      timeout: FAULTS_TIMEOUT_MS,
    });
    return JSON.parse(stdout) as string[];
  };
  let faults: Promise<string[]> | null = null;
  let run = none;
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  const knownFaults = (): Promise<string[]> => {
    faults ??= readFaults().catch(() => {
      setTimeout(() => {
        faults = null;
      }, RETRY_MS).unref();
      return [];
    });
    return faults;
  };
  /** Kills the process, and gives a running simulation its final state. */
  const end = (state: 'stopped' | 'failed'): void => {
    clearTimeout(idle);
    child?.kill();
    child = null;
    if (isLiving(run)) run = { ...run, state };
  };
  const stop = (): void => end('stopped');
  const watch = (): void => {
    clearTimeout(idle);
    if (isLiving(run)) idle = setTimeout(stop, limits.simulation.idleMs).unref();
  };
  return {
    read: async () => {
      watch();
      const faultNames = await knownFaults();
      return { ...run, faults: faultNames };
    },
    start: (body) => {
      stop();
      const started = spawn(process.execPath, [...program, ...argumentsOf(body)], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      run = { ...none, ...body, state: 'starting' };
      const fail = (): void => {
        if (child === started) end('failed');
      };
      createInterface(started.stdout).on('line', (text) => {
        const line = parseLine(text);
        if (!line) fail();
        else if (child === started) run = runAfterLine(run, line);
      });
      started.once('close', fail);
      started.once('error', fail);
      lowerPriority(started);
      watch();
    },
    stop,
  };
};
